// Prints its clock, and a stopwatch that started in user_init, at every step up to 200 ms. It sleeps 10 ms in
// the step at 80 ms and 30 ms in the step at 144 ms.
#include "pogobase.h"

typedef struct {
    time_reference_t stopwatch;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static void print_time(const char* what) {
    printf("%s %lu %ld\n", what, (unsigned long)current_time_milliseconds(),
           (long)pogobot_stopwatch_get_elapsed_microseconds(&mydata->stopwatch));
}

static void user_init(void) { pogobot_stopwatch_reset(&mydata->stopwatch); }

static void user_step(void) {
    const uint32_t now = current_time_milliseconds();
    if (now > 200) return;
    print_time("step");
    if (now == 80) msleep(10);
    if (now == 144) msleep(30);
    if (now == 80 || now == 144) print_time("slept");
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    return 0;
}

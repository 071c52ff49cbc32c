// Counts steps in a plain global, in a static local and in user data, and prints the three at the end.
#include "pogobase.h"

typedef struct {
    uint32_t own;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint32_t global_count = 0;

static uint32_t* local_count(void) {
    static uint32_t count = 0;
    return &count;
}

static void user_init(void) {}

static void user_step(void) {
    global_count += 1;
    *local_count() += 1;
    mydata->own += 1;
}

static void robot_end(void) {
    printf("counts %lu %lu %lu\n", (unsigned long)global_count, (unsigned long)*local_count(),
           (unsigned long)mydata->own);
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_robot_end, robot_end);
    return 0;
}

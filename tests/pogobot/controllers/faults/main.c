// Robot 1 goes wrong in its third step, as the parameter `fault` says.
#include "pogobase.h"

typedef struct {
    uint8_t unused;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static char fault[16] = "none";
static volatile int zero = 0;
static int* volatile nowhere = NULL;

static int recurse(volatile int* depth) {
    volatile int here = *depth + 1;
    if (here < 0)  // never, but the compiler cannot tell
        return 0;
    return recurse(&here) + here;
}

static void go_wrong(void) {
    int depth = 0;
    if (strcmp(fault, "null") == 0) *nowhere = 1;
    else if (strcmp(fault, "divide") == 0) zero = 1000 / zero;
    else if (strcmp(fault, "recurse") == 0) zero = recurse(&depth);
    else if (strcmp(fault, "abort") == 0) abort();
    else if (strcmp(fault, "api") == 0) pogobot_stopwatch_reset(NULL);
    while (strcmp(fault, "loop") == 0) {}
}

static void user_init(void) {}

static void user_step(void) {
    if (pogobot_helper_getid() == 1 && pogobot_ticks == 2) go_wrong();
}

static void global_setup(void) { init_array_from_configuration(fault); }

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

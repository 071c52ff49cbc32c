// Each robot prints one line in three pieces over three steps, then two lines at once and an unfinished one.
#include "pogobase.h"

typedef struct {
    uint8_t unused;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static void user_init(void) {}

static void user_step(void) {
    if (pogobot_ticks == 0) printf("one ");
    else if (pogobot_ticks == 1) putchar('2');
    else if (pogobot_ticks == 2) printf(" three %u\n", pogobot_helper_getid());
    else if (pogobot_ticks == 3) printf("first\nsecond\nunfinished");
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    return 0;
}

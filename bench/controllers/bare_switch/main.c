// The least that a program for the bare robot can do in each hundredth of a second.
#include "pogobot.h"

static uint32_t turns = 0;

int main(void) {
    pogobot_init();
    while (true) {
        turns++;
        msleep(10);
    }
}

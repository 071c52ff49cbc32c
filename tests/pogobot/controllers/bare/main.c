// A program for the bare robot: no framework, no user data, and a main that never returns.
#include "pogobot.h"

int main(void) {
    pogobot_init();
    for (int i = 0;; i++) {
        pogobot_led_setColor((uint8_t)(i % 2 * 25), 0, 0);
        printf("blink %d\n", i);
        msleep(250);
    }
}

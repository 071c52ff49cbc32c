// A program for the bare robot: the library's own header, and a main that does not return.
#include "pogobot.h"

int main(void) {
    pogobot_init();
    while (true) {
        pogobot_led_setColor(0, 25, 0);
        msleep(100);
    }
}

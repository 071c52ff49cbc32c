// As the first listing of the robot paper's software annex: a new random colour on the head each tenth of a second.
#include "pogobot.h"

int main(void) {
    pogobot_init();
    srand((unsigned)pogobot_helper_getRandSeed());
    while (1) {
        const int r = rand() % 255, g = rand() % 255, b = rand() % 255;
        pogobot_led_setColor((uint8_t)r, (uint8_t)g, (uint8_t)b);
        printf("%d %d %d\n", r, g, b);
        msleep(100);
    }
}

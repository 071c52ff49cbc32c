// A program as one writes it for the robot's own library: plain globals, and a main that never returns. Robots blink
// in random colours, run straight while the light is on, and turn on the spot while it is off.
#include "pogobot.h"
#include "rgb.h"

static int blinks = 0;  // each robot has its own

static void light(void) {
    uint8_t r, g, b;
    color_wheel((uint8_t)(rand() % 256), &r, &g, &b);
    rgb_set(r, g, b);
}

static void run(uint16_t left, uint16_t right, int ms) {
    pogobot_motor_set(motorL, left);
    pogobot_motor_set(motorR, right);
    msleep(ms);
}

int main(void) {
    pogobot_init();
    srand((unsigned)pogobot_helper_getRandSeed());
    while (true) {
        light();
        run(motorFull, motorFull, 600 + rand() % 800);
        rgb_set(0, 0, 0);
        run(motorHalf, motorStop, 200 + rand() % 400);
        blinks++;
        if (blinks % 10 == 0) printf("blinked %d times\n", blinks);
    }
}

// Robots turn one way for ten seconds, then the other, and robot 0 says so.
#include "pogobase.h"

typedef struct {
    time_reference_t since_change;
    bool turns_left;
} USERDATA;

DECLARE_USERDATA(USERDATA);
REGISTER_USERDATA(USERDATA);

static const int32_t turn_duration_us = 10 * 1000 * 1000;

static void turn(bool left) {
    pogobot_motor_set(motorL, left ? motorStop : motorHalf);
    pogobot_motor_set(motorR, left ? motorHalf : motorStop);
    if (left) pogobot_led_setColor(0, 0, 25);
    else pogobot_led_setColor(25, 0, 0);
}

static void user_init(void) {
    if (pogobot_helper_getid() == 0)
        printf("Hello from robot 0, one of the \"%s\"\n", get_current_robot_category());
    pogobot_stopwatch_reset(&mydata->since_change);
    mydata->turns_left = false;
    turn(mydata->turns_left);
}

static void user_step(void) {
    if (pogobot_stopwatch_get_elapsed_microseconds(&mydata->since_change) < turn_duration_us) return;
    pogobot_stopwatch_reset(&mydata->since_change);
    mydata->turns_left = !mydata->turns_left;
    turn(mydata->turns_left);
    if (pogobot_helper_getid() == 0)
        printf("%lu ms, step %lu: I turn %s\n", (unsigned long)current_time_milliseconds(),
               (unsigned long)pogobot_ticks, mydata->turns_left ? "left" : "right");
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    return 0;
}

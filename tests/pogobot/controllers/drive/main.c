// Sets the motors from parameters in user_init, to a second set of values at change_ms, and reports nothing.
#include "pogobase.h"

typedef struct {
    bool changed;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint16_t left_power = 1023;
static uint16_t right_power = 1023;
static uint8_t left_dir = 1;   // 1 is forward
static uint8_t right_dir = 0;  // 0 is forward
static uint32_t change_ms = 0xffffffffu;
static uint16_t left_power_after = 0;
static uint16_t right_power_after = 0;
static uint8_t left_dir_after = 1;
static uint8_t right_dir_after = 0;
static bool every_step = false;  // commands again at each step

static void command(void) {
    pogobot_motor_dir_set(motorL, mydata->changed ? left_dir_after : left_dir);
    pogobot_motor_dir_set(motorR, mydata->changed ? right_dir_after : right_dir);
    pogobot_motor_set(motorL, mydata->changed ? left_power_after : left_power);
    pogobot_motor_set(motorR, mydata->changed ? right_power_after : right_power);
}

static void user_init(void) { command(); }

static void user_step(void) {
    const bool change_now = !mydata->changed && current_time_milliseconds() >= change_ms;
    mydata->changed = mydata->changed || change_now;
    if (change_now || every_step) command();
}

static void global_setup(void) {
    init_from_configuration(left_power);
    init_from_configuration(right_power);
    init_from_configuration(left_dir);
    init_from_configuration(right_dir);
    init_from_configuration(change_ms);
    init_from_configuration(left_power_after);
    init_from_configuration(right_power_after);
    init_from_configuration(left_dir_after);
    init_from_configuration(right_dir_after);
    init_from_configuration(every_step);
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

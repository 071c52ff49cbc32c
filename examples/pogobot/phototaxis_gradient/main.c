// Phototaxis by steering: a robot compares its three sensors and turns to where it is brightest.
#include "pogobase.h"

typedef struct {
    int16_t light[3];
    int32_t turning;  // motor power to the right while it turns on the spot, else 0
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

enum { back, front_left, front_right };

static int32_t gain = 4;  // motor power for each level by which one side is brighter than the other

static void drive_wheel(motor_id motor, uint8_t forward, int32_t power) {
    pogobot_motor_dir_set(motor, power < 0 ? !forward : forward);
    if (power < 0) power = -power;
    pogobot_motor_set(motor, (uint16_t)(power > motorFull ? motorFull : power));
}

static void steer(int32_t speed, int32_t turn_right) {
    uint8_t forward[3];
    pogobot_motor_dir_mem_get(forward);
    drive_wheel(motorL, forward[motorL], speed + turn_right);
    drive_wheel(motorR, forward[motorR], speed - turn_right);
}

static int32_t within(int32_t value, int32_t limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

static void user_step(void) {
    for (uint8_t sensor = 0; sensor < 3; sensor++) mydata->light[sensor] = pogobot_photosensors_read(sensor);
    const int32_t left = mydata->light[front_left], right = mydata->light[front_right];
    const int32_t turn = within(gain * (right - left), motorHalf);
    // Away from the light it turns on the spot; it keeps the side that it chose, or noise would hold it there.
    const bool light_is_behind = mydata->light[back] > left && mydata->light[back] > right;
    if (!light_is_behind) mydata->turning = 0;
    else if (mydata->turning == 0) mydata->turning = turn < 0 ? -motorHalf : motorHalf;
    steer(light_is_behind ? 0 : motorHalf, light_is_behind ? mydata->turning : turn);
    pogobot_led_setColors(light_is_behind ? 25 : 0, light_is_behind ? 0 : 25, 0, 0);
}

#ifdef SIMULATOR
static void global_setup(void) { init_from_configuration(gain); }

static void create_data_schema(void) {
    data_add_column_int16("light_back");
    data_add_column_int16("light_left");
    data_add_column_int16("light_right");
}

static void export_data(void) {
    data_set_value_int16("light_back", mydata->light[back]);
    data_set_value_int16("light_left", mydata->light[front_left]);
    data_set_value_int16("light_right", mydata->light[front_right]);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(NULL, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

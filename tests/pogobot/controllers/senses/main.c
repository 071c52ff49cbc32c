// Drives with constant powers and writes down all that its sensors tell.
#include "pogobase.h"

typedef struct {
    float acceleration[3], gyro[3];
    int16_t light[3];
    int16_t battery;
} USERDATA;
DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint16_t left_power = 0, right_power = 0;
static uint8_t left_dir = 1;
static uint8_t led = 0;
static uint8_t hz = 60;

static void sense(void) {
    for (uint8_t i = 0; i < 3; i++) mydata->light[i] = pogobot_photosensors_read(i);
    pogobot_imu_read(mydata->acceleration, mydata->gyro);
    mydata->battery = pogobot_battery_voltage_read();
}

static void user_init(void) {
    main_loop_hz = hz;
    sense();
    pogobot_motor_dir_set(motorL, left_dir);
    pogobot_motor_set(motorL, left_power);
    pogobot_motor_set(motorR, right_power);
    for (uint8_t i = 0; i < 5; i++) pogobot_led_setColors(led, led, led, i);
}

static void schema(void) {
    data_add_column_int16("back");
    data_add_column_int16("left");
    data_add_column_int16("right");
    data_add_column_int16("battery");
    data_add_column_double("ax");
    data_add_column_double("ay");
    data_add_column_double("az");
    data_add_column_double("gx");
    data_add_column_double("gy");
    data_add_column_double("gz");
    data_add_column_double("temperature");
}

static void export_data(void) {
    data_set_value_int16("back", mydata->light[0]);
    data_set_value_int16("left", mydata->light[1]);
    data_set_value_int16("right", mydata->light[2]);
    data_set_value_int16("battery", mydata->battery);
    data_set_value_double("ax", mydata->acceleration[0]);
    data_set_value_double("ay", mydata->acceleration[1]);
    data_set_value_double("az", mydata->acceleration[2]);
    data_set_value_double("gx", mydata->gyro[0]);
    data_set_value_double("gy", mydata->gyro[1]);
    data_set_value_double("gz", mydata->gyro[2]);
    data_set_value_double("temperature", pogobot_imu_readTemp());
}

static void global_setup(void) {
    init_from_configuration(left_power);
    init_from_configuration(right_power);
    init_from_configuration(left_dir);
    init_from_configuration(led);
    init_from_configuration(hz);
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, sense);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

// LEDs, sensors, motors and identity.
#include "robot_state.h"

SHOAL_PER_ROBOT static uint8_t dir_memory[3] = {0, 1, 0};         // right, left, back
SHOAL_PER_ROBOT static uint16_t power_memory[3] = {512, 512, 0};  // idem

enum { led_count = 5, photosensor_count = 3, motor_count = 3 };

static const char null_array[] = "a sensor or motor function was given a null pointer";

void pogobot_led_setColor(const uint8_t r, const uint8_t g, const uint8_t b) {
    shoal_host_led_set(0, r, g, b);
}

void pogobot_led_setColors(const uint8_t r, const uint8_t g, const uint8_t b, uint8_t id) {
    if (id < led_count) shoal_host_led_set(id, r, g, b);
    else shoal_host_warn("there is no LED with an id above 4");
}

int16_t pogobot_photosensors_read(uint8_t sensor_number) {
    if (sensor_number < photosensor_count) return shoal_host_photosensor(sensor_number);
    shoal_host_warn("there is no photosensor with an id above 2; read as 0");
    return 0;
}

void pogobot_imu_read(float* acc, float* gyro) {
    shoal_require(acc, null_array);
    shoal_require(gyro, null_array);
    shoal_host_imu(acc, gyro);
}

float pogobot_imu_readTemp(void) {
    const float lowest = -40.0f, highest = 85.0f;  // what the sensor can tell, degrees Celsius
    const float temperature = shoal_host_temperature();
    return temperature < lowest ? lowest : temperature > highest ? highest : temperature;
}

int16_t pogobot_battery_voltage_read(void) { return shoal_host_battery(); }

void pogobot_motor_power_set(motor_id motor, uint16_t value) {
    if ((unsigned)motor < motor_count)
        shoal_host_motor_power_set((uint8_t)motor, value > motorFull ? motorFull : value);
    else shoal_host_warn("there is no motor with an id above 2");
}

void pogobot_motor_set(motor_id motor, uint16_t value) { pogobot_motor_power_set(motor, value); }

void pogobot_motor_dir_set(motor_id motor, uint8_t value) {
    if ((unsigned)motor < motor_count) shoal_host_motor_dir_set((uint8_t)motor, value != 0);
    else shoal_host_warn("there is no motor with an id above 2");
}

uint32_t pogobot_motor_dir_current_status(void) { return shoal_host_motor_dir_status(); }

int8_t pogobot_motor_dir_mem_get(uint8_t* directions) {
    shoal_require(directions, null_array);
    memcpy(directions, dir_memory, sizeof dir_memory);
    return 0;
}

int8_t pogobot_motor_dir_mem_set(uint8_t* directions) {
    shoal_require(directions, null_array);
    for (int motor = 0; motor < motor_count; motor++) dir_memory[motor] = directions[motor] != 0;
    return 0;
}

uint8_t pogobot_motor_power_mem_get(uint16_t* powers) {
    shoal_require(powers, null_array);
    memcpy(powers, power_memory, sizeof power_memory);
    return 0;
}

uint8_t pogobot_motor_power_mem_set(uint16_t* powers) {
    shoal_require(powers, null_array);
    memcpy(power_memory, powers, sizeof power_memory);
    return 0;
}

uint16_t pogobot_helper_getid(void) { return shoal_host_id(); }

int16_t pogobot_helper_getRandSeed(void) { return shoal_host_rand_seed(); }

void pogobot_helper_print_version(void) { printf(" Pogolib Version : %s\n", POGOLIB_RELEASE_VERSION); }

uint32_t get_nb_robots(void) { return shoal_host_nb_robots(); }

void stop_simulation(void) { shoal_host_stop(); }

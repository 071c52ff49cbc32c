// Checks the gyroscope against what the motors do, and reckons the heading by summing it up.
#include "pogobase.h"

typedef enum { phase_right, phase_straight, phase_left, phase_count } phase_t;

typedef struct {
    time_reference_t since_step;  // stopwatch
    time_reference_t phase_end;   // timer
    phase_t phase;
    uint32_t steps_in_phase;
    float acceleration[3], gyro[3];
    double heading;       // rad since the start, clockwise on the screen
    uint32_t mismatches;  // steps at which the gyroscope did not agree with the phase
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint32_t phase_ms = 2000;  // ms
static float still = 0.2f;        // rad/s: a rate below this is none

static void start_phase(phase_t phase) {
    static const uint16_t left[phase_count] = {motorFull, motorFull, motorHalf};
    static const uint16_t right[phase_count] = {motorHalf, motorFull, motorFull};
    mydata->phase = phase;
    mydata->steps_in_phase = 0;
    pogobot_timer_init(&mydata->phase_end, (int32_t)(1000 * phase_ms));
    pogobot_motor_set(motorL, left[phase]);
    pogobot_motor_set(motorR, right[phase]);
    pogobot_led_setColors(phase == phase_right ? 25 : 0, phase == phase_straight ? 25 : 0,
                          phase == phase_left ? 25 : 0, 0);
}

// The z axis of the gyroscope points up, so turning right is negative.
static bool agrees(void) {
    const float rate = mydata->gyro[2];
    switch (mydata->phase) {
        case phase_right: return rate < -still;
        case phase_left: return rate > still;
        default: return rate >= -still && rate <= still;
    }
}

static void user_init(void) {
    pogobot_stopwatch_reset(&mydata->since_step);
    start_phase(phase_right);
}

static void user_step(void) {
    pogobot_imu_read(mydata->acceleration, mydata->gyro);
    mydata->heading -= (double)mydata->gyro[2] * pogobot_stopwatch_lap(&mydata->since_step) * 1e-6;
    if (++mydata->steps_in_phase > 5 && !agrees()) mydata->mismatches++;
    if (!pogobot_timer_has_expired(&mydata->phase_end)) return;
    if (pogobot_helper_getid() == 0)
        printf("phase %d: gyro %.3f rad/s, sideways %.3f m/s2, %.1f degrees Celsius, %lu mismatches\n",
               mydata->phase, (double)mydata->gyro[2], (double)mydata->acceleration[1],
               (double)pogobot_imu_readTemp(), (unsigned long)mydata->mismatches);
    start_phase((mydata->phase + 1) % phase_count);
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(phase_ms);
    init_from_configuration(still);
}

static void create_data_schema(void) {
    data_add_column_int8("phase");
    data_add_column_double("gyro_z");
    data_add_column_double("sideways");
    data_add_column_double("heading");
    data_add_column_int32("mismatches");
}

static void export_data(void) {
    data_set_value_int8("phase", (int8_t)mydata->phase);
    data_set_value_double("gyro_z", mydata->gyro[2]);
    data_set_value_double("sideways", mydata->acceleration[1]);
    data_set_value_double("heading", mydata->heading);
    data_set_value_int32("mismatches", (int32_t)mydata->mismatches);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

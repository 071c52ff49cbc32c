// Active Brownian particles: constant speed ahead, a heading that diffuses. A jolt of the accelerometer tells a robot
// that it ran into something; it then turns away for a while.
#include "pogobase.h"

#include <math.h>

typedef struct {
    time_reference_t calm;      // timer: until then jolts are its own doing
    time_reference_t turn_end;  // timer
    bool turning;
    uint32_t bumps;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static float speed = 512.0f;     // motor power
static float diffusion = 0.2f;   // rad²/s: of the heading
static float turn_rate = 12.0f;  // rad/s: of this robot with one motor at full power and the other one off
static float jolt = 2.0f;        // m/s²
static bool feel_bumps = true;
static uint32_t turn_ms = 1200;  // ms: longest turn after a bump

static const float step_s = 1.0f / 60.0f;

static float uniform(void) { return ((float)rand() + 1.0f) / ((float)RAND_MAX + 2.0f); }

// Box and Muller.
static float gaussian(void) { return sqrtf(-2.0f * logf(uniform())) * cosf(6.2831853f * uniform()); }

static void drive_wheel(motor_id motor, uint8_t forward, float power) {
    const float p = fabsf(power) > motorFull ? motorFull : fabsf(power);
    pogobot_motor_dir_set(motor, power < 0.0f ? !forward : forward);
    pogobot_motor_set(motor, (uint16_t)lroundf(p));
}

static void drive(float ahead, float turn_right) {
    uint8_t forward[3];
    pogobot_motor_dir_mem_get(forward);
    drive_wheel(motorL, forward[motorL], ahead + turn_right);
    drive_wheel(motorR, forward[motorR], ahead - turn_right);
}

// In one step the heading turns by a normal angle of variance 2 D t, as far as both motors can keep their mean power.
static void diffuse(void) {
    const float rate = gaussian() * sqrtf(2.0f * diffusion / step_s);
    const float turn = rate / turn_rate * 0.5f * motorFull;
    const float room = motorFull - speed;
    drive(speed, fmaxf(-room, fminf(room, turn)));
}

static bool bumped(void) {
    float acceleration[3], gyro[3];
    pogobot_imu_read(acceleration, gyro);
    return feel_bumps && pogobot_timer_has_expired(&mydata->calm) &&
           hypotf(acceleration[0], acceleration[1]) > jolt;
}

static void turn_away(void) {
    mydata->bumps++;
    mydata->turning = true;
    pogobot_timer_init(&mydata->turn_end, (int32_t)(1000.0f * (0.3f + 0.7f * uniform()) * (float)turn_ms));
    drive(0.0f, rand() % 2 ? 300.0f : -300.0f);
    pogobot_led_setColors(25, 0, 0, 0);
}

static void go_on(void) {
    const int32_t own_jolts_us = 100000;
    mydata->turning = false;
    pogobot_timer_init(&mydata->calm, own_jolts_us);
    pogobot_led_setColors(0, 0, 25, 0);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    go_on();
}

static void user_step(void) {
    if (mydata->turning && pogobot_timer_has_expired(&mydata->turn_end)) go_on();
    if (mydata->turning) return;
    if (bumped()) turn_away();
    else diffuse();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(speed);
    init_from_configuration(diffusion);
    init_from_configuration(turn_rate);
    init_from_configuration(jolt);
    init_from_configuration(feel_bumps);
    init_from_configuration(turn_ms);
}

static void create_data_schema(void) { data_add_column_int32("bumps"); }

static void export_data(void) { data_set_value_int32("bumps", (int32_t)mydata->bumps); }
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

// Run and tumble: a robot runs straight for a random time (green), turns on the spot for a random time (red),
// and runs on. With enable_backward_dir every other run, on average, goes backwards.
#include "pogobase.h"

typedef enum { phase_run, phase_tumble } phase_t;

typedef struct {
    time_reference_t phase_end;  // timer
    phase_t phase;
    uint8_t forward[3];  // motor directions that drive forward on this robot: right, left, back
} USERDATA;

DECLARE_USERDATA(USERDATA);
REGISTER_USERDATA(USERDATA);

// Parameters, in ms; a scenario may set them.
static uint32_t run_duration_min = 200;
static uint32_t run_duration_max = 1200;
static uint32_t tumble_duration_min = 100;
static uint32_t tumble_duration_max = 1100;
static bool enable_backward_dir = false;

static uint32_t random_between(uint32_t lowest, uint32_t highest) {
    return highest > lowest ? lowest + (uint32_t)rand() % (highest - lowest + 1) : lowest;
}

static bool coin_flip(void) { return random_between(0, 1) == 1; }

static void drive(bool right_backward, bool left_backward) {
    pogobot_motor_dir_set(motorR, right_backward ? !mydata->forward[motorR] : mydata->forward[motorR]);
    pogobot_motor_dir_set(motorL, left_backward ? !mydata->forward[motorL] : mydata->forward[motorL]);
    pogobot_motor_set(motorR, motorFull);
    pogobot_motor_set(motorL, motorFull);
}

static void start_phase(phase_t phase, uint32_t duration_ms) {
    mydata->phase = phase;
    pogobot_timer_init(&mydata->phase_end, (int32_t)(duration_ms * 1000));
}

static void start_run(void) {
    start_phase(phase_run, random_between(run_duration_min, run_duration_max));
    const bool backward = enable_backward_dir && coin_flip();
    drive(backward, backward);
    pogobot_led_setColors(0, 25, 0, 0);
}

static void start_tumble(void) {
    start_phase(phase_tumble, random_between(tumble_duration_min, tumble_duration_max));
    const bool clockwise = coin_flip();
    drive(clockwise, !clockwise);
    pogobot_led_setColors(25, 0, 0, 0);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    pogobot_motor_dir_mem_get(mydata->forward);
    start_run();
}

static void user_step(void) {
    if (!pogobot_timer_has_expired(&mydata->phase_end)) return;
    if (mydata->phase == phase_run) start_tumble();
    else start_run();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(run_duration_min);
    init_from_configuration(run_duration_max);
    init_from_configuration(tumble_duration_min);
    init_from_configuration(tumble_duration_max);
    init_from_configuration(enable_backward_dir);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

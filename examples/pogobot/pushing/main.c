// Robots cross the arena and push what stands in their way: they drive along a wide arc, and now and then
// turn on the spot so that a corner or a heavy load does not hold them for ever.
#include "pogobase.h"

typedef struct {
    time_reference_t manoeuvre_end;  // timer
    bool turning;
    uint8_t forward[3];  // motor directions that drive forward on this robot: right, left, back
} USERDATA;

DECLARE_USERDATA(USERDATA);
REGISTER_USERDATA(USERDATA);

static uint32_t push_duration = 6000;  // ms, on average
static uint32_t turn_duration = 800;   // ms, on average
static uint16_t curvature = 60;        // largest difference between the motors' powers on an arc

// Within half of the average, either way.
static uint32_t vary(uint32_t average_ms) { return average_ms / 2 + (uint32_t)rand() % (average_ms + 1); }

static void start_manoeuvre(bool turning) {
    const uint32_t duration_ms = vary(turning ? turn_duration : push_duration);
    mydata->turning = turning;
    pogobot_timer_init(&mydata->manoeuvre_end, (int32_t)(duration_ms * 1000));
}

static void push(void) {
    start_manoeuvre(false);
    pogobot_motor_dir_set(motorR, mydata->forward[motorR]);
    pogobot_motor_dir_set(motorL, mydata->forward[motorL]);
    pogobot_motor_set(motorR, (uint16_t)(motorFull - rand() % (curvature + 1)));
    pogobot_motor_set(motorL, (uint16_t)(motorFull - rand() % (curvature + 1)));
    pogobot_led_setColor(0, 0, 25);
}

static void turn(void) {
    start_manoeuvre(true);
    const motor_id backward = rand() % 2 ? motorR : motorL;
    pogobot_motor_dir_set(backward, !mydata->forward[backward]);
    pogobot_motor_set(motorR, motorHalf);
    pogobot_motor_set(motorL, motorHalf);
    pogobot_led_setColor(25, 12, 0);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    pogobot_motor_dir_mem_get(mydata->forward);
    push();
}

static void user_step(void) {
    if (!pogobot_timer_has_expired(&mydata->manoeuvre_end)) return;
    if (mydata->turning) push();
    else turn();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(push_duration);
    init_from_configuration(turn_duration);
    init_from_configuration(curvature);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

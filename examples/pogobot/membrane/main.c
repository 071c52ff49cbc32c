// Robots in a soft skin: each drives for a while, then turns to a new heading and drives on. Whatever it meets,
// its fellows or the skin, it pushes; together they make the skin crawl. The skin's own program only counts its
// steps.
#include "pogobase.h"

typedef struct {
    time_reference_t phase_end;  // timer
    bool turning;
    uint8_t forward[3];  // motor directions that drive forward on this robot: right, left, back
} USERDATA;

DECLARE_USERDATA(USERDATA);
REGISTER_USERDATA(USERDATA);

static uint32_t drive_duration = 8000;  // ms, on average
static uint32_t turn_duration = 600;    // ms, on average

// Within half of the average, either way.
static uint32_t vary(uint32_t average_ms) { return average_ms / 2 + (uint32_t)rand() % (average_ms + 1); }

static void start_phase(bool turning) {
    const uint32_t duration_ms = vary(turning ? turn_duration : drive_duration);
    const motor_id backward = rand() % 2 ? motorR : motorL;
    mydata->turning = turning;
    pogobot_timer_init(&mydata->phase_end, (int32_t)(duration_ms * 1000));
    pogobot_motor_dir_set(motorR, mydata->forward[motorR]);
    pogobot_motor_dir_set(motorL, mydata->forward[motorL]);
    if (turning) pogobot_motor_dir_set(backward, !mydata->forward[backward]);
    pogobot_motor_set(motorR, turning ? motorHalf : motorFull);
    pogobot_motor_set(motorL, turning ? motorHalf : motorFull);
    if (turning) pogobot_led_setColor(25, 12, 0);
    else pogobot_led_setColor(0, 0, 25);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    pogobot_motor_dir_mem_get(mydata->forward);
    start_phase(false);
}

static void user_step(void) {
    if (pogobot_timer_has_expired(&mydata->phase_end)) start_phase(!mydata->turning);
}

static void skin_init(void) { main_loop_hz = 1; }
static void skin_step(void) {}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(drive_duration);
    init_from_configuration(turn_duration);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step, "robots");
    pogobot_start(skin_init, skin_step, "skin");
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

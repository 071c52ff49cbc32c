// The voter model: each robot has one of two opinions and tells it to whoever is near. From time to time it is in doubt, and
// takes the next opinion that it hears. In the end all have the same; which one is a matter of chance.
#include "pogobase.h"

#include <math.h>

typedef struct {
    time_reference_t leg_end;  // timer
    time_reference_t doubt;    // timer: until then it keeps its opinion
    bool red;                  // its opinion; blue otherwise
    bool turning;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static float red_share = 0.5f;  // chance of a robot to start red
static float doubt_s = 1.0f;    // s: mean time between two doubts
static uint32_t leg_ms = 1500;  // ms: a leg takes a quarter to five quarters of this

static float uniform(void) { return ((float)rand() + 1.0f) / ((float)RAND_MAX + 2.0f); }

// Straight ahead and a turn on one motor take turns, each for a random time.
static void start_leg(void) {
    pogobot_timer_init(&mydata->leg_end, (int32_t)(1000 * (leg_ms / 4 + (uint32_t)rand() % leg_ms)));
    mydata->turning = !mydata->turning;
    const bool right = rand() % 2;
    pogobot_motor_set(motorL, mydata->turning && !right ? motorStop : motorFull);
    pogobot_motor_set(motorR, mydata->turning && right ? motorStop : motorFull);
}

// At random times, independent of each other.
static void await_doubt(void) {
    pogobot_timer_init(&mydata->doubt, (int32_t)(-1e6f * doubt_s * logf(uniform())));
}

static void hold(bool red) {
    mydata->red = red;
    pogobot_led_setColors(red ? 25 : 0, 0, red ? 0 : 25, 0);
}

static bool send(void) {
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&mydata->red, sizeof mydata->red) == 0;
}

static void receive(message_t* message) {
    if (!pogobot_timer_has_expired(&mydata->doubt)) return;
    hold(message->payload[0]);
    await_doubt();
}

#ifdef SIMULATOR
// What the robots told since the last global step; plain globals are common to all robots of a run.
static uint32_t told, told_red;

static void tell_opinion(void) {
    told++;
    told_red += mydata->red;
}
#endif

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    hold(uniform() < red_share);
    msg_tx_fn = send;
    msg_rx_fn = receive;
    await_doubt();
    start_leg();
}

static void user_step(void) {
    if (pogobot_timer_has_expired(&mydata->leg_end)) start_leg();
#ifdef SIMULATOR
    tell_opinion();
#endif
}

#ifdef SIMULATOR
static uint32_t agreed_steps;

// Ends the run when all have agreed for a second.
static void global_step(void) {
    if (told < get_nb_robots()) return;
    const bool agree = told_red == 0 || told_red == told;
    agreed_steps = agree ? agreed_steps + 1 : 0;
    const bool red = told_red > 0;
    told = told_red = 0;
    if (agreed_steps < main_loop_hz) return;
    printf("all %s after %.1f s\n", red ? "red" : "blue", 0.001 * current_time_milliseconds());
    stop_simulation();
}

static void global_setup(void) {
    init_from_configuration(red_share);
    init_from_configuration(doubt_s);
    init_from_configuration(leg_ms);
}

static void create_data_schema(void) { data_add_column_bool("red"); }

static void export_data(void) { data_set_value_bool("red", mydata->red); }
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_global_step, global_step);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

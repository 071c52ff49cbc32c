// Kuramoto oscillators on moving robots: each has a phase that turns at a rate of its own, tells it to whoever is near,
// and is pulled towards the phases that it hears. The colour is the phase.
#include "pogobase.h"

#include <math.h>

typedef struct {
    time_reference_t leg_end;     // timer
    time_reference_t since_step;  // stopwatch
    float rate;                   // rad/s: natural one
    float phase;                  // rad, in [0, 2π)
    bool turning;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static float mean_rate = 2.0f;  // rad/s
static float spread = 0.15f;    // rad/s: natural rates are within this of their mean
static float coupling = 0.1f;   // rad: of each message, times the sine of the difference
static uint32_t leg_ms = 1500;  // ms: a leg takes a quarter to five quarters of this

static const float two_pi = 6.2831853f;

static float uniform(void) { return (float)rand() / (float)RAND_MAX; }

// Straight ahead and a turn on one motor take turns, each for a random time.
static void start_leg(void) {
    pogobot_timer_init(&mydata->leg_end, (int32_t)(1000 * (leg_ms / 4 + (uint32_t)rand() % leg_ms)));
    mydata->turning = !mydata->turning;
    const bool right = rand() % 2;
    pogobot_motor_set(motorL, mydata->turning && !right ? motorStop : motorFull);
    pogobot_motor_set(motorR, mydata->turning && right ? motorStop : motorFull);
}

static void advance(float angle) { mydata->phase = fmodf(mydata->phase + angle + two_pi, two_pi); }

static bool send(void) {
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&mydata->phase, sizeof mydata->phase) == 0;
}

static void receive(message_t* message) {
    float other;
    memcpy(&other, message->payload, sizeof other);
    advance(coupling * sinf(other - mydata->phase));
}

static void show_phase(void) {
    uint8_t r, g, b;
    rainbow_colormap((uint8_t)(254.0f * mydata->phase / two_pi), &r, &g, &b);
    pogobot_led_setColors(r, g, b, 0);
}

#ifdef SIMULATOR
// What the robots told since the last global step; plain globals are common to all robots of a run.
static float sum_cos, sum_sin;
static uint32_t told;

static void tell_phase(void) {
    sum_cos += cosf(mydata->phase);
    sum_sin += sinf(mydata->phase);
    told++;
}
#endif

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    pogobot_stopwatch_reset(&mydata->since_step);
    mydata->rate = mean_rate + spread * (2.0f * uniform() - 1.0f);
    mydata->phase = two_pi * uniform();
    msg_tx_fn = send;
    msg_rx_fn = receive;
    start_leg();
}

static void user_step(void) {
    advance(mydata->rate * 1e-6f * (float)pogobot_stopwatch_lap(&mydata->since_step));
    if (pogobot_timer_has_expired(&mydata->leg_end)) start_leg();
    show_phase();
#ifdef SIMULATOR
    tell_phase();
#endif
}

#ifdef SIMULATOR
static float synchronous = 0.99f;  // order parameter that ends the run
static float order;  // length of the mean of all unit vectors at the phases: 1 when all are equal

static void global_step(void) {
    if (told < get_nb_robots()) return;
    order = hypotf(sum_cos, sum_sin) / (float)told;
    sum_cos = sum_sin = 0.0f;
    told = 0;
    if (order < synchronous) return;
    printf("synchronous after %.1f s\n", 0.001 * current_time_milliseconds());
    stop_simulation();
}

static void global_setup(void) {
    init_from_configuration(mean_rate);
    init_from_configuration(spread);
    init_from_configuration(coupling);
    init_from_configuration(synchronous);
    init_from_configuration(leg_ms);
}

static void create_data_schema(void) {
    data_add_column_double("rate");
    data_add_column_double("phase");
    data_add_column_double("order");
}

static void export_data(void) {
    data_set_value_double("rate", mydata->rate);
    data_set_value_double("phase", mydata->phase);
    data_set_value_double("order", order);
}
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

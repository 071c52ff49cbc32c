// Robots that wander part the arena into two halves. `side` holds on to -1 or 1 but gives in to that of the neighbours, so
// domains grow; `mean` takes each change of the side and diffuses, so it is the mean of all sides and keeps the balance.
#include "pogobase.h"

enum { most_neighbors = 20 };

typedef struct {
    uint16_t sender;
    float side, mean;
} message_body_t;

typedef struct {
    float side;                  // below 0 one domain, above 0 the other
    float mean;                  // of the sides of all, as far as it knows
    float side_gain, mean_gain;  // what the neighbours heard in this round differ by, in total
    uint16_t heard[most_neighbors];
    uint8_t heard_count;
    uint32_t changes;        // of domain
    time_reference_t round;  // timer
    time_reference_t leg;    // timer: until then it keeps its curve
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint32_t round_ms = 100;
static float side_diffusion = 0.04f;  // per neighbour and round
static float mean_diffusion = 0.1f;   // per neighbour and round
static float decision = 0.1f;         // per round: how fast a robot makes up its mind
static float balance = 2.0f;          // how much the mean pushes to the rarer side
static float leak = 0.003f;           // per round: mends what lost messages do to the mean
static uint16_t power = 512;          // of motors

static float uniform(float lowest, float highest) {
    return lowest + (highest - lowest) * (float)rand() / (float)RAND_MAX;
}

static bool is_new(uint16_t sender) {
    if (mydata->heard_count == most_neighbors) return false;
    for (uint8_t i = 0; i < mydata->heard_count; i++) {
        if (mydata->heard[i] == sender) return false;
    }
    return true;
}

static void receive(message_t* message) {
    message_body_t body;
    if (message->header.payload_length < sizeof body) return;
    memcpy(&body, message->payload, sizeof body);
    if (!is_new(body.sender)) return;
    mydata->heard[mydata->heard_count++] = body.sender;
    mydata->side_gain += body.side - mydata->side;
    mydata->mean_gain += body.mean - mydata->mean;
}

static bool send(void) {
    message_body_t body = {.sender = pogobot_helper_getid(), .side = mydata->side, .mean = mydata->mean};
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&body, sizeof body) == 0;
}

static void start_round(void) {
    mydata->side_gain = mydata->mean_gain = 0.0f;
    mydata->heard_count = 0;
    pogobot_timer_init(&mydata->round, (int32_t)(1000 * round_ms));
}

static void end_round(void) {
    const float side = mydata->side, mean = mydata->mean;
    const float choice = decision * (side - side * side * side - balance * mean);
    mydata->side += choice + side_diffusion * mydata->side_gain;
    mydata->mean += mydata->side - side + mean_diffusion * mydata->mean_gain + leak * (side - mean);
    mydata->changes += (side < 0.0f) != (mydata->side < 0.0f);
}

static void wander(void) {
    pogobot_timer_init(&mydata->leg, (int32_t)uniform(0.5e6f, 2e6f));
    pogobot_motor_set(motorL, rand() % 3 ? power : motorStop);
    pogobot_motor_set(motorR, rand() % 3 ? power : motorStop);
}

// From red over green at the border to blue.
static void glow(void) {
    uint8_t r, g, b;
    const float part = 0.5f + 0.5f * mydata->side;
    rainbow_colormap((uint8_t)(170.0f * (part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part)), &r, &g, &b);
    pogobot_led_setColors(r, g, b, 0);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    percent_msgs_sent_per_ticks = 40;
    max_nb_processed_msg_per_tick = 50;
    msg_rx_fn = receive;
    msg_tx_fn = send;
    mydata->side = mydata->mean = uniform(-1.0f, 1.0f);
    start_round();
    wander();
}

static void user_step(void) {
    if (pogobot_timer_has_expired(&mydata->leg)) wander();
    if (pogobot_timer_has_expired(&mydata->round)) {
        end_round();
        start_round();
    }
    glow();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(round_ms);
    init_from_configuration(side_diffusion);
    init_from_configuration(mean_diffusion);
    init_from_configuration(decision);
    init_from_configuration(balance);
    init_from_configuration(leak);
    init_from_configuration(power);
}

static void create_data_schema(void) {
    data_add_column_double("side");
    data_add_column_double("mean");
    data_add_column_int32("changes");
}

static void export_data(void) {
    data_set_value_double("side", mydata->side);
    data_set_value_double("mean", mydata->mean);
    data_set_value_int32("changes", (int32_t)mydata->changes);
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

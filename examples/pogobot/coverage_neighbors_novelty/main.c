// Run and tumble with two wishes: not to be alone, and to be among robots that one does not know yet. Before each run a
// robot turns away from the neighbours that it has known for long, towards strangers; back if it has lost everybody.
#include "pogobase.h"

#include <math.h>

enum { most_peers = 64 };
typedef enum { objective_none, objective_neighbors, objective_novelty, objective_both } objective_t;

typedef struct {
    uint16_t id;
    uint8_t side;       // the receiver that heard it last
    uint32_t heard_ms;  // when
    float familiarity;  // 0 to 1
} peer_t;

typedef struct {
    peer_t peers[most_peers];
    uint8_t peer_count;          // robots met so far
    uint8_t neighbors;           // heard of late
    bool lost_them;              // all of them, in this step
    float strangeness;           // of the neighbours, mean
    bool running;                // else it turns
    time_reference_t phase_end;  // timer
    uint8_t forward[3];
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static objective_t wish = objective_both;
static uint32_t run_ms = 2000;  // ms: mean run
static float turn_rate = 4.0f;  // rad/s, of this robot on the spot
static float learn_s = 5.0f;    // s until a neighbour is familiar …
static float forget_s = 60.0f;  // s … and until it is forgotten

static const uint32_t recent_ms = 500;
static const float pi = 3.14159265f;
static const float step_s = 1.0f / 60.0f;

static float uniform(float lowest, float highest) {
    return lowest + (highest - lowest) * (float)rand() / (float)RAND_MAX;
}

static bool is_near(const peer_t* peer) { return current_time_milliseconds() - peer->heard_ms < recent_ms; }

static void get_to_know(void) {
    float familiar = 0.0f;
    const uint8_t before = mydata->neighbors;
    mydata->neighbors = 0;
    for (uint8_t i = 0; i < mydata->peer_count; i++) {
        peer_t* peer = &mydata->peers[i];
        peer->familiarity += is_near(peer) ? step_s / learn_s : -step_s / forget_s;
        peer->familiarity = fmaxf(0.0f, fminf(1.0f, peer->familiarity));
        if (!is_near(peer)) continue;
        mydata->neighbors++;
        familiar += peer->familiarity;
    }
    mydata->lost_them = before > 0 && mydata->neighbors == 0;
    mydata->strangeness = mydata->neighbors > 0 ? 1.0f - familiar / mydata->neighbors : 0.0f;
}

// Where to turn, in rad from straight ahead: to where the strangers are and the familiar are not.
static float towards_strangers(void) {
    float ahead = 0.0f, right = 0.0f;
    for (uint8_t i = 0; i < mydata->peer_count; i++) {
        const peer_t* peer = &mydata->peers[i];
        if (!is_near(peer)) continue;
        const float bearing = 0.5f * pi * (float)peer->side;
        const float pull = 1.0f - 2.0f * peer->familiarity;
        ahead += pull * cosf(bearing);
        right += pull * sinf(bearing);
    }
    if (hypotf(ahead, right) < 0.1f) return uniform(-pi, pi);
    return atan2f(right, ahead) + uniform(-0.5f, 0.5f);
}

static bool wants_neighbors(void) { return wish == objective_neighbors || wish == objective_both; }

static float choose_turn(void) {
    const bool wants_novelty = wish == objective_novelty || wish == objective_both;
    if (wants_neighbors() && mydata->neighbors == 0) return pi + uniform(-0.3f, 0.3f);
    return wants_novelty ? towards_strangers() : uniform(-pi, pi);
}

static void drive(bool right_backward, bool left_backward) {
    pogobot_motor_dir_set(motorR, right_backward ? !mydata->forward[motorR] : mydata->forward[motorR]);
    pogobot_motor_dir_set(motorL, left_backward ? !mydata->forward[motorL] : mydata->forward[motorL]);
    pogobot_motor_set(motorR, motorFull);
    pogobot_motor_set(motorL, motorFull);
}

static void start_phase(bool running, float seconds) {
    mydata->running = running;
    pogobot_timer_init(&mydata->phase_end, (int32_t)(seconds * 1e6f));
}

static void start_turn(void) {
    const float turn = remainderf(choose_turn(), 2.0f * pi);
    start_phase(false, fabsf(turn) / turn_rate);
    drive(turn > 0.0f, turn < 0.0f);
}

static void start_run(void) {
    start_phase(true, 0.001f * (float)run_ms * uniform(0.5f, 1.5f));
    drive(false, false);
}

// Blue alone, green among familiar neighbours, red among strangers.
static void glow(void) {
    const uint8_t red = (uint8_t)(25.0f * mydata->strangeness);
    if (mydata->neighbors == 0) pogobot_led_setColors(0, 0, 25, 0);
    else pogobot_led_setColors(red, 25 - red, 0, 0);
}

static void hear(uint16_t id, uint8_t side) {
    uint8_t i = 0;
    while (i < mydata->peer_count && mydata->peers[i].id != id) i++;
    if (i == most_peers) return;
    if (i == mydata->peer_count) mydata->peers[mydata->peer_count++] = (peer_t){.id = id};
    mydata->peers[i].side = side;
    mydata->peers[i].heard_ms = current_time_milliseconds();
}

static void receive(message_t* message) {
    uint16_t id;
    if (message->header.payload_length < sizeof id) return;
    memcpy(&id, message->payload, sizeof id);
    hear(id, message->header._receiver_ir_index);
}

static bool send(void) {
    uint16_t id = pogobot_helper_getid();
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&id, sizeof id) == 0;
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    max_nb_processed_msg_per_tick = 50;
    msg_rx_fn = receive;
    msg_tx_fn = send;
    pogobot_motor_dir_mem_get(mydata->forward);
    start_run();
}

static void user_step(void) {
    get_to_know();
    const bool over = pogobot_timer_has_expired(&mydata->phase_end);
    if (!mydata->running && over) start_run();
    else if (mydata->running && (over || (mydata->lost_them && wants_neighbors()))) start_turn();
    glow();
}

#ifdef SIMULATOR
static char objective[16] = "both";

static void choose_objective(void) {
    static const char* names[] = {"none", "neighbors", "novelty", "both"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(objective, names[i]) != 0) continue;
        wish = (objective_t)i;
        return;
    }
    printf("objective %s: none, neighbors, novelty or both\n", objective);
    stop_simulation();
}

static void global_setup(void) {
    init_array_from_configuration(objective);
    init_from_configuration(run_ms);
    init_from_configuration(turn_rate);
    init_from_configuration(learn_s);
    init_from_configuration(forget_s);
    choose_objective();
}

static void create_data_schema(void) {
    data_add_column_int16("neighbors");
    data_add_column_int16("met");
    data_add_column_double("strangeness");
}

static void export_data(void) {
    data_set_value_int16("neighbors", mydata->neighbors);
    data_set_value_int16("met", mydata->peer_count);
    data_set_value_double("strangeness", mydata->strangeness);
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

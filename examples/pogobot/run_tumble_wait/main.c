// Run, tumble, wait: robots run straight (green) and tumble (blue); a running robot stops to wait (red) the sooner, and
// waits the longer, the more neighbours it hears. So they gather in clusters.
#include "pogobase.h"

enum { most_neighbors = 24 };

typedef enum { phase_run, phase_tumble, phase_wait } phase_t;

typedef struct {
    uint16_t id;
    uint32_t heard;  // ms of the robot's clock
} neighbor_t;

typedef struct {
    neighbor_t near[most_neighbors];
    uint8_t known;   // rows of `near` in use
    double density;  // neighbours, smoothed
    phase_t phase;
    time_reference_t phase_end;  // timer of runs and tumbles
    uint8_t forward[3];          // motor directions that drive forward on this robot: right, left, back
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

typedef struct __attribute__((packed)) {
    uint8_t kind;
    uint16_t id;
} heartbeat_t;

static const uint8_t heartbeat_kind = 0x48;

static bool density_controlled = true;  // if not, all behave as with half_density neighbours
static double half_density = 2.0;  // neighbours with which a robot stops, and goes on, at half of the rates
static double stop_rate = 2.0;     // 1/s: of a running robot in a dense crowd
static double go_rate = 0.5;       // 1/s: of a waiting robot that is alone
static double smoothing = 0.5;     // s
static uint32_t max_age = 800;     // ms: who has not been heard for longer is gone
static uint32_t run_duration = 2000;    // ms: longest
static uint32_t tumble_duration = 800;  // ms: longest

static bool say_who_i_am(void) {
    heartbeat_t heartbeat = {.kind = heartbeat_kind, .id = pogobot_helper_getid()};
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&heartbeat, sizeof heartbeat) == 0;
}

static void note(uint16_t id) {
    uint8_t i = 0;
    while (i < mydata->known && mydata->near[i].id != id) i++;
    if (i == most_neighbors) return;
    if (i == mydata->known) mydata->known++;
    mydata->near[i] = (neighbor_t){.id = id, .heard = current_time_milliseconds()};
}

static void listen(message_t* message) {
    heartbeat_t heartbeat;
    if (message->header.payload_length != sizeof heartbeat) return;
    memcpy(&heartbeat, message->payload, sizeof heartbeat);
    if (heartbeat.kind == heartbeat_kind) note(heartbeat.id);
}

static void forget_who_left(void) {
    uint8_t kept = 0;
    for (uint8_t i = 0; i < mydata->known; i++)
        if (current_time_milliseconds() - mydata->near[i].heard <= max_age)
            mydata->near[kept++] = mydata->near[i];
    mydata->known = kept;
}

static void smooth_density(void) {
    mydata->density += (mydata->known - mydata->density) / (smoothing * main_loop_hz);
}

// From 0 for a robot that is alone to 1 in a dense crowd.
static double crowding(void) {
    const double n = density_controlled ? mydata->density : half_density;
    const double part = n / half_density * n / half_density;
    return part * part / (part * part + 1.0);
}

// Whether what happens at this rate (1/s) happens in this step.
static bool happens(double rate) { return rand() < rate / main_loop_hz * RAND_MAX; }

static void drive_wheel(motor_id motor, bool backward, uint16_t power) {
    const uint8_t forward = mydata->forward[motor];
    pogobot_motor_dir_set(motor, backward ? !forward : forward);
    pogobot_motor_set(motor, power);
}

static void enter(phase_t phase, uint32_t longest_ms) {
    mydata->phase = phase;
    const uint32_t duration_ms = longest_ms / 4 + (uint32_t)rand() % (3 * longest_ms / 4 + 1);
    pogobot_timer_init(&mydata->phase_end, (int32_t)(1000 * duration_ms));
}

static void start_run(void) {
    enter(phase_run, run_duration);
    drive_wheel(motorL, false, motorFull);
    drive_wheel(motorR, false, motorFull);
    pogobot_led_setColors(0, 25, 0, 0);
}

static void start_tumble(void) {
    enter(phase_tumble, tumble_duration);
    const bool to_the_left = rand() % 2;
    drive_wheel(motorL, to_the_left, motorFull);
    drive_wheel(motorR, !to_the_left, motorFull);
    pogobot_led_setColors(0, 0, 25, 0);
}

static void start_wait(void) {
    mydata->phase = phase_wait;
    drive_wheel(motorL, false, motorStop);
    drive_wheel(motorR, false, motorStop);
    pogobot_led_setColors(25, 0, 0, 0);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    max_nb_processed_msg_per_tick = 20;
    msg_tx_fn = say_who_i_am;
    msg_rx_fn = listen;
    pogobot_motor_dir_mem_get(mydata->forward);
    start_run();
}

static void user_step(void) {
    forget_who_left();
    smooth_density();
    const bool over = pogobot_timer_has_expired(&mydata->phase_end);
    switch (mydata->phase) {
        case phase_run:
            if (happens(stop_rate * crowding())) start_wait();
            else if (over) start_tumble();
            break;
        case phase_tumble:
            if (over) start_run();
            break;
        case phase_wait:
            if (happens(go_rate * (1.0 - crowding()))) start_tumble();
            break;
    }
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(density_controlled);
    init_from_configuration(half_density);
    init_from_configuration(stop_rate);
    init_from_configuration(go_rate);
    init_from_configuration(smoothing);
    init_from_configuration(max_age);
    init_from_configuration(run_duration);
    init_from_configuration(tumble_duration);
}

static void create_data_schema(void) {
    data_add_column_double("density");
    data_add_column_double("crowding");
    data_add_column_int8("phase");
}

static void export_data(void) {
    data_set_value_double("density", mydata->density);
    data_set_value_double("crowding", crowding());
    data_set_value_int8("phase", (int8_t)mydata->phase);
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

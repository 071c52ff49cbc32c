// Counting neighbours: each robot says who it is, and keeps a table of whom it has heard lately and by which receivers.
// The head shows how many there are, the four other LEDs on which sides.
#include "pogobase.h"

enum { most_neighbors = 20 };

typedef struct {
    uint16_t id;
    uint32_t heard[IR_RX_COUNT];  // ms of the robot's clock plus 1, by receiver; 0: never
} neighbor_t;

typedef struct {
    neighbor_t table[most_neighbors];
    uint8_t known;               // rows of the table in use
    uint8_t count[IR_RX_COUNT];  // neighbours by receiver; some are heard by two
    time_reference_t leg_end;    // timer: until then it keeps its curve
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

typedef struct __attribute__((packed)) {
    uint8_t kind;
    uint16_t id;
} heartbeat_t;

static const uint8_t heartbeat_kind = 0x48;

static uint32_t max_age = 1000;       // ms: who has not been heard for longer is gone
static uint16_t speed = 300;          // motor power; 0: they stand
static uint32_t leg_duration = 3000;  // ms: longest

static bool say_who_i_am(void) {
    heartbeat_t heartbeat = {.kind = heartbeat_kind, .id = pogobot_helper_getid()};
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&heartbeat, sizeof heartbeat) == 0;
}

// The row of a robot, a new one if it has none yet, or none if the table is full.
static neighbor_t* row_of(uint16_t id) {
    for (uint8_t i = 0; i < mydata->known; i++)
        if (mydata->table[i].id == id) return &mydata->table[i];
    if (mydata->known == most_neighbors) return NULL;
    neighbor_t* row = &mydata->table[mydata->known++];
    *row = (neighbor_t){.id = id};
    return row;
}

static void listen(message_t* message) {
    heartbeat_t heartbeat;
    if (message->header.payload_length != sizeof heartbeat) return;
    memcpy(&heartbeat, message->payload, sizeof heartbeat);
    if (heartbeat.kind != heartbeat_kind) return;
    neighbor_t* row = row_of(heartbeat.id);
    if (row) row->heard[message->header._receiver_ir_index] = current_time_milliseconds() + 1;
}

static bool is_fresh(uint32_t heard) {
    return heard > 0 && current_time_milliseconds() + 1 - heard <= max_age;
}

static bool is_near(const neighbor_t* row) {
    for (uint8_t side = 0; side < IR_RX_COUNT; side++)
        if (is_fresh(row->heard[side])) return true;
    return false;
}

static void forget_who_left(void) {
    uint8_t kept = 0;
    for (uint8_t i = 0; i < mydata->known; i++)
        if (is_near(&mydata->table[i])) mydata->table[kept++] = mydata->table[i];
    mydata->known = kept;
}

static void count_by_receiver(void) {
    for (uint8_t side = 0; side < IR_RX_COUNT; side++) {
        mydata->count[side] = 0;
        for (uint8_t i = 0; i < mydata->known; i++)
            mydata->count[side] += is_fresh(mydata->table[i].heard[side]);
    }
}

static void show(void) {
    uint8_t r = 3, g = 3, b = 3;
    if (mydata->known > 0) rainbow_colormap((uint8_t)(30 * mydata->known), &r, &g, &b);
    pogobot_led_setColors(r, g, b, 0);
    for (uint8_t side = 0; side < IR_RX_COUNT; side++) {
        const uint8_t light = (uint8_t)(mydata->count[side] < 5 ? 5 * mydata->count[side] : 25);
        pogobot_led_setColors(light, light, light, (uint8_t)(side + 1));
    }
}

static void start_leg(void) {
    pogobot_timer_init(&mydata->leg_end,
                       (int32_t)(1000 * (leg_duration / 3 + (uint32_t)rand() % leg_duration)));
    const bool to_the_left = rand() % 2;
    const uint16_t slower = (uint16_t)(speed - (uint32_t)rand() % (speed / 2 + 1));
    pogobot_motor_set(motorL, to_the_left ? slower : speed);
    pogobot_motor_set(motorR, to_the_left ? speed : slower);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    max_nb_processed_msg_per_tick = 40;
    error_codes_led_idx = -1;  // the LEDs have other things to show
    msg_tx_fn = say_who_i_am;
    msg_rx_fn = listen;
    start_leg();
}

static void user_step(void) {
    forget_who_left();
    count_by_receiver();
    show();
    if (pogobot_timer_has_expired(&mydata->leg_end)) start_leg();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(max_age);
    init_from_configuration(speed);
    init_from_configuration(leg_duration);
}

static const char* const count_columns[IR_RX_COUNT] = {"front", "right", "back", "left"};

static void create_data_schema(void) {
    data_add_column_int8("neighbors");
    for (int side = 0; side < IR_RX_COUNT; side++) data_add_column_int8(count_columns[side]);
    data_add_column_string("who");
}

static void export_data(void) {
    char who[8 * most_neighbors] = "";
    size_t length = 0;
    for (uint8_t i = 0; i < mydata->known; i++)
        length += (size_t)snprintf(who + length, sizeof who - length, i ? " %u" : "%u", mydata->table[i].id);
    data_set_value_int8("neighbors", (int8_t)mydata->known);
    for (int side = 0; side < IR_RX_COUNT; side++)
        data_set_value_int8(count_columns[side], (int8_t)mydata->count[side]);
    data_set_value_string("who", who);
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

// Probes: robots wander and keep a log of what they met. Some probes stand about and call; a robot that hears one tells it
// what it remembers, and the probe prints each record that is new to it. On real robots these prints leave by a wire.
#include "pogobase.h"

enum { kept_records = 8, most_collected = 1000 };

typedef struct __attribute__((packed)) {
    char kind[4];  // "LOG1"
    uint16_t robot;
    uint16_t number;   // from 1 on
    uint32_t time_ms;  // of the robot's clock, at the end of the record
    uint32_t steps;
    uint16_t turns;  // since the record before, like the next three
    uint16_t heard;  // messages of any kind
    int16_t darkest, brightest;
    int16_t battery_mv;
    int16_t spare;
    float temperature;  // °C
} record_t;

_Static_assert(sizeof(record_t) == 32, "a record is 32 bytes");

// What a robot remembers.
typedef struct {
    record_t records[kept_records];                    // record n at n % kept_records
    record_t next;                                     // that is being made
    time_reference_t record_end, leg_end, probe_near;  // timers
} wanderer_t;

// What a probe remembers.
typedef struct {
    struct {
        uint16_t robot, number;
    } seen[most_collected];
    uint32_t collected;
    uint32_t messages;  // records that came in, known ones too
} probe_t;

typedef union {
    wanderer_t robot;
    probe_t probe;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint32_t record_period = 10000;  // ms
static uint32_t leg_duration = 3000;    // ms: longest

static const char record_kind[4] = "LOG1", call_kind[4] = "CALL";

static bool is_probe(void) { return current_robot_category_is("probes"); }

static bool is_a(const message_t* message, const char* kind, size_t size) {
    return message->header.payload_length == size && memcmp(message->payload, kind, 4) == 0;
}

static void set_timer(time_reference_t* timer, uint32_t ms) {
    pogobot_timer_init(timer, (int32_t)(1000 * ms));
}

// Robots.

static void start_record(wanderer_t* me, uint16_t number) {
    me->next = (record_t){.robot = pogobot_helper_getid(), .number = number, .darkest = INT16_MAX};
    memcpy(me->next.kind, record_kind, sizeof record_kind);
    set_timer(&me->record_end, record_period);
}

static void end_record(wanderer_t* me) {
    me->next.time_ms = current_time_milliseconds();
    me->next.steps = pogobot_ticks;
    me->next.battery_mv = pogobot_battery_voltage_read();
    me->next.temperature = pogobot_imu_readTemp();
    me->records[me->next.number % kept_records] = me->next;
    start_record(me, (uint16_t)(me->next.number + 1));
}

static void look_around(wanderer_t* me) {
    for (uint8_t sensor = 0; sensor < 3; sensor++) {
        const int16_t light = pogobot_photosensors_read(sensor);
        if (light < me->next.darkest) me->next.darkest = light;
        if (light > me->next.brightest) me->next.brightest = light;
    }
}

static void turn(wanderer_t* me) {
    me->next.turns++;
    set_timer(&me->leg_end, leg_duration / 3 + (uint32_t)rand() % leg_duration);
    const uint16_t slower = (uint16_t)(motorFull - rand() % motorHalf);
    const bool to_the_left = rand() % 2;
    pogobot_motor_set(motorL, to_the_left ? slower : motorFull);
    pogobot_motor_set(motorR, to_the_left ? motorFull : slower);
}

// While a probe is near, any of the records that are kept.
static bool tell(void) {
    wanderer_t* me = &mydata->robot;
    const int made = me->next.number - 1, kept = made < kept_records ? made : kept_records;
    if (kept == 0 || pogobot_timer_has_expired(&me->probe_near)) return false;
    record_t* record = &me->records[(made - rand() % kept) % kept_records];
    return pogobot_infrared_sendLongMessage_omniGen((uint8_t*)record, sizeof *record) == 0;
}

static void listen(message_t* message) {
    wanderer_t* me = &mydata->robot;
    me->next.heard++;
    if (is_a(message, call_kind, sizeof call_kind)) set_timer(&me->probe_near, 500);
}

static void robot_step(void) {
    wanderer_t* me = &mydata->robot;
    look_around(me);
    if (pogobot_timer_has_expired(&me->leg_end)) turn(me);
    if (pogobot_timer_has_expired(&me->record_end)) end_record(me);
    if (pogobot_timer_has_expired(&me->probe_near)) pogobot_led_setColors(0, 0, 25, 0);
    else pogobot_led_setColors(0, 25, 0, 0);
}

// Probes.

static bool call(void) {
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)call_kind, sizeof call_kind) == 0;
}

static bool is_known(const probe_t* me, const record_t* record) {
    for (uint32_t i = 0; i < me->collected; i++)
        if (me->seen[i].robot == record->robot && me->seen[i].number == record->number) return true;
    return false;
}

static void print_record(const record_t* r) {
    printf("RECORD %u %u %lu %lu %u %u %d %d %d %.2f\n", r->robot, r->number, (unsigned long)r->time_ms,
           (unsigned long)r->steps, r->turns, r->heard, r->darkest, r->brightest, r->battery_mv,
           (double)r->temperature);
}

static void collect(message_t* message) {
    probe_t* me = &mydata->probe;
    record_t record;
    if (!is_a(message, record_kind, sizeof record)) return;
    memcpy(&record, message->payload, sizeof record);
    me->messages++;
    if (me->collected == most_collected || is_known(me, &record)) return;
    me->seen[me->collected].robot = record.robot;
    me->seen[me->collected].number = record.number;
    me->collected++;
    print_record(&record);
}

// Full light with the first hundred records.
static void probe_step(void) {
    const uint32_t light = mydata->probe.collected / 4;
    pogobot_led_setColors(25, (uint8_t)(light < 25 ? light : 25), 0, 0);
}

static void robot_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    max_nb_processed_msg_per_tick = 10;
    msg_tx_fn = tell;
    msg_rx_fn = listen;
    start_record(&mydata->robot, 1);
    turn(&mydata->robot);
}

static void probe_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    max_nb_processed_msg_per_tick = 20;
    msg_tx_fn = call;
    msg_rx_fn = collect;
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(record_period);
    init_from_configuration(leg_duration);
}

static void create_data_schema(void) {
    data_add_column_int32("number");  // of the last record that a robot has ended, and what is in it
    data_add_column_int32("record_turns");
    data_add_column_int32("record_heard");
    data_add_column_int32("record_brightest");
    data_add_column_int32("collected");  // by a probe
    data_add_column_int32("messages");
}

static void export_data(void) {
    const wanderer_t* robot = &mydata->robot;
    const probe_t* probe = &mydata->probe;
    if (is_probe()) {
        data_set_value_int32("collected", (int32_t)probe->collected);
        data_set_value_int32("messages", (int32_t)probe->messages);
        return;
    }
    const record_t* last = &robot->records[(robot->next.number - 1) % kept_records];
    data_set_value_int32("number", last->number);
    data_set_value_int32("record_turns", last->turns);
    data_set_value_int32("record_heard", last->heard);
    data_set_value_int32("record_brightest", last->brightest);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(robot_init, robot_step, "robots");
    pogobot_start(probe_init, probe_step, "probes");
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

// The robot `sender` sends with the function `what` in its steps first_step … last_step; all robots print what they hear.
#include "pogobase.h"

typedef struct {
    uint32_t step;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static int32_t sender = 0;  // id; −1: everybody
static int32_t first_step = 0, last_step = 1000000;
static int32_t direction = ir_all;
static int32_t power_list = 0;
static int32_t power = 3;
static int32_t size = 1;
static int32_t cap = 200;  // messages handled in a step
static int32_t hz = 60;
static bool counters = false;
static bool deaf = false;
static char what[16] = "omniGen";

static bool is(const char* name) { return strcmp(what, name) == 0; }

static uint32_t send(void) {
    uint8_t payload[400] = {(uint8_t)mydata->step};
    const ir_direction dir = (ir_direction)direction;
    if (is("omniGen")) return pogobot_infrared_sendLongMessage_omniGen(payload, (uint16_t)size);
    if (is("omniSpe")) return pogobot_infrared_sendLongMessage_omniSpe(payload, (uint16_t)size);
    if (is("uniSpe")) return pogobot_infrared_sendLongMessage_uniSpe(dir, payload, (uint16_t)size);
    if (is("shortOmni")) return pogobot_infrared_sendShortMessage_omni(payload, (uint16_t)size);
    if (is("shortUni")) return pogobot_infrared_sendShortMessage_uni(dir, payload, (uint16_t)size);
    if (is("rawShort")) {
        short_message_t message = {.header = {.payload_length = (uint16_t)size}};
        return pogobot_infrared_sendRawShortMessage(dir, &message);
    }
    message_t message = {
        .header = {._emitting_power_list = (uint8_t)power_list, .payload_length = (uint16_t)size}};
    return pogobot_infrared_sendRawLongMessage(&message);
}

static void print_counters(void) {
    for (uint8_t receiver = 0; receiver < IR_RX_COUNT; receiver++) {
        slip_error_counter_s errors;
        pogobot_infrared_get_receiver_error_counter(&errors, receiver);
        printf("errors %d %lu %lu %lu\n", receiver, (unsigned long)errors.overflow_counter,
               (unsigned long)errors.unknown_escaped_byte_counter,
               (unsigned long)errors.crc_mismatch_counter);
    }
    pogobot_infrared_reset_receiver_error_counter();
}

static void receive(message_t* m) {
    printf("got in %lu: type %d list %d from %d.%d by %d length %d step %d\n", (unsigned long)mydata->step,
           m->header._packet_type, m->header._emitting_power_list, m->header._sender_id,
           m->header._sender_ir_index, m->header._receiver_ir_index, m->header.payload_length, m->payload[0]);
}

static void user_step(void) {
    const int32_t step = (int32_t)mydata->step;
    const bool mine = sender < 0 || sender == (int32_t)pogobot_helper_getid();
    if (mine && step >= first_step && step <= last_step) {
        const uint32_t refused = send();
        if (refused) printf("refused %lu in %ld\n", (unsigned long)refused, (long)step);
    }
    if (counters && step == last_step + 4) print_counters();
}

static void user_init(void) {
    main_loop_hz = (uint8_t)hz;
    max_nb_processed_msg_per_tick = (uint8_t)cap;
    msg_rx_fn = deaf ? NULL : receive;
    pogobot_infrared_set_power((uint8_t)power);
}

static void count_and_step(void) {
    mydata->step = pogobot_ticks;
    user_step();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(sender);
    init_from_configuration(first_step);
    init_from_configuration(last_step);
    init_from_configuration(direction);
    init_from_configuration(power_list);
    init_from_configuration(power);
    init_from_configuration(size);
    init_from_configuration(cap);
    init_from_configuration(hz);
    init_from_configuration(counters);
    init_from_configuration(deaf);
    init_array_from_configuration(what);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, count_and_step);
    pogobot_start(user_init, count_and_step, "robots0");
    pogobot_start(user_init, count_and_step, "robots1");
    pogobot_start(user_init, count_and_step, "robots2");
    pogobot_start(default_walls_user_init, default_walls_user_step, "walls");
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

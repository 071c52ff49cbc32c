// The infrared API: checks messages, fills their headers in, and hands them to the host as packets.
#include "robot_state.h"

SHOAL_PER_ROBOT uint8_t shoal_ir_power = pogobot_infrared_emitter_power_max;

enum {
    all_emitters = 0xf,
    header_power = 1,        // in the header of a message that does not bring its own power list
    short_sender_id = 255,   // short messages do not carry their sender; receivers see this
    short_sender_index = 15  // idem
};

static const char null_message[] = "an infrared function was given a null pointer";

static uint8_t emitters_towards(ir_direction dir) {
    return dir == ir_all ? all_emitters : (uint8_t)(1u << dir);
}

static bool is_direction(ir_direction dir) {
    if ((unsigned)dir <= ir_all) return true;
    shoal_host_warn("a message was not sent: its direction is none of ir_front, right, back, left, all");
    return false;
}

static bool is_sendable(const void* payload, size_t size) {
    shoal_require(payload, null_message);
    return size <= MAX_PAYLOAD_SIZE_BYTES && size <= SHOAL_IR_MAX_PAYLOAD;
}

static uint32_t send(struct shoal_ir_packet packet) {
    packet.power = shoal_ir_power;
    return shoal_host_ir_send(&packet) == 0 ? 0 : 1;
}

static uint32_t send_long(ir_direction dir, uint8_t power_list, const uint8_t* payload, uint16_t size) {
    if (!is_direction(dir) || !is_sendable(payload, size)) return 1;
    return send((struct shoal_ir_packet){.packet_type = ir_t_user,
                                         .emitters = emitters_towards(dir),
                                         .emitting_power_list = power_list,
                                         .sender_ir_index = (uint8_t)dir,
                                         .sender_id = shoal_host_id(),
                                         .payload_length = size,
                                         .payload = payload});
}

static uint32_t send_short(ir_direction dir, const uint8_t* payload, uint16_t size) {
    if (!is_direction(dir) || !is_sendable(payload, size)) return 1;
    return send((struct shoal_ir_packet){.packet_type = ir_t_short,
                                         .emitters = emitters_towards(dir),
                                         .emitting_power_list = 0,
                                         .sender_ir_index = short_sender_index,
                                         .sender_id = short_sender_id,
                                         .payload_length = size,
                                         .payload = payload});
}

// The emitters that a power list gives power to; all of them when it names none.
static uint8_t emitters_with_power(uint8_t power_list) {
    unsigned emitters = 0;
    for (unsigned dir = ir_front; dir <= ir_left; dir++)
        emitters |= (get_infrared_emitter_dir(dir, power_list) > 0 ? 1u : 0u) << dir;
    return emitters ? (uint8_t)emitters : all_emitters;
}

void pogobot_infrared_ll_init(void) {}

void pogobot_infrared_update(void) {}

int pogobot_infrared_message_available(void) { return shoal_host_ir_available(); }

void pogobot_infrared_recover_next_message(message_t* message) {
    shoal_require(message, null_message);
    if (!shoal_host_ir_next(message))
        shoal_host_warn("pogobot_infrared_recover_next_message was called on an empty queue");
}

void pogobot_infrared_clear_message_queue(void) { shoal_host_ir_clear(); }

void pogobot_infrared_set_power(uint8_t power) {
    shoal_ir_power = power > pogobot_infrared_emitter_power_max ? pogobot_infrared_emitter_power_max : power;
}

uint32_t pogobot_infrared_sendRawLongMessage(message_t* const message) {
    shoal_require(message, null_message);
    message_header_t* header = &message->header;
    if (!is_sendable(message->payload, header->payload_length)) return 1;
    header->_packet_type = ir_t_user;
    header->_sender_id = shoal_host_id();
    header->_receiver_ir_index = 0;
    return send((struct shoal_ir_packet){.packet_type = ir_t_user,
                                         .emitters = emitters_with_power(header->_emitting_power_list),
                                         .emitting_power_list = header->_emitting_power_list,
                                         .sender_ir_index = header->_sender_ir_index,
                                         .sender_id = header->_sender_id,
                                         .payload_length = header->payload_length,
                                         .payload = message->payload});
}

uint32_t pogobot_infrared_sendRawShortMessage(ir_direction dir, short_message_t* const message) {
    shoal_require(message, null_message);
    message->header._packet_type = ir_t_short;
    return send_short(dir, message->payload, message->header.payload_length);
}

uint32_t pogobot_infrared_sendLongMessage_uniSpe(ir_direction dir, uint8_t* message, uint16_t message_size) {
    const uint8_t power_list = (unsigned)dir < ir_all ? (uint8_t)(header_power << (2 * dir)) : 0;
    return send_long(dir, power_list, message, message_size);
}

uint32_t pogobot_infrared_sendLongMessage_omniGen(uint8_t* message, uint16_t message_size) {
    const uint8_t power_list =
        pogobot_infrared_emitting_power_list(header_power, header_power, header_power, header_power);
    return send_long(ir_all, power_list, message, message_size);
}

uint32_t pogobot_infrared_sendLongMessage_omniSpe(uint8_t* message, uint16_t message_size) {
    uint32_t refused = 0;
    for (int dir = ir_front; dir <= ir_left; dir++)
        refused += pogobot_infrared_sendLongMessage_uniSpe((ir_direction)dir, message, message_size);
    return refused;
}

uint32_t pogobot_infrared_sendShortMessage_uni(ir_direction dir, uint8_t* message, uint16_t message_size) {
    return send_short(dir, message, message_size);
}

uint32_t pogobot_infrared_sendShortMessage_omni(uint8_t* message, uint16_t message_size) {
    return send_short(ir_all, message, message_size);
}

void pogobot_infrared_get_receiver_error_counter(slip_error_counter_s* counter, uint8_t ir_index) {
    shoal_require(counter, null_message);
    *counter = (slip_error_counter_s){0};
    if (ir_index >= IR_RX_COUNT) {
        shoal_host_warn("error counters were asked of a receiver that is none of front, right, back, left");
        return;
    }
    uint32_t counts[3];
    shoal_host_ir_errors(ir_index, counts);
    *counter = (slip_error_counter_s){counts[0], counts[1], counts[2]};
}

void pogobot_infrared_reset_receiver_error_counter(void) { shoal_host_ir_reset_errors(); }

// All robots send numbered messages with a fixed chance, and count those of others that they hear, each once.
#include "pogobase.h"

enum { most_robots = 64 };

typedef struct {
    uint32_t last[most_robots];  // step of the last message, by sender
    uint32_t sent, heard;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint8_t percent = 100;
static uint16_t payload_size = 8;  // bytes; at least 3
static uint32_t last_step = 1000;
static bool short_messages = true;
static uint8_t hz = 60;

static bool send(void) {
    if (pogobot_ticks > last_step || pogobot_ticks == 0) return false;
    const uint32_t step = pogobot_ticks;
    uint8_t message[MAX_PAYLOAD_SIZE_BYTES] = {(uint8_t)pogobot_helper_getid(), (uint8_t)step,
                                               (uint8_t)(step >> 8)};
    const uint32_t refused = short_messages ? pogobot_infrared_sendShortMessage_omni(message, payload_size)
                                            : pogobot_infrared_sendLongMessage_omniGen(message, payload_size);
    mydata->sent += refused == 0;
    return refused == 0;
}

static void receive(message_t* message) {
    const uint8_t sender = message->payload[0];
    const uint32_t step = message->payload[1] | (uint32_t)message->payload[2] << 8;
    if (sender >= most_robots || mydata->last[sender] == step) return;
    mydata->last[sender] = step;
    mydata->heard++;
}

static void user_init(void) {
    main_loop_hz = hz;
    percent_msgs_sent_per_ticks = percent;
    max_nb_processed_msg_per_tick = 255;
    msg_tx_fn = send;
    msg_rx_fn = receive;
}

#ifdef SIMULATOR
static void print_counts(void) {
    printf("sent %lu heard %lu\n", (unsigned long)mydata->sent, (unsigned long)mydata->heard);
}

static void global_setup(void) {
    init_from_configuration(percent);
    init_from_configuration(payload_size);
    init_from_configuration(last_step);
    init_from_configuration(short_messages);
    init_from_configuration(hz);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, NULL);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_robot_end, print_counts);
    return 0;
}

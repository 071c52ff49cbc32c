// Robots wander, and send 20 % of the time if `talk` says so: what do messages cost?
#include "pogobase.h"

typedef struct {
    uint32_t turn_at;  // step
    uint32_t heard;    // bytes
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static bool talk = true;

static bool send(void) {
    uint8_t message[12] = {(uint8_t)pogobot_ticks};
    return pogobot_infrared_sendLongMessage_omniGen(message, sizeof message) == 0;
}

static void receive(message_t* message) { mydata->heard += message->header.payload_length; }

static void user_init(void) {
    percent_msgs_sent_per_ticks = 20;
    if (!talk) return;
    msg_tx_fn = send;
    msg_rx_fn = receive;
}

static void user_step(void) {
    if (pogobot_ticks < mydata->turn_at) return;
    mydata->turn_at = pogobot_ticks + 20 + (uint32_t)rand() % 400;
    pogobot_motor_set(motorL, (uint16_t)(512 + rand() % 512));
    pogobot_motor_set(motorR, (uint16_t)(512 + rand() % 512));
}

#ifdef SIMULATOR
static void global_setup(void) { init_from_configuration(talk); }
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

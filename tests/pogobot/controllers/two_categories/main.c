// Robots drive, walls ping; robots count the wall messages that they hear, by receiver.
#include "pogobase.h"

typedef struct {
    int32_t heard[IR_RX_COUNT];
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static void on_message(message_t* message) {
    const uint8_t receiver = message->header._receiver_ir_index;
    if (strcmp((const char*)message->payload, "wall") == 0 && receiver < IR_RX_COUNT)
        mydata->heard[receiver] += 1;
}

static void user_init(void) {
    msg_rx_fn = on_message;
    max_nb_processed_msg_per_tick = 255;
    pogobot_motor_set(motorL, motorFull);
    pogobot_motor_set(motorR, motorFull);
}

static void user_step(void) {}

static void robot_end(void) {
    const int32_t* heard = mydata->heard;
    if (current_robot_category_is("robots"))
        printf("heard %ld %ld %ld %ld\n", (long)heard[0], (long)heard[1], (long)heard[2], (long)heard[3]);
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step, "robots");
    pogobot_start(default_walls_user_init, default_walls_user_step, "walls");
    SET_CALLBACK(callback_robot_end, robot_end);
    return 0;
}

// As the third listing of the robot paper's software annex: sends two numbers to everybody ten times a second, and
// prints those of the first message that came in meanwhile.
#include "pogobot.h"

struct offspring {
    uint16_t genome, fitness;
};

struct offspring mine;

int main(void) {
    pogobot_init();
    pogobot_infrared_set_power(pogobot_infrared_emitter_power_twoThird);
    for (;;) {
        pogobot_infrared_update();
        mine = (struct offspring){.genome = 15, .fitness = 4};
        const uint32_t refused =
            pogobot_infrared_sendMessageAllDirection(0x1234, (uint8_t*)&mine, sizeof mine);
        if (refused) printf("refused\n");
        if (pogobot_infrared_message_available()) {
            message_t message;
            pogobot_infrared_recover_next_message(&message);
            struct offspring theirs;
            memcpy(&theirs, message.payload, sizeof theirs);
            printf("%d; %d \n", theirs.genome, theirs.fitness);
        }
        pogobot_infrared_clear_message_queue();
        msleep(100);
    }
}

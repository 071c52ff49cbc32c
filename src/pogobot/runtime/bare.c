// What only programs for the bare robot find in pogobot.h.
#include "robot_state.h"

#include "pogobot.h"

uint32_t pogobot_infrared_sendMessageAllDirection(uint16_t receiver_id, uint8_t* message,
                                                  uint16_t message_size) {
    (void)receiver_id;  // headers have no place for it: everybody in range receives
    return pogobot_infrared_sendLongMessage_omniGen(message, message_size);
}

void readAcc(float* acceleration) {
    float angular_rate[3];
    pogobot_imu_read(acceleration, angular_rate);
}

void readGyro(float* angular_rate) {
    float acceleration[3];
    pogobot_imu_read(acceleration, angular_rate);
}

float readTemp(void) { return pogobot_imu_readTemp(); }

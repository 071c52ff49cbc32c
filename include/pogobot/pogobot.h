// Programs written against the bare robot's library include this name: they have a main of their own that never calls
// pogobot_start, and may loop in it for ever as long as they sleep.
#pragma once

#include "pogosim/version.h"

#include "pogosim/spogobot.h"

#include "sleep.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RELEASE_VERSION POGOLIB_RELEASE_VERSION

// An older name: sends in all directions; whoever is in range receives, as headers have no place for receiver_id.
uint32_t pogobot_infrared_sendMessageAllDirection(uint16_t receiver_id, uint8_t* message,
                                                  uint16_t message_size);

// One half of pogobot_imu_read each, three values; and pogobot_imu_readTemp.
void readAcc(float* acceleration);
void readGyro(float* angular_rate);
float readTemp(void);

#ifdef __cplusplus
}
#endif

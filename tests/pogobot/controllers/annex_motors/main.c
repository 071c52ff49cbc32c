// As the second listing of the robot paper's software annex: both motors at half power, and that is all.
#include "pogobot.h"

int main(void) {
    pogobot_init();
    pogobot_motor_power_set(motorR, motorHalf);
    pogobot_motor_power_set(motorL, motorHalf);
    return 0;
}

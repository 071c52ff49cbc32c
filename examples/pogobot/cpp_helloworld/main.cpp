// helloworld in C++20: robots turn one way for ten seconds, then the other. Only `main` needs C linkage.
#include "pogobase.h"

#include <array>

namespace {

struct Color {
    uint8_t r, g, b;
};

struct Turn {
    uint16_t left_power, right_power;
    Color color;
    const char* name;
};

constexpr std::array turns{
    Turn{motorHalf, motorStop, {25, 0, 0}, "right"},
    Turn{motorStop, motorHalf, {0, 0, 25}, "left"},
};
constexpr int32_t turn_duration_us = 10 * 1000 * 1000;

// Plain data: the framework zeroes it and runs no constructor.
struct UserData {
    time_reference_t since_change;
    uint8_t turn;  // index into turns
};

void start_turn(const Turn& turn) {
    pogobot_motor_set(motorL, turn.left_power);
    pogobot_motor_set(motorR, turn.right_power);
    pogobot_led_setColor(turn.color.r, turn.color.g, turn.color.b);
}

}  // namespace

DECLARE_USERDATA(UserData);
REGISTER_USERDATA(UserData);

static void user_init() {
    pogobot_stopwatch_reset(&mydata->since_change);
    start_turn(turns[mydata->turn]);
}

static void user_step() {
    if (pogobot_stopwatch_get_elapsed_microseconds(&mydata->since_change) < turn_duration_us) return;
    pogobot_stopwatch_reset(&mydata->since_change);
    mydata->turn = static_cast<uint8_t>((mydata->turn + 1) % turns.size());
    start_turn(turns[mydata->turn]);
    if (pogobot_helper_getid() == 0)
        printf("%lu ms: I turn %s\n", static_cast<unsigned long>(current_time_milliseconds()),
               turns[mydata->turn].name);
}

extern "C" int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    return 0;
}

// Uses what C++ controllers use of the headers, included as they are or inside extern "C".
#ifdef WRAP_HEADERS
extern "C" {
#include "pogobase.h"
}
#else
#include "pogobase.h"
#endif

#include <array>
#include <cstdio>
#include <cstdlib>

#ifndef printf
#error "prints would not reach the robot"
#endif

struct UserData {
    time_reference_t stopwatch;
    std::array<uint8_t, 3> color;
};

DECLARE_USERDATA(UserData)
REGISTER_USERDATA(UserData)

static int32_t period = 10;

static void user_init() {
    mydata->stopwatch.reset();
    std::srand(static_cast<unsigned>(pogobot_helper_getRandSeed()));
}

static void user_step() {
    rainbow_colormap(static_cast<uint8_t>(pogobot_ticks), &mydata->color[0], &mydata->color[1],
                     &mydata->color[2]);
    printf("%d\n", period);
    std::printf("%d\n", period);
}

static void global_setup() { init_int32_from_configuration(&period, "period", period); }

extern "C" int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    pogobot_start(user_init, user_step, "others");
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

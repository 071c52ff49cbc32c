// In a file of its own: an image holds this function only if its controller calls it, and that is how the host tells
// a controller of the framework from a program for the bare robot.
#include "robot_state.h"

void _pogobot_start(void (*user_init)(void), void (*user_step)(void), const char* category) {
    if (!current_robot_category_is(category)) return;
    shoal_started = true;
    shoal_user_init = user_init;
    shoal_user_step = user_step;
    pogobot_ticks = 0;
    pogobot_stopwatch_reset(&_global_timer);
    pogobot_stopwatch_reset(&timer_main_loop);
}

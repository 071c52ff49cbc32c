// Stopwatches, timers and sleeping: functions of the robot's clock and of the struct they are given, nothing
// else.
#include "robot_state.h"

static const char null_reference[] = "a stopwatch or timer function was given a null pointer";
static const uint64_t disabled_origin = UINT64_MAX;

static void set_origin(time_reference_t* t, uint64_t origin) {
    t->start_time = origin;
    t->hardware_value_at_time_origin = (uint32_t)origin;
}

static bool is_disabled(const time_reference_t* t) { return !t->enabled && t->start_time == disabled_origin; }

void pogobot_stopwatch_reset(time_reference_t* stopwatch) {
    shoal_require(stopwatch, null_reference);
    stopwatch->enabled = true;
    stopwatch->elapsed_ms = 0;
    set_origin(stopwatch, shoal_host_clock_us());
}

uint64_t shoal_stopwatch_get_elapsed(time_reference_t* stopwatch) {
    shoal_require(stopwatch, null_reference);
    if (is_disabled(stopwatch)) return stopwatch->elapsed_ms;
    return shoal_host_clock_us() - stopwatch->start_time;
}

void shoal_stopwatch_run(time_reference_t* stopwatch, bool running) {
    const uint64_t elapsed_us = shoal_stopwatch_get_elapsed(stopwatch);
    stopwatch->enabled = running;
    stopwatch->elapsed_ms = (uint32_t)elapsed_us;
    set_origin(stopwatch, running ? shoal_host_clock_us() - elapsed_us : disabled_origin);
}

void shoal_stopwatch_move_origin(time_reference_t* stopwatch, uint64_t later) {
    shoal_require(stopwatch, null_reference);
    if (is_disabled(stopwatch)) stopwatch->elapsed_ms -= (uint32_t)later;
    else set_origin(stopwatch, stopwatch->start_time + later);
}

void pli_timer_sleep_stopwatch_init(void) {}

int32_t pogobot_stopwatch_get_elapsed_microseconds(time_reference_t* stopwatch) {
    return (int32_t)(uint32_t)shoal_stopwatch_get_elapsed(stopwatch);
}

int32_t pogobot_stopwatch_lap(time_reference_t* stopwatch) {
    const int32_t elapsed_us = pogobot_stopwatch_get_elapsed_microseconds(stopwatch);
    pogobot_stopwatch_reset(stopwatch);
    return elapsed_us;
}

void pogobot_stopwatch_offset_origin_microseconds(time_reference_t* stopwatch, int32_t us) {
    shoal_stopwatch_move_origin(stopwatch, (uint64_t)(int64_t)us);
}

void pogobot_timer_init(time_reference_t* timer, int32_t us) {
    pogobot_stopwatch_reset(timer);
    pogobot_timer_offset_origin_microseconds(timer, us);
}

int32_t pogobot_timer_get_remaining_microseconds(time_reference_t* timer) {
    return (int32_t)(0u - (uint32_t)shoal_stopwatch_get_elapsed(timer));
}

bool pogobot_timer_has_expired(time_reference_t* timer) {
    return pogobot_timer_get_remaining_microseconds(timer) <= 0;
}

void pogobot_timer_wait_for_expiry(time_reference_t* timer) {
    const int32_t remaining_us = pogobot_timer_get_remaining_microseconds(timer);
    if (remaining_us > 0) shoal_host_sleep_us((uint64_t)remaining_us);
}

void pogobot_timer_offset_origin_microseconds(time_reference_t* timer, int32_t us) {
    shoal_stopwatch_move_origin(timer, (uint64_t)(int64_t)us);
}

void msleep(int ms) {
    if (ms > 0) shoal_host_sleep_us((uint64_t)ms * 1000u);
}

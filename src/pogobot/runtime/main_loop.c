// The framework: the loop around a controller's step, error codes, and the ready-made wall controller.
#include "robot_state.h"

SHOAL_PER_ROBOT uint32_t pogobot_ticks = 0;
SHOAL_PER_ROBOT uint8_t main_loop_hz = 60;
SHOAL_PER_ROBOT uint8_t max_nb_processed_msg_per_tick = 3;
SHOAL_PER_ROBOT uint8_t percent_msgs_sent_per_ticks = 20;
SHOAL_PER_ROBOT int8_t error_codes_led_idx = 3;
SHOAL_PER_ROBOT static int8_t lit_error_led = -1;  // LED that shows an error code now
SHOAL_PER_ROBOT bool shoal_started = false;
SHOAL_PER_ROBOT uint32_t nb_msgs_sent = 0;
SHOAL_PER_ROBOT uint32_t nb_msgs_recv = 0;
SHOAL_PER_ROBOT uint32_t _current_time_milliseconds = 0;
SHOAL_PER_ROBOT uint32_t _error_code_initial_time = 0;  // ms
SHOAL_PER_ROBOT time_reference_t _global_timer = {0};
SHOAL_PER_ROBOT time_reference_t timer_main_loop = {0};
SHOAL_PER_ROBOT shoal_callback shoal_user_init = NULL;
SHOAL_PER_ROBOT shoal_callback shoal_user_step = NULL;
SHOAL_PER_ROBOT void (*msg_rx_fn)(message_t*) = NULL;
SHOAL_PER_ROBOT bool (*msg_tx_fn)(void) = NULL;
SHOAL_PER_ROBOT void (*callback_export_data)(void) = NULL;
SHOAL_PER_ROBOT void (*callback_robot_end)(void) = NULL;
SHOAL_PER_ROBOT void (*callback_robot_click)(void) = NULL;

void (*callback_global_setup)(void) = NULL;
void (*callback_create_data_schema)(void) = NULL;
void (*callback_global_step)(void) = NULL;

enum { error_code_duration_ms = 1000 };

void pogobot_init(void) {}

const char* get_current_robot_category(void) { return shoal_host_category(); }

bool current_robot_category_is(const char* category) {
    return category && strcmp(shoal_host_category(), category) == 0;
}

uint32_t current_time_milliseconds(void) {
    _current_time_milliseconds = (uint32_t)(shoal_stopwatch_get_elapsed(&_global_timer) / 1000u);
    return _current_time_milliseconds;
}

void display_led_error_code(error_code_t error_code) {
    if (error_codes_led_idx < 0) return;
    uint8_t r, g, b;
    qualitative_colormap((uint8_t)error_code, &r, &g, &b);
    pogobot_led_setColors(r, g, b, (uint8_t)error_codes_led_idx);
    lit_error_led = error_codes_led_idx;
    _error_code_initial_time = current_time_milliseconds();
}

static void put_out_error_led(void) {
    if (lit_error_led < 0 || current_time_milliseconds() - _error_code_initial_time < error_code_duration_ms)
        return;
    pogobot_led_setColors(0, 0, 0, (uint8_t)lit_error_led);
    lit_error_led = -1;
}

static void send_messages(void) {
    if (msg_tx_fn && rand() % 100 < percent_msgs_sent_per_ticks && msg_tx_fn()) nb_msgs_sent += 1;
}

static void receive_messages(void) {
    if (!msg_rx_fn || !pogobot_infrared_message_available()) return;
    message_t message;
    size_t size = sizeof message;
    __asm__(
        ""
        : "+r"(
            size));  // a size that compilers do not know: they would write a loop that is slower than memset
    memset(&message, 0, size);  // so that the bytes behind a short payload are the same in every run
    for (uint8_t i = 0; i < max_nb_processed_msg_per_tick && shoal_host_ir_next(&message); i++) {
        nb_msgs_recv += 1;
        if (msg_rx_fn) msg_rx_fn(&message);
    }
    pogobot_infrared_clear_message_queue();
}

static void sleep_until_next_step(void) {
    const uint64_t duration_us = shoal_stopwatch_get_elapsed(&timer_main_loop);
    const uint32_t period_us = main_loop_hz > 0 ? 1000000u / main_loop_hz : 0;
    if (main_loop_hz > 0 && duration_us > period_us) {
        printf("[TIME] Error code: %d: TIME OVERFLOW ERROR! Step took %lu ms, should be less than %lu ms.\n",
               ERROR_TIME_OVERFLOW, (unsigned long)(duration_us / 1000u), (unsigned long)(period_us / 1000u));
        display_led_error_code(ERROR_TIME_OVERFLOW);
    }
    shoal_host_end_of_step(main_loop_hz, duration_us);
}

void pogo_main_loop_step(void (*user_step)(void)) {
    pogobot_stopwatch_reset(&timer_main_loop);
    if (user_step) user_step();
    send_messages();
    receive_messages();
    sleep_until_next_step();
    put_out_error_led();
    pogobot_ticks += 1;
}

void clear_IR_buffers(void) {}

static bool send_wall_message(void) {
    static const char wall[] = "wall";
    return pogobot_infrared_sendLongMessage_omniSpe((uint8_t*)wall, sizeof wall) == 0;
}

void default_walls_user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    main_loop_hz = 10;
    max_nb_processed_msg_per_tick = 0;
    percent_msgs_sent_per_ticks = 75;
    error_codes_led_idx = -1;
    msg_rx_fn = NULL;
    msg_tx_fn = send_wall_message;
    pogobot_infrared_set_power(pogobot_infrared_emitter_power_twoThird);
}

void default_walls_user_step(void) {}

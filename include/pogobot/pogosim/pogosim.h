// The framework: user data, main loop, callbacks, and what only a simulation has (logged columns,
// parameters).
#pragma once

#include <stdbool.h>

#include "spogobot.h"

#include "colormaps.h"

#ifdef __cplusplus
extern "C" {
#endif

#define STRINGIFY_RAW(x) #x
#define STRINGIFY(x) STRINGIFY_RAW(x)
#define STATIC_STRCMP(a, b) __builtin_strcmp((a), (b))

// User data: one zeroed T a robot, at `mydata`.

#ifdef __cplusplus
// C linkage, so that the pointer is seen from outside even if T is a type of an anonymous namespace.
#define DECLARE_USERDATA(T) \
    extern "C" {            \
    extern T* mydata;       \
    }
#define REGISTER_USERDATA(T)         \
    extern "C" {                     \
    size_t UserdataSize = sizeof(T); \
    T* mydata;                       \
    }
#else
#define DECLARE_USERDATA(T) extern T* mydata;
#define REGISTER_USERDATA(T)         \
    size_t UserdataSize = sizeof(T); \
    T* mydata;
#endif

// Start: pogobot_start(user_init, user_step) or pogobot_start(user_init, user_step, "category").

#define pogobot_start(...) GET_MACRO_START(__VA_ARGS__, pogobot_start_3, pogobot_start_2, none)(__VA_ARGS__)
#define GET_MACRO_START(_1, _2, _3, NAME, ...) NAME
#define pogobot_start_2(user_init, user_step) _pogobot_start(user_init, user_step, "robots")
#define pogobot_start_3(user_init, user_step, category) _pogobot_start(user_init, user_step, category)

void _pogobot_start(void (*user_init)(void), void (*user_step)(void), const char* category);

const char* get_current_robot_category(void);  // key under `objects` in the scenario
bool current_robot_category_is(const char* category);

// Callbacks: set them after pogobot_start with SET_CALLBACK(slot, function).

#define SET_CALLBACK(slot, function) slot = function;

extern void (*callback_global_setup)(void);        // once, before any user_init: read parameters here
extern void (*callback_create_data_schema)(void);  // once: declare columns here
extern void (*callback_global_step)(void);         // steps for the run as a whole
extern void (*callback_export_data)(void);         // each robot's: set its columns here
extern void (*callback_robot_end)(void);           // each robot's: once, after the run
extern void (*callback_robot_click)(void);         // each robot's: when it is selected with the mouse

// Main loop: each robot has its own values.

extern uint32_t pogobot_ticks;                 // completed steps
extern uint8_t main_loop_hz;                   // steps per second; 0: no sleep between them
extern uint8_t max_nb_processed_msg_per_tick;  // messages handed to msg_rx_fn in a step; the rest is dropped
extern uint8_t percent_msgs_sent_per_ticks;    // chance of a step to call msg_tx_fn, in percent
extern void (*msg_rx_fn)(message_t*);          // receives a message
extern bool (*msg_tx_fn)(void);                // sends; true if something was sent
extern int8_t error_codes_led_idx;             // LED that shows error codes; negative: none
extern uint32_t nb_msgs_sent;
extern uint32_t nb_msgs_recv;
extern time_reference_t _global_timer;
extern time_reference_t timer_main_loop;
extern uint32_t _current_time_milliseconds;
extern uint32_t _error_code_initial_time;

typedef enum { ERROR_TIME_OVERFLOW = 0, error_code_t_last_entry } error_code_t;

uint32_t current_time_milliseconds(void);  // since the robot's start
void pogo_main_loop_step(void (*user_step)(void));
void display_led_error_code(error_code_t error_code);  // for one second
void clear_IR_buffers(void);

// A controller for walls, which keep telling the robots near them that they are there.
void default_walls_user_init(void);
void default_walls_user_step(void);

// The run.

uint32_t get_nb_robots(void);  // objects that run a controller, walls included
void stop_simulation(void);    // ends the run after the current tick

// Logged columns: add in callback_create_data_schema, set in callback_export_data.

void data_add_column_int8(const char* name);
void data_add_column_int16(const char* name);
void data_add_column_int32(const char* name);
void data_add_column_int64(const char* name);
void data_add_column_double(const char* name);
void data_add_column_string(const char* name);
void data_add_column_bool(const char* name);
void data_add_column_float16(const char* name);

void data_set_value_int8(const char* name, int8_t value);
void data_set_value_int16(const char* name, int16_t value);
void data_set_value_int32(const char* name, int32_t value);
void data_set_value_int64(const char* name, int64_t value);
void data_set_value_double(const char* name, double value);
void data_set_value_string(const char* name, const char* value);
void data_set_value_bool(const char* name, bool value);
void data_set_value_float16(const char* name, float value);

void enable_data_export(void);  // whether the running robot's row is written
void disable_data_export(void);

// Parameters: `parameters.<name>` of the scenario, dotted names included.

void init_bool_from_configuration(bool* variable, const char* name, const bool default_value);
void init_double_from_configuration(double* variable, const char* name, const double default_value);
void init_float_from_configuration(float* variable, const char* name, const float default_value);
void init_int32_from_configuration(int32_t* variable, const char* name, const int32_t default_value);
void init_uint32_from_configuration(uint32_t* variable, const char* name, const uint32_t default_value);
void init_int16_from_configuration(int16_t* variable, const char* name, const int16_t default_value);
void init_uint16_from_configuration(uint16_t* variable, const char* name, const uint16_t default_value);
void init_int8_from_configuration(int8_t* variable, const char* name, const int8_t default_value);
void init_uint8_from_configuration(uint8_t* variable, const char* name, const uint8_t default_value);

// Without the key, or with an empty list, the array keeps its values; too short a list is an error.
void init_float_array_from_configuration(float* array, const char* name, size_t array_size);
void init_double_array_from_configuration(double* array, const char* name, size_t array_size);
// Cut to array_size - 1 characters; without the key the text stays as it is.
void init_string_from_configuration(char* array, const char* name, size_t array_size);

#ifndef __cplusplus
// Reads the parameter named like the variable; its present value is the default.
#define init_from_configuration(x)                \
    _Generic((x),                                 \
        bool: init_bool_from_configuration,       \
        double: init_double_from_configuration,   \
        float: init_float_from_configuration,     \
        int32_t: init_int32_from_configuration,   \
        uint32_t: init_uint32_from_configuration, \
        int16_t: init_int16_from_configuration,   \
        uint16_t: init_uint16_from_configuration, \
        int8_t: init_int8_from_configuration,     \
        uint8_t: init_uint8_from_configuration)(&(x), #x, (x))

#define init_array_from_configuration(array)           \
    _Generic(&(array)[0],                              \
        float*: init_float_array_from_configuration,   \
        double*: init_double_array_from_configuration, \
        char*: init_string_from_configuration)((array), #array, sizeof(array) / sizeof((array)[0]))
#endif

#ifdef __cplusplus
}
#endif

// The robot library, as a simulated controller sees it. Each function acts on the robot that is running.
#ifndef POGOBOT_H
#define POGOBOT_H

#ifdef __cplusplus
extern "C++" {  // this header may itself be included inside extern "C"
#include <cstdio>
#include <cstdlib>
}
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "FifoBuffer.h"

#ifdef __cplusplus
extern "C" {
#endif

// A simulated controller is told so, its main becomes a function that Shoal calls for each robot, and its
// prints carry the robot's id. The two print macros take arguments so that attributes named printf keep their
// meaning.
#define SIMULATOR
#define main robot_main
#define printf(...) pogosim_printf(__VA_ARGS__)
#define putchar(c) pogosim_putchar(c)

#ifdef __cplusplus
int main(void);  // gives it C linkage, even where the controller forgets to
#endif

void pogosim_printf(const char* format, ...) __attribute__((format(__printf__, 1, 2)));
int pogosim_putchar(int character);

#ifdef __cplusplus
extern "C++" {
namespace std {  // std::printf reads std::pogosim_printf
using ::pogosim_printf;
using ::pogosim_putchar;
}  // namespace std
}
#endif

void pogobot_init(void);

// Infrared.

#define IR_RX_COUNT 4
#ifndef MAX_PAYLOAD_SIZE_BYTES
#define MAX_PAYLOAD_SIZE_BYTES 382
#endif
#define MAX_NUMBER_OF_WORD 20
#define NUMEL 20  // elements of a message FIFO

#define pogobot_infrared_emitter_power_null 0
#define pogobot_infrared_emitter_power_oneThird 1
#define pogobot_infrared_emitter_power_twoThird 2
#define pogobot_infrared_emitter_power_max 3
#define pogobot_infrared_emitter_width_bits 2

// The powers (0..3) of the four emitters in one byte, 2 bits each, and the power of one of them.
#define pogobot_infrared_emitting_power_list(front, right, back, left) \
    (((front) & 3) | (((right) & 3) << 2) | (((back) & 3) << 4) | (((left) & 3) << 6))
#define get_infrared_emitter_dir(dir, list) (((list) >> (pogobot_infrared_emitter_width_bits * (dir))) & 3)

enum {
    pogobot_infrared_emitting_power_list_front_full = 3,
    pogobot_infrared_emitting_power_list_right_full = 12,
    pogobot_infrared_emitting_power_list_back_full = 48,
    pogobot_infrared_emitting_power_list_left_full = 192,
    pogobot_infrared_emitting_power_list_all_full = 255
};

#define pogobot_infrared_emitter_mask_byindex(i) (1 << (8 * (i)))
#define pogobot_infrared_emitter_front_mask (1 << 0)
#define pogobot_infrared_emitter_right_mask (1 << 8)
#define pogobot_infrared_emitter_back_mask (1 << 16)
#define pogobot_infrared_emitter_left_mask (1 << 24)

typedef enum { ir_front = 0, ir_right = 1, ir_back = 2, ir_left = 3, ir_all = 4 } ir_direction;
typedef enum { ir_t_cmd = 1, ir_t_flash = 2, ir_t_short = 3, ir_t_user = 16 } ir_type_message;

typedef struct message_header_t {
    uint8_t _packet_type;          // ir_type_message
    uint8_t _emitting_power_list;  // 2 bits an emitter
    uint16_t _sender_id;
    uint8_t _sender_ir_index;    // emitter that it left from, ir_direction
    uint8_t _receiver_ir_index;  // receiver that it came in by, ir_direction
    uint16_t payload_length;     // bytes
} message_header_t;

typedef struct message_t {
    message_header_t header;
    uint8_t payload[MAX_PAYLOAD_SIZE_BYTES];
} message_t;

typedef struct message_short_header_t {
    uint8_t _packet_type;
    uint16_t payload_length;  // bytes
} message_short_header_t;

typedef struct short_message_t {
    message_short_header_t header;
    uint8_t payload[MAX_PAYLOAD_SIZE_BYTES];
} short_message_t;

typedef union emitting_power_list_t {
    uint32_t number;
    struct {
        uint8_t front, left, back, right;
    } fields;
    uint8_t array[4];
} emitting_power_list_t;

typedef struct slip_error_counter_s {
    uint32_t overflow_counter;
    uint32_t unknown_escaped_byte_counter;
    uint32_t crc_mismatch_counter;
} slip_error_counter_s;

FifoBuffer_typedef(message_t, Messagefifo);
extern Messagefifo my_mes_fifo;
extern Messagefifo* my_mes_fifo_p;

void pogobot_infrared_ll_init(void);
void pogobot_infrared_update(void);
int pogobot_infrared_message_available(void);                    // not 0: a message waits
void pogobot_infrared_recover_next_message(message_t* message);  // pops the oldest
void pogobot_infrared_clear_message_queue(void);
void pogobot_infrared_set_power(uint8_t power);  // 0..3

// These return 0 when sent, 1 (omniSpe: up to 4) when refused, e.g. for a payload above
// MAX_PAYLOAD_SIZE_BYTES. Sizes in bytes.
uint32_t pogobot_infrared_sendRawLongMessage(message_t* const message);  // by emitters with power, or all
uint32_t pogobot_infrared_sendRawShortMessage(ir_direction dir, short_message_t* const message);
uint32_t pogobot_infrared_sendLongMessage_uniSpe(ir_direction dir, uint8_t* message, uint16_t message_size);
uint32_t pogobot_infrared_sendLongMessage_omniGen(uint8_t* message, uint16_t message_size);
uint32_t pogobot_infrared_sendLongMessage_omniSpe(uint8_t* message, uint16_t message_size);
uint32_t pogobot_infrared_sendShortMessage_uni(ir_direction dir, uint8_t* message, uint16_t message_size);
uint32_t pogobot_infrared_sendShortMessage_omni(uint8_t* message, uint16_t message_size);

void pogobot_infrared_get_receiver_error_counter(slip_error_counter_s* counter, uint8_t ir_index);
void pogobot_infrared_reset_receiver_error_counter(void);

// LEDs: colours 0..255, ids 0 head, 1 front, 2 right, 3 back, 4 left.

void pogobot_led_setColor(const uint8_t r, const uint8_t g, const uint8_t b);  // the head's
void pogobot_led_setColors(const uint8_t r, const uint8_t g, const uint8_t b, uint8_t id);

// Sensors.

typedef enum { p_B = 0, p_FL = 1, p_FR = 2 } photosensor_id;  // back, front left, front right

int16_t pogobot_photosensors_read(uint8_t sensor_number);  // light level
void pogobot_imu_read(float* acc, float* gyro);            // three values each
float pogobot_imu_readTemp(void);                          // degrees Celsius, -40..85
int16_t pogobot_battery_voltage_read(void);                // mV

// Motors.

typedef enum { motorR = 0, motorL = 1, motorB = 2 } motor_id;

typedef enum {
    motorStop = 0,
    motorQuarter = 256,
    motorHalf = 512,
    motorThreeQuarter = 716,
    motorFull = 1023
} motor_range;

void pogobot_motor_power_set(motor_id motor, uint16_t value);  // 0..1023
void pogobot_motor_set(motor_id motor, uint16_t value);        // the same
void pogobot_motor_dir_set(motor_id motor, uint8_t value);     // 0 or 1
uint32_t pogobot_motor_dir_current_status(void);               // bit m: direction of motor m

// Calibration memory: three values in the order right, left, back. They return 0.
int8_t pogobot_motor_dir_mem_get(uint8_t* directions);
int8_t pogobot_motor_dir_mem_set(uint8_t* directions);
uint8_t pogobot_motor_power_mem_get(uint16_t* powers);
uint8_t pogobot_motor_power_mem_set(uint16_t* powers);

// Identity.

uint16_t pogobot_helper_getid(void);
int16_t pogobot_helper_getRandSeed(void);  // any int16 value, from the run's seed
void pogobot_helper_print_version(void);

// Time, in microseconds of the robot's own clock.

#ifdef __cplusplus
struct time_reference_t;
#else
typedef struct time_reference_t time_reference_t;
#endif

void pogobot_stopwatch_reset(time_reference_t* stopwatch);
uint64_t shoal_stopwatch_get_elapsed(time_reference_t* stopwatch);
void shoal_stopwatch_run(time_reference_t* stopwatch, bool running);
void shoal_stopwatch_move_origin(time_reference_t* stopwatch, uint64_t later);

// A moment of the robot's clock; all zeros is the robot's start. It may be copied, moved and left behind.
struct time_reference_t {
    uint32_t hardware_value_at_time_origin;  // low 32 bits of start_time
    bool enabled;
    uint64_t start_time;  // origin, modulo 2^64; UINT64_MAX while the stopwatch is disabled
    uint32_t elapsed_ms;  // microseconds, despite its name: the reading of a disabled stopwatch
#ifdef __cplusplus
    void reset() { pogobot_stopwatch_reset(this); }
    uint64_t get_elapsed_microseconds() { return shoal_stopwatch_get_elapsed(this); }
    void enable() { shoal_stopwatch_run(this, true); }
    void disable() { shoal_stopwatch_run(this, false); }
    void add_elapsed_microseconds(uint64_t us) { shoal_stopwatch_move_origin(this, 0 - us); }
    void offset_origin_microseconds(uint64_t us) { shoal_stopwatch_move_origin(this, us); }
#endif
};

void pli_timer_sleep_stopwatch_init(void);

// Readings wrap as signed 32-bit numbers, after 35.8 minutes.
int32_t pogobot_stopwatch_get_elapsed_microseconds(time_reference_t* stopwatch);
int32_t pogobot_stopwatch_lap(time_reference_t* stopwatch);  // reads, then resets
void pogobot_stopwatch_offset_origin_microseconds(time_reference_t* stopwatch, int32_t us);  // us later

void pogobot_timer_init(time_reference_t* timer, int32_t us);                        // expires us from now
int32_t pogobot_timer_get_remaining_microseconds(time_reference_t* timer);           // negative after expiry
bool pogobot_timer_has_expired(time_reference_t* timer);                             // nothing remains
void pogobot_timer_wait_for_expiry(time_reference_t* timer);                         // sleeps
void pogobot_timer_offset_origin_microseconds(time_reference_t* timer, int32_t us);  // expires us later

void msleep(int ms);

#ifdef __cplusplus
}
#endif

#endif

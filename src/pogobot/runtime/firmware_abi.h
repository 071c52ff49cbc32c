// The contract between a controller image and Shoal, in plain C. A controller's sources and the runtime
// beside this file become one shared object. Shoal loads a private copy of it for each simulation, finds
// `shoal_firmware` in it, and exports the shoal_host_* services, which speak for the robot that is swapped
// in.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define SHOAL_NORETURN [[noreturn]]
extern "C" {
#else
#define SHOAL_NORETURN _Noreturn
#endif

#define SHOAL_FIRMWARE_SYMBOL "shoal_firmware"
#define SHOAL_FIRMWARE_ABI_VERSION 2u

struct message_t;  // of spogobot.h

// What the image offers.

typedef void (*shoal_callback)(void);

struct shoal_firmware {
    uint32_t abi_version;  // SHOAL_FIRMWARE_ABI_VERSION of the headers that the image was compiled with
    uint32_t struct_size;  // bytes of this struct there

    // Per-robot variables: the bytes [vars_begin, vars_end). Right after loading they hold every robot's
    // initial values; afterwards the host copies a robot's bytes in before it runs its code, and out after.
    unsigned char* vars_begin;
    unsigned char* vars_end;

    // User data, from REGISTER_USERDATA(T). Both are null in a controller without it.
    void** mydata;                // pointed by the host at the running robot's zeroed block
    const size_t* userdata_size;  // bytes of that block

    int (*robot_main)(void);  // the controller's main: once per robot-like object
    // pogobot_start's function; null in a program for the bare robot, whose main may loop for ever.
    void (*start)(shoal_callback user_init, shoal_callback user_step, const char* category);
    void (*main_loop_step)(
        shoal_callback user_step);  // one turn of the framework loop; user_step may be null

    // Inside the per-robot variables:
    bool* started;                           // a pogobot_start call matched this robot's category
    shoal_callback* user_init;               // from that call, may be null
    shoal_callback* user_step;               // from that call, may be null
    uint32_t* pogobot_ticks;                 // completed steps
    uint8_t* main_loop_hz;                   // steps per second, 0 = do not sleep
    uint8_t* percent_msgs_sent_per_ticks;    // chance of a step to send, %
    uint8_t* max_nb_processed_msg_per_tick;  // messages handed to msg_rx_fn in a step, at most
    void (**msg_rx_fn)(struct message_t*);
    bool (**msg_tx_fn)(void);
    uint32_t* nb_msgs_sent;
    uint32_t* nb_msgs_recv;
    uint8_t* ir_power;     // 0..3, last pogobot_infrared_set_power
    uint64_t* rand_state;  // of rand(): any value will do; the host gives each robot a different one
    shoal_callback* callback_export_data;
    shoal_callback* callback_robot_end;
    shoal_callback* callback_robot_click;

    // One per simulation:
    shoal_callback* callback_global_setup;
    shoal_callback* callback_create_data_schema;
    shoal_callback* callback_global_step;
    uint64_t* run_seed;   // word from the run's seed that srand(x) mixes with x; set before any robot_main
    int* prints_enabled;  // 0: robot prints are not even formatted; initially 1
};

// What the host offers. The runtime has checked the arguments: pointers are not null, ids and powers in
// range. A service may end the call with a C++ exception; the image is compiled with -fexceptions to let it
// through.

// Time, in µs of the running robot's own clock since its start.
uint64_t shoal_host_clock_us(void);
// Advances that clock; nothing else of this robot runs meanwhile. duration_us > 0.
void shoal_host_sleep_us(uint64_t duration_us);
// Sleeps from the end of a step to the start of the next. The step took step_duration_us of the robot's
// clock; one longer than 1/main_loop_hz is followed by the next at once. main_loop_hz 0: the robot does not
// sleep.
void shoal_host_end_of_step(uint8_t main_loop_hz, uint64_t step_duration_us);

// Infrared. Emitters and receivers: 0 front, 1 right, 2 back, 3 left.
enum { SHOAL_IR_MAX_PAYLOAD = 382, SHOAL_IR_HEADER_SIZE = 8 };  // bytes
enum { SHOAL_IR_SHORT = 3, SHOAL_IR_LONG = 16 };                // packet types

struct shoal_ir_packet {
    uint8_t packet_type;          // SHOAL_IR_SHORT or SHOAL_IR_LONG
    uint8_t emitters;             // bit d: emitter d fires; never 0
    uint8_t power;                // 0..3, from pogobot_infrared_set_power
    uint8_t emitting_power_list;  // header field as receivers see it: 2 bits an emitter
    uint8_t sender_ir_index;      // header field
    uint16_t sender_id;           // header field
    uint16_t payload_length;      // bytes, <= SHOAL_IR_MAX_PAYLOAD
    const uint8_t* payload;
};
int shoal_host_ir_send(const struct shoal_ir_packet* packet);  // 0 = sent
int shoal_host_ir_available(void);                             // messages in the robot's queue
// Pops the oldest message into a message_t: the header (uint8 packet type, uint8 power list, uint16 sender
// id, uint8 sender index, uint8 receiver index, uint16 payload length), then that many bytes. False: queue
// empty.
bool shoal_host_ir_next(void* message);
void shoal_host_ir_clear(void);
// Of a receiver, since the last reset: messages for which the queue was full, 0, messages that came in broken.
void shoal_host_ir_errors(uint8_t receiver, uint32_t counts[3]);
void shoal_host_ir_reset_errors(void);  // of all receivers of the robot

// Body.
// LED 0 head, 1 front, 2 right, 3 back, 4 left; colours 0..255.
void shoal_host_led_set(uint8_t id, uint8_t r, uint8_t g, uint8_t b);
void shoal_host_motor_power_set(uint8_t motor, uint16_t power);   // motor 0 right, 1 left, 2 back; 0..1023
void shoal_host_motor_dir_set(uint8_t motor, uint8_t direction);  // 0 or 1
uint32_t shoal_host_motor_dir_status(void);                       // bit m: direction of motor m
int16_t shoal_host_photosensor(uint8_t sensor);  // light level at 0 back, 1 front left, 2 front right
void shoal_host_imu(float acceleration[3], float angular_rate[3]);
float shoal_host_temperature(void);  // °C, the runtime clamps it to what the sensor can tell
int16_t shoal_host_battery(void);    // mV

// Identity and the run.
uint16_t shoal_host_id(void);
const char* shoal_host_category(void);  // key under `objects`; the text outlives the call
int16_t shoal_host_rand_seed(void);     // uniform over all int16 values
uint32_t shoal_host_nb_robots(void);    // robot-like objects, walls and membranes included
void shoal_host_stop(void);             // ends the run after the current tick

// Text.
void shoal_host_print(const char* text, size_t size);       // any piece of a line, or several lines
void shoal_host_warn(const char* message);                  // about the running robot, without newline
SHOAL_NORETURN void shoal_host_fatal(const char* message);  // ends the run
SHOAL_NORETURN void shoal_host_exit(int status);            // idem: the firmware called exit(status)

// Value types of parameters and of user columns.
enum shoal_type {
    SHOAL_BOOL,
    SHOAL_INT8,
    SHOAL_INT16,
    SHOAL_INT32,
    SHOAL_INT64,  // columns only
    SHOAL_UINT8,  // the unsigned ones: parameters only
    SHOAL_UINT16,
    SHOAL_UINT32,
    SHOAL_FLOAT16,  // columns only, set as a float
    SHOAL_FLOAT,    // parameters only
    SHOAL_DOUBLE,
    SHOAL_STRING
};

// User columns of the log; the host checks the callback it happens in, the name, and that the types agree.
void shoal_host_data_add_column(const char* name, enum shoal_type type);
void shoal_host_data_set_int(const char* name, enum shoal_type type,
                             int64_t value);  // SHOAL_BOOL too: 0 or 1
void shoal_host_data_set_real(const char* name, enum shoal_type type, double value);  // SHOAL_FLOAT16 too
void shoal_host_data_set_string(const char* name, const char* value);
void shoal_host_data_export(bool enabled);  // whether the running robot's row is written

// `parameters.<name>` of the scenario, into one C variable of that type. False: no such key, *value
// untouched.
bool shoal_host_parameter(const char* name, enum shoal_type type, void* value);
// Into `count` SHOAL_FLOATs or SHOAL_DOUBLEs; a missing key or an empty list leaves them untouched.
void shoal_host_parameter_array(const char* name, enum shoal_type type, void* values, size_t count);
// Copies at most size - 1 bytes and a NUL; size > 0.
bool shoal_host_parameter_string(const char* name, char* buffer, size_t size);

#ifdef __cplusplus
}
#endif

// What the host looks up in a loaded image.
#include "robot_state.h"

// The linker gives these names to the bounds of the section that SHOAL_PER_ROBOT variables are in.
extern SHOAL_HIDDEN unsigned char __start_shoal_vars[];
extern SHOAL_HIDDEN unsigned char __stop_shoal_vars[];

// A controller without REGISTER_USERDATA has neither of the two, and no user data.
extern __attribute__((weak)) void* mydata;
extern __attribute__((weak)) size_t UserdataSize;

// A program for the bare robot never calls it, so that it is not linked in.
extern __attribute__((weak)) void _pogobot_start(void (*)(void), void (*)(void), const char*);

int robot_main(void);

extern const struct shoal_firmware shoal_firmware;

__attribute__((visibility("default"), used)) const struct shoal_firmware shoal_firmware = {
    .abi_version = SHOAL_FIRMWARE_ABI_VERSION,
    .struct_size = sizeof(struct shoal_firmware),
    .vars_begin = __start_shoal_vars,
    .vars_end = __stop_shoal_vars,
    .mydata = &mydata,
    .userdata_size = &UserdataSize,
    .robot_main = robot_main,
    .start = _pogobot_start,
    .main_loop_step = pogo_main_loop_step,
    .started = &shoal_started,
    .user_init = &shoal_user_init,
    .user_step = &shoal_user_step,
    .pogobot_ticks = &pogobot_ticks,
    .main_loop_hz = &main_loop_hz,
    .percent_msgs_sent_per_ticks = &percent_msgs_sent_per_ticks,
    .max_nb_processed_msg_per_tick = &max_nb_processed_msg_per_tick,
    .msg_rx_fn = &msg_rx_fn,
    .msg_tx_fn = &msg_tx_fn,
    .nb_msgs_sent = &nb_msgs_sent,
    .nb_msgs_recv = &nb_msgs_recv,
    .ir_power = &shoal_ir_power,
    .rand_state = &shoal_rand_state,
    .callback_export_data = &callback_export_data,
    .callback_robot_end = &callback_robot_end,
    .callback_robot_click = &callback_robot_click,
    .callback_global_setup = &callback_global_setup,
    .callback_create_data_schema = &callback_create_data_schema,
    .callback_global_step = &callback_global_step,
    .run_seed = &shoal_run_seed,
    .prints_enabled = &shoal_prints_enabled,
};

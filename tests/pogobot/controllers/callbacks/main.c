// Prints "<callback> <robot id> <category>" each time that a callback runs, for as long as `steps` steps.
#include "pogobase.h"

typedef struct {
    uint32_t exports;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint32_t steps = 1;
static char stop_in[16] = "nowhere";  // name of the callback that calls stop_simulation

static void report(const char* callback) {
    printf("%s %u %s\n", callback, pogobot_helper_getid(), get_current_robot_category());
    if (strcmp(stop_in, callback) == 0) stop_simulation();
}

static void on_message(message_t* message) {
    (void)message;
    report("receive");
}

static bool send_message(void) {
    uint8_t payload[1] = {0};
    report("send");
    return pogobot_infrared_sendShortMessage_omni(payload, sizeof payload) == 0;
}

static void user_init(void) {
    msg_rx_fn = on_message;
    msg_tx_fn = send_message;
    percent_msgs_sent_per_ticks = 100;
    report("init");
}

static void user_step(void) {
    if (pogobot_ticks >= steps) msg_tx_fn = NULL;
    else report("step");
}

static void global_setup(void) {
    init_from_configuration(steps);
    init_array_from_configuration(stop_in);
    report("global_setup");
}

static void global_step(void) {
    if (pogobot_ticks < steps) report("global_step");
}

static void create_data_schema(void) {
    data_add_column_int32("exports");
    report("schema");
}

static void export_data(void) {
    mydata->exports += 1;
    data_set_value_int32("exports", (int32_t)mydata->exports);
    report("export");
}

static void robot_end(void) { report("end"); }

int main(void) {
    pogobot_init();
    report("main");
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_global_step, global_step);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    SET_CALLBACK(callback_robot_end, robot_end);
    return 0;
}

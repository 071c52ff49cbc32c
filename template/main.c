// A controller to start from. The same file runs in Shoal and on the robots.
#include "pogobase.h"

// What each robot remembers. It starts from zeros; reach it through `mydata`.
typedef struct {
    uint32_t messages_heard;
} USERDATA;

DECLARE_USERDATA(USERDATA);
REGISTER_USERDATA(USERDATA);

// Plain variables are shared by all simulated robots: use them for parameters.
static uint16_t speed = motorHalf;

// Called when a message arrives.
static void on_message(message_t* message) {
    (void)message;
    mydata->messages_heard += 1;
}

// Called in some of the steps, see percent_msgs_sent_per_ticks. True: something was sent.
static bool send_message(void) {
    uint8_t hello[] = "hello";
    return pogobot_infrared_sendShortMessage_omni(hello, sizeof hello) == 0;
}

// Called once, before the first step.
static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    main_loop_hz = 60;
    msg_rx_fn = on_message;
    msg_tx_fn = send_message;
    pogobot_motor_set(motorL, speed);
    pogobot_motor_set(motorR, speed);
}

// Called main_loop_hz times a second.
static void user_step(void) {
    uint8_t r, g, b;
    qualitative_colormap((uint8_t)(mydata->messages_heard / 10), &r, &g, &b);
    pogobot_led_setColor(r, g, b);
}

#ifdef SIMULATOR
// Takes `parameters` from the scenario.
static void global_setup(void) { init_from_configuration(speed); }

// Adds a column to the log, and fills it.
static void create_data_schema(void) { data_add_column_int32("messages_heard"); }
static void export_data(void) { data_set_value_int32("messages_heard", (int32_t)mydata->messages_heard); }
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

// Stands until a message says "start", then drives. Column `heard`: messages so far.
#include "pogobase.h"

typedef struct {
    int32_t heard;
} USERDATA;
DECLARE_USERDATA(USERDATA);
REGISTER_USERDATA(USERDATA);

static void receive(message_t* message) {
    mydata->heard++;
    if (message->header.payload_length == 5 && memcmp(message->payload, "start", 5) == 0) {
        pogobot_motor_set(motorL, motorFull);
        pogobot_motor_set(motorR, motorFull);
    }
}

static void user_init(void) { msg_rx_fn = receive; }

static void user_step(void) {}

static void create_data_schema(void) { data_add_column_int32("heard"); }

static void export_data(void) { data_set_value_int32("heard", mydata->heard); }

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

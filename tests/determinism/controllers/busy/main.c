// Uses all that a robot has, so that whatever a snapshot forgets changes what it does afterwards.
#include "pogobase.h"

typedef struct {
    uint32_t heard;
    int32_t last_level;
    uint32_t hash;
    time_reference_t turn;
    const char* mood;
    uint32_t* own;  // into the user data itself
} USERDATA;
DECLARE_USERDATA(USERDATA);
REGISTER_USERDATA(USERDATA);

static uint32_t all_heard;  // of the run
static const char* moods[] = {"calm", "keen"};

static void mix(uint32_t word) { *mydata->own = (*mydata->own ^ word) * 2654435761u + 1u; }

static void receive(message_t* message) {
    ++mydata->heard;
    ++all_heard;
    for (uint16_t i = 0; i < message->header.payload_length; ++i) mix(message->payload[i]);
    mix((uint32_t)message->header._receiver_ir_index);
}

static bool send(void) {
    const uint16_t size = (uint16_t)(rand() % 60);
    uint8_t bytes[64];
    for (uint16_t i = 0; i < size; ++i) bytes[i] = (uint8_t)(mydata->hash >> (i % 24));
    return pogobot_infrared_sendLongMessage_omniSpe(bytes, size) == 0;
}

static void init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    main_loop_hz = (uint8_t)(20 + pogobot_helper_getid() % 3 * 20);
    msg_rx_fn = receive;
    msg_tx_fn = send;
    percent_msgs_sent_per_ticks = 50;
    mydata->own = &mydata->hash;
    mydata->mood = moods[0];
    pogobot_stopwatch_reset(&mydata->turn);
}

static void step(void) {
    float acceleration[3], rate[3];
    pogobot_imu_read(acceleration, rate);
    for (int i = 0; i < 3; ++i) mix((uint32_t)(int32_t)(1e4f * (acceleration[i] + rate[i])));
    for (int i = 0; i < 3; ++i) mix((uint32_t)(mydata->last_level = pogobot_photosensors_read((uint8_t)i)));
    mix((uint32_t)pogobot_battery_voltage_read());
    if (pogobot_stopwatch_get_elapsed_microseconds(&mydata->turn) > 300000) {
        pogobot_stopwatch_reset(&mydata->turn);
        mydata->mood = moods[rand() % 2];
        pogobot_motor_set(motorL, (uint16_t)(rand() % 1024));
        pogobot_motor_set(motorR, (uint16_t)(rand() % 1024));
        pogobot_led_setColor((uint8_t)rand(), (uint8_t)mydata->hash, 0);
        printf("%s%c", mydata->mood, rand() % 3 == 0 ? '\n' : ' ');
    }
    if (rand() % 20 == 0) msleep(30);
}

static void schema(void) {
    data_add_column_int64("hash");
    data_add_column_int32("all_heard");
    data_add_column_string("mood");
}

static void export_data(void) {
    data_set_value_int64("hash", mydata->hash);
    data_set_value_int32("all_heard", (int32_t)all_heard);
    data_set_value_string("mood", mydata->mood);
    if (mydata->hash % 7 == 0) disable_data_export();
    else enable_data_export();
}

int main(void) {
    pogobot_init();
    pogobot_start(init, step, "robots");
    pogobot_start(init, step, "skin");
    pogobot_start(default_walls_user_init, default_walls_user_step, "walls");
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

// Hanabi, fireworks: somebody launches a shot of a new colour, and it spreads from robot to robot until all show it.
// The newest shot wins everywhere, of two equally new ones that of the higher colour: so the swarm agrees.
#include "pogobase.h"

typedef struct {
    uint16_t number;  // shots so far: higher is newer
    uint8_t color;    // of rainbow_colormap
} shot_t;

typedef struct {
    shot_t shot;             // that it shows
    time_reference_t fuse;   // timer: it launches the next one if nobody did before
    time_reference_t spark;  // timer: white until then
    time_reference_t leg;    // timer: until then it keeps its curve
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint32_t fuse_ms = 4000;          // ms from a shot until the next one may start …
static uint32_t fuse_spread_ms = 20000;  // ms: … and how much later a robot starts it at most
static uint32_t spark_ms = 150;
static bool moving = false;

static int32_t random_us(uint32_t highest_ms) { return (int32_t)(1000 * ((uint32_t)rand() % highest_ms)); }

static void glow(void) {
    uint8_t r, g, b;
    rainbow_colormap(mydata->shot.color, &r, &g, &b);
    pogobot_led_setColors(r, g, b, 0);
    const bool spark = !pogobot_timer_has_expired(&mydata->spark);
    for (uint8_t led = 1; led <= 4; led++) {
        if (spark) pogobot_led_setColors(25, 25, 25, led);
        else pogobot_led_setColors(r, g, b, led);
    }
}

static void show(shot_t shot) {
    mydata->shot = shot;
    pogobot_timer_init(&mydata->fuse, (int32_t)(1000 * fuse_ms) + random_us(fuse_spread_ms));
    pogobot_timer_init(&mydata->spark, (int32_t)(1000 * spark_ms));
}

static void launch(uint16_t number) { show((shot_t){.number = number, .color = (uint8_t)(rand() % 255)}); }

static bool beats(shot_t one, shot_t other) {
    return one.number != other.number ? one.number > other.number : one.color > other.color;
}

static void receive(message_t* message) {
    shot_t shot;
    if (message->header.payload_length < sizeof shot) return;
    memcpy(&shot, message->payload, sizeof shot);
    if (beats(shot, mydata->shot)) show(shot);
}

static bool send(void) {
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&mydata->shot, sizeof mydata->shot) == 0;
}

static void wander(void) {
    if (!moving || !pogobot_timer_has_expired(&mydata->leg)) return;
    pogobot_timer_init(&mydata->leg, random_us(2000));
    pogobot_motor_set(motorL, rand() % 3 ? motorFull : motorStop);
    pogobot_motor_set(motorR, rand() % 3 ? motorFull : motorStop);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    msg_rx_fn = receive;
    msg_tx_fn = send;
    pogobot_timer_init(&mydata->leg, 0);
    launch(0);
}

static void user_step(void) {
    wander();
    if (pogobot_timer_has_expired(&mydata->fuse)) launch(mydata->shot.number + 1);
    glow();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(fuse_ms);
    init_from_configuration(fuse_spread_ms);
    init_from_configuration(spark_ms);
    init_from_configuration(moving);
}

static void create_data_schema(void) {
    data_add_column_int32("shot");
    data_add_column_int16("color");
}

static void export_data(void) {
    data_set_value_int32("shot", mydata->shot.number);
    data_set_value_int16("color", mydata->shot.color);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

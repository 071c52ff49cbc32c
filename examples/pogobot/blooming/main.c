// Blooming: now and then a robot starts a wave that counts its hops through the swarm. Each robot shows how many hops
// away the newest wave began, so that rings of colour open around its seed like a flower.
#include "pogobase.h"

typedef struct __attribute__((packed)) {
    uint16_t generation;  // a new wave's is one more than its seed knew
    uint16_t seed;        // robot; of two waves of a generation the one of the greater seed wins
    uint16_t hops;        // from the seed
} wave_t;

typedef struct {
    wave_t wave;  // of generation 0 before the first one
    uint32_t sown;
    bool awake;  // it has seen the photo start
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static float wave_interval = 750.0f;  // s: between two waves of one robot, on average
static int16_t start_level = 20000;   // light that starts the robots

static void show(void) {
    uint8_t r = 25, g = 25, b = 25;
    if (mydata->wave.hops > 0) rainbow_colormap((uint8_t)(28 * (mydata->wave.hops - 1)), &r, &g, &b);
    pogobot_led_setColors(r, g, b, 0);
}

static void adopt(wave_t wave) {
    mydata->wave = wave;
    show();
}

static void sow(void) {
    mydata->sown++;
    adopt((wave_t){.generation = (uint16_t)(mydata->wave.generation + 1), .seed = pogobot_helper_getid()});
}

static bool is_newer(wave_t a, wave_t b) {
    return a.generation != b.generation ? a.generation > b.generation : a.seed > b.seed;
}

static bool is_same(wave_t a, wave_t b) { return a.generation == b.generation && a.seed == b.seed; }

static bool pass_on(void) {
    if (mydata->wave.generation == 0) return false;
    wave_t next = mydata->wave;
    next.hops++;
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&next, sizeof next) == 0;
}

static void receive(message_t* message) {
    if (!mydata->awake || message->header.payload_length != sizeof(wave_t)) return;
    wave_t heard;
    memcpy(&heard, message->payload, sizeof heard);
    const bool shorter = is_same(heard, mydata->wave) && heard.hops < mydata->wave.hops;
    if (shorter || is_newer(heard, mydata->wave)) adopt(heard);
}

static void wait_for_light(void) {
    mydata->awake = pogobot_photosensors_read(p_FL) >= start_level;
    if (mydata->awake) pogobot_led_setColors(0, 2, 0, 0);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    max_nb_processed_msg_per_tick = 10;
    msg_tx_fn = pass_on;
    msg_rx_fn = receive;
    pogobot_led_setColors(2, 2, 2, 0);
}

static void user_step(void) {
    if (!mydata->awake) wait_for_light();
    else if ((float)rand() * wave_interval * main_loop_hz < (float)RAND_MAX) sow();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(wave_interval);
    init_from_configuration(start_level);
}

static void create_data_schema(void) {
    data_add_column_int32("generation");
    data_add_column_int32("seed");
    data_add_column_int32("hops");
    data_add_column_bool("is_seed");
}

// Robots that sleep have no rows.
static void export_data(void) {
    if (!mydata->awake) {
        disable_data_export();
        return;
    }
    enable_data_export();
    data_set_value_int32("generation", mydata->wave.generation);
    data_set_value_int32("seed", mydata->wave.seed);
    data_set_value_int32("hops", mydata->wave.hops);
    data_set_value_bool("is_seed", mydata->wave.generation > 0 && mydata->wave.hops == 0);
}

static void report(void) {
    if (mydata->sown > 0) printf("I sowed %lu\n", (unsigned long)mydata->sown);
}
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    SET_CALLBACK(callback_robot_click, sow);
    SET_CALLBACK(callback_robot_end, report);
    return 0;
}

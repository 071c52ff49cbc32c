// Spectral shape recognition: what diffuses between robots that fill an arena evens out at a speed that depends on the
// shape of the arena, the slower the longer the way round. Robots measure it, agree on it and know where they are.
#include "pogobase.h"

#include <math.h>

#include "diffusion.h"
#include "spectrum.h"

typedef enum { phase_wait, phase_diffuse, phase_agree, phase_know } phase_t;
typedef enum { shape_unknown, shape_disk, shape_annulus } shape_t;

typedef struct {
    time_reference_t since_flash;  // stopwatch
    phase_t phase;
    shape_t shape;
    diffusion_t diffusion;
    float sample[channels];  // of what diffuses, after a span
    float early, late;       // its changes in the second and the third span, squared
    double eigenvalue;       // the least of the graph of neighbours but zero
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static int16_t flash_level = 30000;
static uint32_t round_ms = 250;
static uint16_t span = 80;       // rounds
static float rate = 0.15f;       // of diffusion, per neighbour and round
static float threshold = 0.15f;  // of the eigenvalue: more is a disk

static void wait_for_flash(void) {
    for (uint8_t sensor = 0; sensor < 3; sensor++) {
        if (pogobot_photosensors_read(sensor) < flash_level) return;
    }
    pogobot_stopwatch_reset(&mydata->since_flash);
    mydata->phase = phase_diffuse;
    for (int i = 0; i < channels; i++) mydata->diffusion.value[i] = rand() % 2 ? 1.0f : -1.0f;
}

// Several numbers from random beginnings: one alone may have next to nothing of the slowest mode.
static float change_since_sample(void) {
    float change = 0.0f;
    for (int i = 0; i < channels; i++) {
        const float difference = mydata->diffusion.value[i] - mydata->sample[i];
        change += difference * difference;
        mydata->sample[i] = mydata->diffusion.value[i];
    }
    return change;
}

static void diffuse(void) {
    if (mydata->diffusion.round % span != 0) return;
    mydata->early = mydata->late;
    mydata->late = change_since_sample();
    if (mydata->diffusion.round < 3 * span) return;
    mydata->phase = phase_agree;
    mydata->diffusion.value[0] = mydata->early;
    mydata->diffusion.value[1] = mydata->late;
}

// Robots that saw little of the slowest mode count little in the means, and so in the quotient.
static void agree(void) {
    const float* mean = mydata->diffusion.value;
    mydata->eigenvalue = slowest_eigenvalue(mean[0], mean[1], span, rate);
    if (mydata->diffusion.round < 4 * span) return;
    mydata->phase = phase_know;
    mydata->shape = mydata->eigenvalue > threshold ? shape_disk : shape_annulus;
}

static void end_round(void) {
    diffusion_end_round(&mydata->diffusion, rate);
    if (mydata->phase == phase_diffuse) diffuse();
    else if (mydata->phase == phase_agree) agree();
}

static uint8_t brightness(float value) { return (uint8_t)fminf(25.0f, 2.0f + 50.0f * fabsf(value)); }

static void glow(void) {
    const float value = mydata->diffusion.value[0];
    if (mydata->phase == phase_wait) pogobot_led_setColors(2, 2, 2, 0);
    else if (mydata->phase == phase_agree) pogobot_led_setColors(25, 25, 0, 0);
    else if (mydata->shape == shape_disk) pogobot_led_setColors(0, 25, 25, 0);
    else if (mydata->shape == shape_annulus) pogobot_led_setColors(18, 0, 25, 0);
    else if (value > 0.0f) pogobot_led_setColors(brightness(value), 0, 0, 0);
    else pogobot_led_setColors(0, 0, brightness(value), 0);
}

static bool talks(void) { return mydata->phase == phase_diffuse || mydata->phase == phase_agree; }

static bool send(void) { return talks() && diffusion_send(&mydata->diffusion); }

static void receive(message_t* message) {
    if (talks()) diffusion_receive(&mydata->diffusion, message);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    percent_msgs_sent_per_ticks = 40;
    max_nb_processed_msg_per_tick = 50;
    msg_rx_fn = receive;
    msg_tx_fn = send;
}

static void user_step(void) {
    if (mydata->phase == phase_wait) wait_for_flash();
    const uint32_t elapsed_ms =
        (uint32_t)pogobot_stopwatch_get_elapsed_microseconds(&mydata->since_flash) / 1000;
    if (talks() && elapsed_ms >= round_ms * (mydata->diffusion.round + 1u)) end_round();
    glow();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_int16_from_configuration(&flash_level, "flash_level", flash_level);
    init_uint32_from_configuration(&round_ms, "round_ms", round_ms);
    init_uint16_from_configuration(&span, "span", span);
    init_float_from_configuration(&rate, "rate", rate);
    init_float_from_configuration(&threshold, "threshold", threshold);
}

static void create_data_schema(void) {
    data_add_column_int8("phase");
    data_add_column_int8("shape");
    data_add_column_int8("neighbors");
    data_add_column_double("value");
    data_add_column_double("early");
    data_add_column_double("late");
    data_add_column_double("eigenvalue");
}

static void export_data(void) {
    data_set_value_int8("phase", (int8_t)mydata->phase);
    data_set_value_int8("shape", (int8_t)mydata->shape);
    data_set_value_int8("neighbors", (int8_t)mydata->diffusion.neighbors);
    data_set_value_double("value", mydata->diffusion.value[0]);
    data_set_value_double("early", mydata->early);
    data_set_value_double("late", mydata->late);
    data_set_value_double("eigenvalue", mydata->eigenvalue);
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

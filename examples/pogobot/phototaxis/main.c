// Phototaxis by waiting: a robot wanders until one of its sensors sees enough light, and stays there.
#include "pogobase.h"

typedef struct {
    time_reference_t leg_end;  // timer: until then it keeps its curve
    int16_t brightest;         // of its three sensors
    bool arrived;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static int16_t threshold = 1000;  // light level that is enough
static uint32_t leg_ms = 1500;    // ms: longest leg between two turns

static void drive(uint16_t left, uint16_t right) {
    pogobot_motor_set(motorL, left);
    pogobot_motor_set(motorR, right);
}

static void start_leg(void) {
    pogobot_timer_init(&mydata->leg_end, (int32_t)(1000 * (leg_ms / 3 + (uint32_t)rand() % leg_ms)));
    const uint16_t slower = (uint16_t)(motorFull - rand() % motorHalf);
    if (rand() % 2) drive(motorFull, slower);
    else drive(slower, motorFull);
}

static void look_around(void) {
    mydata->brightest = 0;
    for (uint8_t sensor = 0; sensor < 3; sensor++) {
        const int16_t level = pogobot_photosensors_read(sensor);
        if (level > mydata->brightest) mydata->brightest = level;
    }
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    start_leg();
}

static void user_step(void) {
    look_around();
    mydata->arrived = mydata->brightest >= threshold;
    if (mydata->arrived) {
        drive(motorStop, motorStop);
        pogobot_led_setColors(25, 25, 0, 0);
    } else if (pogobot_timer_has_expired(&mydata->leg_end)) {
        pogobot_led_setColors(0, 0, 25, 0);
        start_leg();
    }
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(threshold);
    init_from_configuration(leg_ms);
}

static void create_data_schema(void) {
    data_add_column_int16("light");
    data_add_column_bool("arrived");
}

static void export_data(void) {
    data_set_value_int16("light", mydata->brightest);
    data_set_value_bool("arrived", mydata->arrived);
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

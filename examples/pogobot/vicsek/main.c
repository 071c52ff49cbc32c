// The Vicsek model: every robot drives at the same speed and now and then takes the mean heading of those around it, with
// an error. Robots know their headings from a light that grows along x. The colour is the heading.
#include "pogobase.h"

#include <math.h>

enum { most_neighbors = 32 };

typedef struct {
    uint16_t id;
    float heading;
} neighbor_t;

typedef struct {
    time_reference_t since_step;  // stopwatch
    time_reference_t choice;      // timer: until then it keeps its goal
    float heading;                // rad, as estimated
    float goal;                   // rad
    uint8_t heard_count;          // since the last choice, each neighbour once
    neighbor_t heard[most_neighbors];
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static float noise = 0.1f;        // largest error of a choice, part of half a turn
static uint32_t choice_ms = 500;  // ms between two choices
static float gain = 200.0f;       // motor power for each rad off the goal
static float steepest = 2000.0f;  // light levels: a steeper slope across a robot is the edge of the light

static const float two_pi = 6.2831853f;
static const float sensor_angle = 0.6981317f;  // rad: the front sensors are 40° off the middle

static float uniform(void) { return (float)rand() / (float)RAND_MAX; }

static float wrap(float angle) { return remainderf(angle, two_pi); }

// Where the light rises steadily the differences of the sensors tell the heading; elsewhere the gyroscope carries it on.
static void estimate_heading(void) {
    const float back = pogobot_photosensors_read(0);
    const float left = pogobot_photosensors_read(1), right = pogobot_photosensors_read(2);
    const float along = (0.5f * (left + right) - back) / (1.0f + cosf(sensor_angle));
    const float across = (left - right) / (2.0f * sinf(sensor_angle));
    const float time_s = 1e-6f * (float)pogobot_stopwatch_lap(&mydata->since_step);
    float acceleration[3], gyro[3];
    pogobot_imu_read(acceleration, gyro);
    if (hypotf(along, across) < steepest) mydata->heading = atan2f(across, along);
    else mydata->heading = wrap(mydata->heading - gyro[2] * time_s);
}

static void choose_goal(void) {
    float x = cosf(mydata->heading), y = sinf(mydata->heading);
    for (uint8_t i = 0; i < mydata->heard_count; i++) {
        x += cosf(mydata->heard[i].heading);
        y += sinf(mydata->heard[i].heading);
    }
    mydata->heard_count = 0;
    mydata->goal = wrap(atan2f(y, x) + noise * two_pi * (uniform() - 0.5f));
}

static void steer(void) {
    const float turn_right = gain * wrap(mydata->goal - mydata->heading);
    const float turn = fmaxf(-motorHalf, fminf(motorHalf, turn_right));
    pogobot_motor_set(motorL, (uint16_t)(motorHalf + turn));
    pogobot_motor_set(motorR, (uint16_t)(motorHalf - turn));
}

static void show_heading(void) {
    uint8_t r, g, b;
    rainbow_colormap((uint8_t)(254.0f * (mydata->heading / two_pi + 0.5f)), &r, &g, &b);
    pogobot_led_setColors(r, g, b, 0);
}

static bool send(void) {
    return pogobot_infrared_sendLongMessage_omniGen((uint8_t*)&mydata->heading, sizeof mydata->heading) == 0;
}

static void receive(message_t* message) {
    uint8_t i = 0;
    while (i < mydata->heard_count && mydata->heard[i].id != message->header._sender_id) i++;
    if (i == most_neighbors) return;
    if (i == mydata->heard_count) mydata->heard_count++;
    mydata->heard[i].id = message->header._sender_id;
    memcpy(&mydata->heard[i].heading, message->payload, sizeof mydata->heard[i].heading);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    max_nb_processed_msg_per_tick = 100;
    msg_tx_fn = send;
    msg_rx_fn = receive;
    pogobot_stopwatch_reset(&mydata->since_step);
    pogobot_timer_init(&mydata->choice, (int32_t)(1000.0f * uniform() * (float)choice_ms));
    estimate_heading();
    mydata->goal = mydata->heading;
}

static void user_step(void) {
    estimate_heading();
    if (pogobot_timer_has_expired(&mydata->choice)) {
        pogobot_timer_offset_origin_microseconds(&mydata->choice, (int32_t)(1000 * choice_ms));
        choose_goal();
    }
    steer();
    show_heading();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(noise);
    init_from_configuration(choice_ms);
    init_from_configuration(gain);
    init_from_configuration(steepest);
}

static void create_data_schema(void) { data_add_column_double("heading"); }

static void export_data(void) { data_set_value_double("heading", mydata->heading); }
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

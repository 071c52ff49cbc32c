// A robot finds its position from two beams that sweep the arena in turn, from the lower left and right corners.
// A long white frame announces the left beam, a short one the right beam. The time from the end of the frame to the
// passing of the beam tells the bearing from that corner; two bearings tell the position.
#include "pogobase.h"

#include <math.h>

enum { sensor_count = 3 };
typedef enum { beam_left, beam_right, beam_none } beam_t;

typedef struct {
    time_reference_t clock;  // stopwatch
    double flood_start;      // s
    double last_flood;       // s: the last step at which a white frame was seen
    double first
        [sensor_count];  // s: when each sensor saw the beam first in this sweep, negative if it did not …
    double last[sensor_count];  // s: … and last
    bool flooded;
    beam_t beam;        // that sweeps now
    double bearing[2];  // rad from corner to robot, by beam
    bool known[2];
    double x, y;  // mm
    bool localized;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

// As in the scenario.
static double arena_side = 1000.0;  // mm
static double beam_speed = 0.3;     // rad/s
static double half_width = 0.03;    // rad
static int16_t flood_level = 25000;
static int16_t beam_level = 10000;
static double long_frame = 0.6;  // s: white frames longer than this are long

static const double pi = 3.14159265358979;
static const double step_s = 1.0 / 60.0;
// The sensors are not centred on the robot: with these weights the mean of their places is its centre.
static const double weight[sensor_count] = {0.43376, 0.28312, 0.28312};

static double now_s(void) { return pogobot_stopwatch_get_elapsed_microseconds(&mydata->clock) * 1e-6; }

static void start_sweep(beam_t beam) {
    mydata->beam = beam;
    for (int i = 0; i < sensor_count; i++) mydata->first[i] = mydata->last[i] = -1.0;
}

// Seconds from the start of the sweep until the middle of the beam passed a sensor; from one edge where the sweep
// began or ended within the beam.
static double passing_time(int sensor, double sweep_start, double sweep_end) {
    const double rise = mydata->first[sensor] - 0.5 * step_s, fall = mydata->last[sensor] + 0.5 * step_s;
    const double half = half_width / beam_speed;
    if (rise < sweep_start + step_s) return fall - half - sweep_start;
    if (fall > sweep_end - step_s) return rise + half - sweep_start;
    return 0.5 * (rise + fall) - sweep_start;
}

static void end_sweep(double sweep_end) {
    if (mydata->beam == beam_none) return;
    const double sweep_start = mydata->last_flood + 0.5 * step_s;
    const double first_bearing = mydata->beam == beam_left ? -0.5 * pi : -pi;  // upwards, and to the left
    double time = 0.0;
    for (int i = 0; i < sensor_count; i++) {
        if (mydata->first[i] < 0.0) return;
        time += weight[i] * passing_time(i, sweep_start, sweep_end);
    }
    mydata->bearing[mydata->beam] = first_bearing + beam_speed * time;
    mydata->known[mydata->beam] = true;
}

// Where the line from the left corner meets that from the right corner.
static void localize(void) {
    if (!mydata->known[beam_left] || !mydata->known[beam_right]) return;
    const double left = tan(mydata->bearing[beam_left]), right = tan(mydata->bearing[beam_right]);
    mydata->x = arena_side * right / (right - left);
    mydata->y = arena_side + left * mydata->x;
    mydata->localized = true;
    pogobot_led_setColors(0, 25, 0, 0);
}

static void see_flood(double now) {
    if (!mydata->flooded) {
        end_sweep(now - 0.5 * step_s);
        localize();
        mydata->flood_start = now;
    }
    mydata->flooded = true;
    mydata->last_flood = now;
}

static void see_sweep(const int16_t* light, double now) {
    if (mydata->flooded) start_sweep(now - mydata->flood_start > long_frame ? beam_left : beam_right);
    mydata->flooded = false;
    for (int i = 0; i < sensor_count; i++) {
        if (light[i] < beam_level) continue;
        if (mydata->first[i] < 0.0) mydata->first[i] = now;
        mydata->last[i] = now;
    }
}

static void user_init(void) {
    pogobot_stopwatch_reset(&mydata->clock);
    start_sweep(beam_none);
    pogobot_led_setColors(25, 0, 0, 0);
}

static void user_step(void) {
    int16_t light[sensor_count];
    int16_t darkest = INT16_MAX;
    for (uint8_t i = 0; i < sensor_count; i++) {
        light[i] = pogobot_photosensors_read(i);
        if (light[i] < darkest) darkest = light[i];
    }
    if (darkest >= flood_level) see_flood(now_s());
    else see_sweep(light, now_s());
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(arena_side);
    init_from_configuration(beam_speed);
    init_from_configuration(half_width);
}

static void create_data_schema(void) {
    data_add_column_bool("localized");
    data_add_column_double("own_x");
    data_add_column_double("own_y");
}

static void export_data(void) {
    data_set_value_bool("localized", mydata->localized);
    data_set_value_double("own_x", mydata->x);
    data_set_value_double("own_y", mydata->y);
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

// Axelrod's dissemination of culture: a culture is a list of features, each with one of several traits. The more a robot
// has in common with one that it hears, the more likely it takes over another trait; with strangers it shares nothing.
#include "pogobase.h"

enum { most_features = 15 };

typedef struct {
    uint8_t culture[most_features];  // trait, by feature
    uint32_t changes;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint8_t features = 5;
static uint8_t traits = 15;  // of each feature

static bool send(void) { return pogobot_infrared_sendShortMessage_omni(mydata->culture, features) == 0; }

// One of the features in which they differ, each with the same chance.
static int pick_difference(const uint8_t* other, int differences) {
    int f = 0, skip = rand() % differences;
    while (mydata->culture[f] == other[f] || skip-- > 0) f++;
    return f;
}

static void receive(message_t* message) {
    const uint8_t* other = message->payload;
    int common = 0;
    for (int f = 0; f < features; f++) common += mydata->culture[f] == other[f];
    if (common == features || rand() % features >= common) return;
    const int f = pick_difference(other, features - common);
    mydata->culture[f] = other[f];
    mydata->changes++;
}

// The first three features make the colour of the head.
static void show_culture(void) {
    uint8_t color[3] = {0};
    for (int f = 0; f < features && f < 3; f++)
        color[f] = (uint8_t)(1 + 24 * mydata->culture[f] / (traits > 1 ? traits - 1 : 1));
    pogobot_led_setColors(color[0], color[1], color[2], 0);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    for (int f = 0; f < features; f++) mydata->culture[f] = (uint8_t)(rand() % traits);
    percent_msgs_sent_per_ticks = 10;   // seldom, so that two neighbours hardly ever talk at once …
    max_nb_processed_msg_per_tick = 1;  // … and once, though two receivers may get it
    msg_tx_fn = send;
    msg_rx_fn = receive;
}

static void user_step(void) { show_culture(); }

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(features);
    init_from_configuration(traits);
    if (features > most_features) features = most_features;
}

static void create_data_schema(void) {
    data_add_column_string("culture");
    data_add_column_int32("changes");
}

static void export_data(void) {
    char culture[5 * most_features] = "";
    for (int f = 0, end = 0; f < features; f++)
        end += snprintf(culture + end, sizeof culture - (size_t)end, f ? " %d" : "%d", mydata->culture[f]);
    data_set_value_string("culture", culture);
    data_set_value_int32("changes", (int32_t)mydata->changes);
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

// The naming game: robots agree on a word that nobody gave them. A robot says one of its words, or makes one up. Whoever
// hears a word that it knows forgets all others; whoever does not know it learns it.
#include "pogobase.h"

enum { most_words = 64 };

typedef struct {
    time_reference_t leg_end;  // timer
    uint8_t count;
    uint16_t words[most_words];
    bool turning;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint8_t speak_percent = 2;  // chance to speak in a step
static uint32_t leg_ms = 1500;     // ms: a leg takes a quarter to five quarters of this

// Straight ahead and a turn on one motor take turns, each for a random time.
static void start_leg(void) {
    pogobot_timer_init(&mydata->leg_end, (int32_t)(1000 * (leg_ms / 4 + (uint32_t)rand() % leg_ms)));
    mydata->turning = !mydata->turning;
    const bool right = rand() % 2;
    pogobot_motor_set(motorL, mydata->turning && !right ? motorStop : motorFull);
    pogobot_motor_set(motorR, mydata->turning && right ? motorStop : motorFull);
}

static bool knows(uint16_t word) {
    for (uint8_t i = 0; i < mydata->count; i++)
        if (mydata->words[i] == word) return true;
    return false;
}

static void learn(uint16_t word) {
    if (mydata->count < most_words) mydata->words[mydata->count++] = word;
}

static void keep_only(uint16_t word) {
    mydata->words[0] = word;
    mydata->count = 1;
}

// Grey knows no word, white several, and a colour is a word.
static void show_word(void) {
    uint8_t r = 10, g = 10, b = 10;
    if (mydata->count == 1) rainbow_colormap((uint8_t)(mydata->words[0] % 255), &r, &g, &b);
    if (mydata->count > 1) r = g = b = 25;
    pogobot_led_setColors(r, g, b, 0);
}

static bool speak(void) {
    if (mydata->count == 0) learn((uint16_t)(rand() >> 8));
    uint16_t word = mydata->words[rand() % mydata->count];
    return pogobot_infrared_sendShortMessage_omni((uint8_t*)&word, sizeof word) == 0;
}

static void hear(message_t* message) {
    uint16_t word;
    memcpy(&word, message->payload, sizeof word);
    if (knows(word)) keep_only(word);
    else learn(word);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    percent_msgs_sent_per_ticks = speak_percent;
    max_nb_processed_msg_per_tick = 1;  // or it would hear one word twice, by two of its receivers
    msg_tx_fn = speak;
    msg_rx_fn = hear;
    start_leg();
}

static void user_step(void) {
    if (pogobot_timer_has_expired(&mydata->leg_end)) start_leg();
    show_word();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(speak_percent);
    init_from_configuration(leg_ms);
}

static void create_data_schema(void) {
    data_add_column_int8("words");
    data_add_column_int32("word");
}

static void export_data(void) {
    data_set_value_int8("words", (int8_t)mydata->count);
    data_set_value_int32("word", mydata->count > 0 ? mydata->words[0] : -1);
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

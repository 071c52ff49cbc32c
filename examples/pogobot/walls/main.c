// Walls that speak: the arena's wall and a soft skin keep saying what they are. A robot that hears the wall stays there
// (red); one that hears the skin turns away from it (violet); all others roam (green). One program for all three.
#include "pogobase.h"

typedef enum { robot_roams, robot_turns_away, robot_stays } state_t;

typedef struct {
    time_reference_t near_wall;   // timers: until they expire, the robot remembers what it heard …
    time_reference_t skin_ahead;  // … and that it was in front
    time_reference_t leg_end;     // timer: until then it keeps its curve
    state_t state;
    uint8_t forward[3];  // motor directions that drive forward on this robot: right, left, back
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static bool heed_skin = true;
static uint32_t wall_memory = 1000;   // ms
static uint32_t skin_memory = 300;    // ms
static uint32_t leg_duration = 1500;  // ms: longest

static const char wall[] = "wall", skin[] = "skin";

static void remember(time_reference_t* timer, uint32_t ms) {
    pogobot_timer_init(timer, (int32_t)(1000 * ms));
}

static bool remembers(time_reference_t* timer) { return !pogobot_timer_has_expired(timer); }

static bool says(const message_t* message, const char* what) {
    return message->header.payload_length == sizeof wall && memcmp(message->payload, what, sizeof wall) == 0;
}

static bool say_what_i_am(void) {
    const char* what = current_robot_category_is("walls") ? wall : skin;
    return pogobot_infrared_sendLongMessage_omniGen((uint8_t*)what, sizeof wall) == 0;
}

static void listen(message_t* message) {
    const bool ahead = message->header._receiver_ir_index == ir_front;
    if (says(message, wall)) remember(&mydata->near_wall, wall_memory);
    if (says(message, skin) && ahead && heed_skin) remember(&mydata->skin_ahead, skin_memory);
}

// Direction bits first: they count from the next power on.
static void drive_wheel(motor_id motor, bool backward, uint16_t power) {
    const uint8_t forward = mydata->forward[motor];
    pogobot_motor_dir_set(motor, backward ? !forward : forward);
    pogobot_motor_set(motor, power);
}

static void drive(uint16_t left, uint16_t right) {
    drive_wheel(motorL, false, left);
    drive_wheel(motorR, false, right);
}

static void turn_on_the_spot(void) {
    const bool to_the_left = rand() % 2;
    drive_wheel(motorL, to_the_left, motorHalf);
    drive_wheel(motorR, !to_the_left, motorHalf);
}

static void start_leg(void) {
    remember(&mydata->leg_end, leg_duration / 3 + (uint32_t)rand() % leg_duration);
    const uint16_t slower = (uint16_t)(motorFull - rand() % motorHalf);
    if (rand() % 2) drive(motorFull, slower);
    else drive(slower, motorFull);
}

static void enter(state_t state) {
    mydata->state = state;
    switch (state) {
        case robot_stays:
            drive(motorStop, motorStop);
            pogobot_led_setColors(25, 0, 0, 0);
            break;
        case robot_turns_away:
            turn_on_the_spot();
            pogobot_led_setColors(20, 0, 25, 0);
            break;
        case robot_roams:
            start_leg();
            pogobot_led_setColors(0, 25, 0, 0);
            break;
    }
}

static void robot_init(void) {
    max_nb_processed_msg_per_tick = 10;
    msg_rx_fn = listen;
    pogobot_motor_dir_mem_get(mydata->forward);
    enter(robot_roams);
}

static void wall_init(void) {
    main_loop_hz = 20;
    percent_msgs_sent_per_ticks = 75;
    msg_tx_fn = say_what_i_am;
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    if (current_robot_category_is("robots")) robot_init();
    else wall_init();
}

static void user_step(void) {
    if (!current_robot_category_is("robots")) return;
    state_t next = robot_roams;
    if (remembers(&mydata->skin_ahead)) next = robot_turns_away;
    if (remembers(&mydata->near_wall)) next = robot_stays;
    if (next != mydata->state) enter(next);
    else if (next == robot_roams && !remembers(&mydata->leg_end)) start_leg();
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(heed_skin);
    init_from_configuration(wall_memory);
    init_from_configuration(skin_memory);
    init_from_configuration(leg_duration);
}

static void create_data_schema(void) { data_add_column_int8("state"); }

static void export_data(void) { data_set_value_int8("state", (int8_t)mydata->state); }
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step, "robots");
    pogobot_start(user_init, user_step, "walls");
    pogobot_start(user_init, user_step, "membranes");
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

// Reactive avoidance: walls and pillars keep saying "wall". The receiver by which a robot hears it tells on which side it
// is, and the robot turns or bends to the other side.
#include "pogobase.h"

typedef struct {
    time_reference_t
        heard[IR_RX_COUNT];    // timers, by receiver: until they expire, there is a wall on that side
    time_reference_t leg_end;  // timer: until then it bends as it does
    uint16_t power[3];         // of this robot's motors for straight driving: right, left, back
    uint8_t forward[3];        // motor directions that drive it forward
    int8_t side;               // to which it bends or turns: -1 left, 1 right
    uint16_t slower;           // %: by how much the inner wheel is slower
    bool turning;              // on the spot, away from a wall
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static bool avoid = true;
static uint32_t memory = 400;         // ms for which a robot remembers a wall
static uint32_t leg_duration = 2000;  // ms: longest

static bool wall_at(ir_direction side) { return !pogobot_timer_has_expired(&mydata->heard[side]); }

static void listen(message_t* message) {
    if (message->header.payload_length < 4 || memcmp(message->payload, "wall", 4) != 0) return;
    pogobot_timer_init(&mydata->heard[message->header._receiver_ir_index], (int32_t)(1000 * memory));
}

static void drive_wheel(motor_id motor, int percent) {
    const uint8_t forward = mydata->forward[motor];
    pogobot_motor_dir_set(motor, percent < 0 ? !forward : forward);
    pogobot_motor_set(motor, (uint16_t)(mydata->power[motor] * abs(percent) / 100));
}

static void drive(int left_percent, int right_percent) {
    drive_wheel(motorL, left_percent);
    drive_wheel(motorR, right_percent);
}

static void bend(void) {
    const int inner = 100 - mydata->slower;
    if (mydata->side < 0) drive(inner, 100);
    else drive(100, inner);
}

static void start_leg(void) {
    const uint32_t duration_ms = leg_duration / 3 + (uint32_t)rand() % leg_duration;
    pogobot_timer_init(&mydata->leg_end, (int32_t)(1000 * duration_ms));
    mydata->side = rand() % 2 ? 1 : -1;
    mydata->slower = (uint16_t)(rand() % 50);
}

// Away from the one side that hears a wall, else to either side.
static int8_t free_side(void) {
    if (wall_at(ir_left) != wall_at(ir_right)) return wall_at(ir_left) ? 1 : -1;
    return rand() % 2 ? 1 : -1;
}

static void turn_away(void) {
    if (!mydata->turning) mydata->side = free_side();
    drive(60 * mydata->side, -60 * mydata->side);
    pogobot_led_setColors(25, 0, 0, 0);
}

static void pass_by(void) {
    mydata->side = free_side();
    mydata->slower = 40;
    bend();
    pogobot_led_setColors(25, 14, 0, 0);
}

static void roam(void) {
    if (pogobot_timer_has_expired(&mydata->leg_end)) start_leg();
    bend();
    pogobot_led_setColors(0, 0, 25, 0);
}

static void user_init(void) {
    srand((unsigned)pogobot_helper_getRandSeed());
    max_nb_processed_msg_per_tick = 20;
    msg_rx_fn = listen;
    pogobot_motor_power_mem_get(mydata->power);
    pogobot_motor_dir_mem_get(mydata->forward);
    start_leg();
}

static void user_step(void) {
    const bool ahead = avoid && wall_at(ir_front);
    const bool beside = avoid && wall_at(ir_left) != wall_at(ir_right);
    if (ahead) turn_away();
    else if (beside) pass_by();
    else roam();
    mydata->turning = ahead;
}

#ifdef SIMULATOR
static void global_setup(void) {
    init_from_configuration(avoid);
    init_from_configuration(memory);
    init_from_configuration(leg_duration);
}

static void create_data_schema(void) { data_add_column_bool("turning"); }

static void export_data(void) { data_set_value_bool("turning", mydata->turning); }
#endif

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    pogobot_start(default_walls_user_init, default_walls_user_step, "walls");
    pogobot_start(default_walls_user_init, default_walls_user_step, "pillars");
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

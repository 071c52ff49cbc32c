// Uses what C controllers use of the headers, in strict C11.
#include "pogobase.h"

typedef struct {
    time_reference_t timer;
    uint8_t state;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

typedef enum { mode_a, mode_b } run_mode;
static run_mode mode = mode_b;
static float speeds[2] = {1.0f, 2.0f};
static char label[16] = "none";

static void user_init(void) {
    pogobot_timer_init(&mydata->timer, 1000);
    mydata->state = SCALE_0_255_TO_0_25(200);
}

static void user_step(void) {
    message_t message = {.header = {.payload_length = 1}};
    (void)pogobot_infrared_sendRawLongMessage(&message);
    printf("plain\n");
    printf("%s %u\n", label, (unsigned)mydata->state);
    putchar('\n');
}

static void global_setup(void) {
    init_uint32_from_configuration((uint32_t*)&mode, "mode", mode);
    init_array_from_configuration(speeds);
    init_array_from_configuration(label);
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    pogobot_start(default_walls_user_init, default_walls_user_step, "walls");
    SET_CALLBACK(callback_global_setup, global_setup)
    return STATIC_STRCMP(STRINGIFY(POGOSIM_VERSION_MAJOR), "0");
}

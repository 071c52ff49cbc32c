// The controller that the runtime's tests link: what only C can say, for the tests to call.
#include "pogobase.h"

#include "controller.h"

typedef struct {
    uint32_t steps;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

_Static_assert(sizeof(message_header_t) == 8, "header");
_Static_assert(sizeof(message_t) == 390, "message");
_Static_assert(sizeof(message_short_header_t) == 4, "short header");
_Static_assert(sizeof(short_message_t) == 386, "short message");
_Static_assert(sizeof(emitting_power_list_t) == 4, "power list");
_Static_assert(sizeof(time_reference_t) == 24, "time reference");

struct parameters parameters;

static bool flag = true;
static int8_t i8 = -1;
static int16_t i16 = -2;
static int32_t i32 = -3;
static uint8_t u8 = 1;
static uint16_t u16 = 2;
static uint32_t u32 = 3;
static float real = 1.5f;
static double precise = 2.5;
static float floats[3] = {1, 2, 3};
static double doubles[2] = {4, 5};
static char text[6] = "none";

void read_parameters(void) {
    init_from_configuration(flag);
    init_from_configuration(i8);
    init_from_configuration(i16);
    init_from_configuration(i32);
    init_from_configuration(u8);
    init_from_configuration(u16);
    init_from_configuration(u32);
    init_from_configuration(real);
    init_from_configuration(precise);
    init_array_from_configuration(floats);
    init_array_from_configuration(doubles);
    init_array_from_configuration(text);
    parameters = (struct parameters){.flag = flag,
                                     .i8 = i8,
                                     .i16 = i16,
                                     .i32 = i32,
                                     .u8 = u8,
                                     .u16 = u16,
                                     .u32 = u32,
                                     .real = real,
                                     .precise = precise};
    memcpy(parameters.floats, floats, sizeof floats);
    memcpy(parameters.doubles, doubles, sizeof doubles);
    memcpy(parameters.text, text, sizeof text);
}

FifoBuffer_typedef(int, IntFifo);

int fifo_in_c(void) {
    int memory[3], taken = -1, sum = 0;
    IntFifo fifo;
    IntFifo* fifo_p = &fifo;
    FifoBuffer_init(fifo, 3, int, memory);
    for (int i = 1; i <= 4; i++)  // 1 is replaced by 4
        FifoBuffer_write(fifo_p, i);
    while (!FifoBuffer_is_empty(fifo)) {
        FifoBuffer_read(fifo_p, taken);
        sum = 10 * sum + taken;
    }
    return sum;
}

static void user_init(void) { mydata->steps = 0; }

static void user_step(void) { mydata->steps += 1; }

static void global_setup(void) {}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    pogobot_start(default_walls_user_init, default_walls_user_step, "walls");
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

// Reads one parameter of each type in the global setup, and robot 0 prints them.
#include "pogobase.h"

typedef struct {
    uint8_t unused;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static bool a_bool = false;
static int8_t an_int8 = 1;
static int16_t an_int16 = 2;
static int32_t an_int32 = 3;
static uint8_t a_uint8 = 4;
static uint16_t a_uint16 = 5;
static uint32_t a_uint32 = 6;
static float a_float = 7.5f;
static double a_double = 8.5;
static float some_floats[3] = {1.0f, 2.0f, 3.0f};
static double some_doubles[2] = {4.0, 5.0};
static char a_string[6] = "unset";
static int32_t nested = -1;

static void user_init(void) {
    if (pogobot_helper_getid() != 0) return;
    printf("bool %d\n", a_bool);
    printf("int %d %d %ld\n", an_int8, an_int16, (long)an_int32);
    printf("uint %u %u %lu\n", a_uint8, a_uint16, (unsigned long)a_uint32);
    printf("real %.9g %.17g\n", (double)a_float, a_double);
    printf("floats %g %g %g\n", (double)some_floats[0], (double)some_floats[1], (double)some_floats[2]);
    printf("doubles %g %g\n", some_doubles[0], some_doubles[1]);
    printf("string %s\n", a_string);
    printf("nested %ld\n", (long)nested);
}

static void user_step(void) {}

static void global_setup(void) {
    init_from_configuration(a_bool);
    init_from_configuration(an_int8);
    init_from_configuration(an_int16);
    init_from_configuration(an_int32);
    init_from_configuration(a_uint8);
    init_from_configuration(a_uint16);
    init_from_configuration(a_uint32);
    init_from_configuration(a_float);
    init_from_configuration(a_double);
    init_array_from_configuration(some_floats);
    init_array_from_configuration(some_doubles);
    init_array_from_configuration(a_string);
    init_int32_from_configuration(&nested, "grp.sub.1", nested);
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    return 0;
}

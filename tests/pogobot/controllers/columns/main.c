// Logs a column of every type; robots with an odd id do not export their rows. Parameter mistake: 1 adds a
// column twice, 2 adds one that is built in, 3 sets an unknown one, 4 sets one with another type, 5 adds one
// while exporting.
#include "pogobase.h"

typedef struct {
    uint8_t unused;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint8_t mistake = 0;

static void user_init(void) {}
static void user_step(void) {}

static void global_setup(void) { init_from_configuration(mistake); }

static void create_data_schema(void) {
    data_add_column_int8("c_int8");
    data_add_column_int16("c_int16");
    data_add_column_int32("c_int32");
    data_add_column_int64("c_int64");
    data_add_column_double("c_double");
    data_add_column_string("c_string");
    data_add_column_bool("c_bool");
    data_add_column_float16("c_float16");
    if (mistake == 1) data_add_column_int8("c_int8");
    if (mistake == 2) data_add_column_double("x");
}

static void make_mistake(void) {
    if (mistake == 3) data_set_value_int8("unknown", 1);
    if (mistake == 4) data_set_value_double("c_int8", 1.0);
    if (mistake == 5) data_add_column_int8("late");
}

static void export_data(void) {
    const uint16_t id = pogobot_helper_getid();
    if (id % 2 == 1) {
        disable_data_export();
        return;
    }
    enable_data_export();
    data_set_value_int8("c_int8", -8);
    data_set_value_int16("c_int16", -16);
    data_set_value_int32("c_int32", -32);
    data_set_value_int64("c_int64", INT64_MIN);
    data_set_value_double("c_double", 0.1);
    data_set_value_string("c_string", id == 0 ? "zero" : "other");
    data_set_value_bool("c_bool", id == 0);
    data_set_value_float16("c_float16", 0.5f);
    make_mistake();
}

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

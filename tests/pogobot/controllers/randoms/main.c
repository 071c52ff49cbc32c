// Logs one draw of rand() a step. Parameter seeding: 0 not at all, 1 srand(id), 2 srand(1), 3 the robot's
// seed.
#include "pogobase.h"

typedef struct {
    int32_t draw;
} USERDATA;

DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static uint8_t seeding = 0;

static void user_init(void) {
    if (seeding == 1) srand(pogobot_helper_getid());
    else if (seeding == 2) srand(1);
    else if (seeding == 3) srand((unsigned)pogobot_helper_getRandSeed());
}

static void user_step(void) { mydata->draw = rand(); }

static void global_setup(void) { init_from_configuration(seeding); }
static void create_data_schema(void) { data_add_column_int32("draw"); }
static void export_data(void) { data_set_value_int32("draw", mydata->draw); }

int main(void) {
    pogobot_init();
    pogobot_start(user_init, user_step);
    SET_CALLBACK(callback_global_setup, global_setup);
    SET_CALLBACK(callback_create_data_schema, create_data_schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

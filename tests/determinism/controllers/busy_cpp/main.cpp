// C++ with state in objects, function-local statics and a standard generator; nothing on the heap.
#include "pogobase.h"

#include <array>
#include <random>

namespace {

struct Gait {
    std::minstd_rand generator{7};
    std::array<int, 2> power{};
    virtual int next() { return static_cast<int>(generator() % 1024); }
    virtual ~Gait() = default;
};
struct SlowGait final : Gait {
    int next() override { return Gait::next() / 2; }
};

Gait shared;

int turns() {
    static int count = 0;
    return ++count;
}

}  // namespace

typedef struct {
    alignas(SlowGait) unsigned char memory[sizeof(SlowGait)];
    Gait* gait;
    int turns;
} USERDATA;
DECLARE_USERDATA(USERDATA);
REGISTER_USERDATA(USERDATA);

static void init() {
    main_loop_hz = 30;
    mydata->gait = new (mydata->memory) SlowGait();
    mydata->gait->generator.discard(pogobot_helper_getid());
}

static void step() {
    if (pogobot_ticks % 5 != 0) return;
    mydata->turns = turns();
    pogobot_motor_set(motorL, static_cast<uint16_t>(mydata->gait->next()));
    pogobot_motor_set(motorR, static_cast<uint16_t>(shared.next()));
}

static void schema() { data_add_column_int32("turns"); }
static void export_data() { data_set_value_int32("turns", mydata->turns); }

int main() {
    pogobot_init();
    pogobot_start(init, step, "robots");
    SET_CALLBACK(callback_create_data_schema, schema);
    SET_CALLBACK(callback_export_data, export_data);
    return 0;
}

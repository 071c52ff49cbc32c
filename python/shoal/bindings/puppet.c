// The controller of a run that Python drives: it does nothing. Its loop runs at 60 Hz, so that motors get the noise of
// each control period and the IMU its samples; messages stay in the queue until Python takes them.
#include "pogobase.h"

typedef struct {
    int unused;
} USERDATA;
DECLARE_USERDATA(USERDATA)
REGISTER_USERDATA(USERDATA)

static void do_nothing(void) {}

int main(void) {
    pogobot_init();
    pogobot_start(do_nothing, do_nothing);
    return 0;
}

// The robot's sleeps under the names that the C library has too. Hidden, as in random.c.
#include "robot_state.h"

#include "sleep.h"

SHOAL_HIDDEN int usleep(unsigned us) {
    if ((int)us > 0) shoal_host_sleep_us(us);
    return 0;
}

SHOAL_HIDDEN unsigned sleep(unsigned seconds) {
    if ((int)seconds > 0) shoal_host_sleep_us((uint64_t)seconds * 1000000u);
    return 0;
}

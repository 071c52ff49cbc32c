// A program for the bare robot: the library's own header, and a main that does not return.
#include "pogobot.h"
#include "rgb.h"
#include "sleep.h"

#include <assert.h>
#include <unistd.h>

static_assert(sizeof RELEASE_VERSION > 1, "text");

#ifdef __cplusplus
int main()
#else
int main(void)
#endif
{
    pogobot_init();
    while (true) {
        pogobot_led_setColor(0, 25, 0);
        msleep(100);
        rgb_blink(25, 0, 0, 2, 50);
        usleep(100u);
        sleep(1u);
    }
}

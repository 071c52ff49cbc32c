// The head LED under the names of rgb.h.
#include "robot_state.h"

#include "rgb.h"

void rgb_set(uint8_t r, uint8_t g, uint8_t b) { pogobot_led_setColor(r, g, b); }

void color_wheel(uint8_t position, uint8_t* r, uint8_t* g, uint8_t* b) {
    enum { third = 85, slope = 3 };  // positions from a primary colour to the next, brightness a position
    uint8_t* const colors[] = {r, g, b};
    const unsigned from = position / third % 3, done = position % third * slope;
    for (unsigned i = 0; i < 3; i++) shoal_require(colors[i], "color_wheel was given a null pointer");
    *colors[from] = (uint8_t)(255 - done);
    *colors[(from + 1) % 3] = (uint8_t)done;
    *colors[(from + 2) % 3] = 0;
}

void rgb_blink(uint8_t r, uint8_t g, uint8_t b, int times, int period_ms) {
    for (int i = 0; i < times; i++) {
        rgb_set(r, g, b);
        msleep(period_ms / 2);
        rgb_set(0, 0, 0);
        msleep(period_ms - period_ms / 2);
    }
}

// The head LED of the bare robot. Colours 0..255.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void rgb_set(uint8_t r, uint8_t g, uint8_t b);
// 0 red, 85 green, 170 blue, 255 red again.
void color_wheel(uint8_t position, uint8_t* r, uint8_t* g, uint8_t* b);
// On for half of each period, then off; sleeps until it is done.
void rgb_blink(uint8_t r, uint8_t g, uint8_t b, int times, int period_ms);

#ifdef __cplusplus
}
#endif

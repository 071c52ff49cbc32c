// Colours for LEDs. The two colour maps give values in 0..25, where the light of an LED is about linear.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct color_t {
    uint8_t r, g, b;
} color_t;

// h in degrees, [0, 360); s and v in [0, 1]. The results are in 0..255.
void hsv_to_rgb(float h, float s, float v, uint8_t* r, uint8_t* g, uint8_t* b);

// Ten colours that are easy to tell apart; values from 10 on start again at the first.
void qualitative_colormap(uint8_t value, uint8_t* r, uint8_t* g, uint8_t* b);

// Around the colour circle from red at 0 to red at 255; never black.
void rainbow_colormap(uint8_t value, uint8_t* r, uint8_t* g, uint8_t* b);

#define SCALE_0_255_TO_0_25(x) ((uint8_t)((x) * 25.0f / 255.0f + 0.5f))
#define SCALE_0_25_TO_0_255(x) ((uint8_t)((x) * 10))

#ifdef __cplusplus
}
#endif

// Colours for LEDs.
#include "robot_state.h"

enum { bright = 25, half = 13, dim = 10 };

static void write_color(color_t color, uint8_t* r, uint8_t* g, uint8_t* b) {
    *r = color.r;
    *g = color.g;
    *b = color.b;
}

void hsv_to_rgb(float h, float s, float v, uint8_t* r, uint8_t* g, uint8_t* b) {
    const float sector = h / 60.0f;
    const int index = sector >= 0.0f && sector < 5.0f ? (int)sector : 5;
    const float rising = sector - (float)(index & ~1);  // 0..2 over a pair of sectors
    const float triangle = rising < 1.0f ? rising : 2.0f - rising;
    const float chroma = v * s, low = v - chroma;
    const float middle = triangle > 0.0f ? chroma * triangle : 0.0f;  // a hue off the circle ends as red does
    const uint8_t top = (uint8_t)((chroma + low) * 255.0f);
    const uint8_t mid = (uint8_t)((middle + low) * 255.0f);
    const uint8_t bottom = (uint8_t)(low * 255.0f);
    const color_t colors[] = {{top, mid, bottom}, {mid, top, bottom}, {bottom, top, mid},
                              {bottom, mid, top}, {mid, bottom, top}, {top, bottom, mid}};
    write_color(colors[index], r, g, b);
}

void qualitative_colormap(uint8_t value, uint8_t* r, uint8_t* g, uint8_t* b) {
    static const color_t colors[] = {
        {bright, 0, 0},       // red
        {0, bright, 0},       // green
        {0, 0, bright},       // blue
        {bright, bright, 0},  // yellow
        {bright, 0, bright},  // magenta
        {0, bright, bright},  // cyan
        {half, 0, half},      // purple
        {half, half, 0},      // olive
        {0, half, half},      // teal
        {dim, dim, dim},      // gray
    };
    write_color(colors[value % (sizeof colors / sizeof colors[0])], r, g, b);
}

void rainbow_colormap(uint8_t value, uint8_t* r, uint8_t* g, uint8_t* b) {
    const float position = (float)value / 255.0f * 6.0f;  // 0..6 around the circle
    const int segment = position < 5.0f ? (int)position : 5;
    const uint8_t up = (uint8_t)((position - (float)segment) * (float)bright);
    const uint8_t down = (uint8_t)(bright - up);
    const color_t colors[] = {{bright, up, 0},   {down, bright, 0}, {0, bright, up},
                              {0, down, bright}, {up, 0, bright},   {bright, 0, down}};
    write_color(colors[segment], r, g, b);
}

// What controller.c offers to the tests, which are C++.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct parameters {
    bool flag;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    float real;
    double precise;
    float floats[3];
    double doubles[2];
    char text[6];
};

extern struct parameters parameters;
void read_parameters(void);  // by the C macros, into `parameters`
int fifo_in_c(void);         // the digits read from a FIFO of three after writing 1, 2, 3, 4

#ifdef __cplusplus
}
#endif

// Diffusion of a few numbers between neighbours, in rounds that all robots begin at the same time.
#pragma once

#include "pogobase.h"

enum { channels = 4, most_neighbors = 20 };

typedef struct {
    float value[channels];
    float gain[channels];  // what the neighbours heard in this round differ by, in total
    uint16_t heard[most_neighbors];
    uint8_t heard_count;
    uint8_t neighbors;  // in the round before
    uint16_t round;
} diffusion_t;

bool diffusion_send(const diffusion_t* diffusion);
void diffusion_receive(diffusion_t* diffusion, const message_t* message);

// value += rate · Σ (value of a neighbour − value), and the next round begins.
void diffusion_end_round(diffusion_t* diffusion, float rate);

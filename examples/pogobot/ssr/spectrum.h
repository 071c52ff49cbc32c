// The slowest decay of a diffusion, from three samples.
#pragma once

#include <stdint.h>

// With x(t) = mean + a (1 − rate λ)^t at all robots, late / early = (1 − rate λ)^(2 rounds), where `early` and `late` are
// the squared changes of x in two spans of as many rounds, one after the other. The mean, which nobody knows, cancels.
float slowest_eigenvalue(float early, float late, uint16_t rounds, float rate);

// The C library's generators, one sequence a robot. Hidden, so that a controller's calls end here and nobody
// else's.
#include "robot_state.h"

SHOAL_PER_ROBOT uint64_t shoal_rand_state = 0;
uint64_t shoal_run_seed = 0;

static const uint64_t golden_ratio = 0x9e3779b97f4a7c15u;  // odd, 2^64 / phi

// Scrambles a counter into a random word (the finaliser of SplitMix64).
static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint32_t next_31_bits(void) {
    shoal_rand_state += golden_ratio;
    return (uint32_t)(mix(shoal_rand_state) >> 33);
}

static void seed_with(unsigned seed) {
    shoal_rand_state = mix(shoal_run_seed + golden_ratio * ((uint64_t)seed + 1u));
}

SHOAL_HIDDEN int rand(void) { return (int)next_31_bits(); }
SHOAL_HIDDEN void srand(unsigned seed) { seed_with(seed); }

long random(void);
void srandom(unsigned seed);
SHOAL_HIDDEN long random(void) { return (long)next_31_bits(); }
SHOAL_HIDDEN void srandom(unsigned seed) { seed_with(seed); }

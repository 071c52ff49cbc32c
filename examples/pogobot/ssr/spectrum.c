#include "spectrum.h"

#include <math.h>

float slowest_eigenvalue(float early, float late, uint16_t rounds, float rate) {
    if (early <= 0.0f || late <= 0.0f) return 0.0f;
    return (1.0f - powf(late / early, 0.5f / (float)rounds)) / rate;
}

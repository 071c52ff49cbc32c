// The loop that is compiled for each instruction set; the includer defines SHOAL_SINCOS, its name.
#include "base/sincos.hpp"

namespace shoal::math {

void SHOAL_SINCOS(const double* __restrict angles, double* __restrict sines, double* __restrict cosines,
                  std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const SinCos r = sincos_inline(angles[i]);
        sines[i] = r.sin;
        cosines[i] = r.cos;
    }
}

}  // namespace shoal::math

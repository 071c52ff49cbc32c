#include "voxel/physics/tiles.hpp"

#include "base/simd.hpp"

#include <cstddef>

namespace shoal::voxel {

static_assert(offsetof(BodyTile, w) == body_w * sizeof(double));
static_assert(offsetof(BodyTile, fx) == body_fx * sizeof(double));
static_assert(offsetof(BodyTile, keep_angular) == body_keep_angular * sizeof(double));

extern const Kernels kernels_scalar;
extern const Kernels kernels_baseline;
#if defined(__x86_64__)
extern const Kernels kernels_avx2;
extern const Kernels kernels_avx512;
#endif

const Kernels& kernels() {
    switch (instruction_set()) {
        case InstructionSet::scalar: return kernels_scalar;
        case InstructionSet::baseline: return kernels_baseline;
#if defined(__x86_64__)
        case InstructionSet::avx2: return kernels_avx2;
        case InstructionSet::avx512: return kernels_avx512;
#else
        default: break;
#endif
    }
    return kernels_baseline;
}

}  // namespace shoal::voxel

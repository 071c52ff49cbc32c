#include "voxel/physics/tiles.hpp"

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

const Kernels& kernels(InstructionSet set) {
    switch (set) {
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

const Kernels& kernels(std::size_t lanes) {
    const InstructionSet widest = widest_instruction_set();
    constexpr std::size_t narrow = 8;
    return kernels(widest == InstructionSet::avx512 && lanes <= narrow ? InstructionSet::avx2 : widest);
}

}  // namespace shoal::voxel

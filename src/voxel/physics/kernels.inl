// Kernels of a step, written once over a vector type and compiled for each instruction set. The includer defines
// SHOAL_KERNELS (name of the resulting table) and SHOAL_ABI(T) (of std::experimental::simd).
// Only plain arithmetic and square roots: every lane computes what the scalar build computes, bit for bit.

#include "voxel/physics/tiles.hpp"

#include <experimental/simd>

#define SHOAL_INLINE inline __attribute__((always_inline))

#include "voxel/physics/vectors.inl"

#include "voxel/physics/springs.inl"

#include "voxel/physics/bodies.inl"

#include "voxel/physics/ground.inl"

#include "voxel/physics/readings.inl"

namespace shoal::voxel {

extern const Kernels SHOAL_KERNELS;
const Kernels SHOAL_KERNELS = {begin_step,   springs, integrate_velocities, touch_ground, move,
                               leave_ground, readings};

}  // namespace shoal::voxel

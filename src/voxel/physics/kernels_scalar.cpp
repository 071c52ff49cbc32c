#define SHOAL_KERNELS kernels_scalar
#define SHOAL_ABI(T) std::experimental::simd_abi::scalar
#include "voxel/physics/kernels.inl"

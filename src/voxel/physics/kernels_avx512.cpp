#define SHOAL_KERNELS kernels_avx512
#define SHOAL_ABI(T) std::experimental::simd_abi::native<T>
#include "voxel/physics/kernels.inl"

#define SHOAL_KERNELS solver_kernels_avx2
#define SHOAL_ABI std::experimental::simd_abi::native<float>
#include "physics/solver_kernels.inl"

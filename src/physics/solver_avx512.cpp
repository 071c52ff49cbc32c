#define SHOAL_KERNELS solver_kernels_avx512
#define SHOAL_ABI std::experimental::simd_abi::native<float>
#include "physics/solver_kernels.inl"

#define SHOAL_KERNELS solver_kernels_baseline
#define SHOAL_ABI std::experimental::simd_abi::native<float>
#include "physics/solver_kernels.inl"

#define SHOAL_KERNELS solver_kernels_scalar
#define SHOAL_ABI std::experimental::simd_abi::scalar
#include "physics/solver_kernels.inl"

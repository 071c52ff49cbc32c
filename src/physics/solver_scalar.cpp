#define SHOAL_KERNELS solver_kernels_scalar
#define SHOAL_ABI std::experimental::simd_abi::scalar
#define SHOAL_SCALAR
#include "physics/solver_kernels.inl"

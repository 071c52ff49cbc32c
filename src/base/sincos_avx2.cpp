#define SHOAL_SINCOS sincos_avx2
#include "base/sincos_kernel.inl"

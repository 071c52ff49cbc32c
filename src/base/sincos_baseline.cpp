#define SHOAL_SINCOS sincos_baseline
#include "base/sincos_kernel.inl"

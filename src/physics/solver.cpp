#include "physics/solver.hpp"

#include "base/simd.hpp"

namespace shoal::physics {

extern const SolverKernels solver_kernels_scalar;
extern const SolverKernels solver_kernels_baseline;
#if defined(__x86_64__)
extern const SolverKernels solver_kernels_avx2;
extern const SolverKernels solver_kernels_avx512;
#endif

const SolverKernels& scalar_solver_kernels() { return solver_kernels_scalar; }

const SolverKernels& solver_kernels() {
    switch (instruction_set()) {
        case InstructionSet::scalar: return solver_kernels_scalar;
        case InstructionSet::baseline: return solver_kernels_baseline;
#if defined(__x86_64__)
        case InstructionSet::avx2: return solver_kernels_avx2;
        case InstructionSet::avx512: return solver_kernels_avx512;
#else
        default: break;
#endif
    }
    return solver_kernels_baseline;
}

}  // namespace shoal::physics

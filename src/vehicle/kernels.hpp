#pragma once

#include "base/simd.hpp"
#include "vehicle/model_info.hpp"
#include "vehicle/pose.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace shoal::vehicle {

/// Raw columns of a group, for kernels: column c of row i at block[c * stride + i]; that of the surroundings at
/// around[c][i * around_step]. All columns have room for whole blocks of 64 rows.
template <class T>
struct RawColumns {
    T* state;
    std::size_t state_stride;
    const T* command;
    std::size_t command_stride;
    std::array<const T*, static_cast<std::size_t>(Surrounding::count)> around;
    std::size_t around_step;  // 1, or 0 where all rows share one
    const T* constants;
};

/// Steps to make: how many, of what length (s), after how many others.
struct Steps {
    std::uint64_t number, done;
    double length;
};

constexpr std::size_t rows_together = 64;  // ranges begin at multiples of this

template <class T>
using StepKernel = void (*)(const RawColumns<T>&, const Steps&, std::size_t begin, std::size_t end);

/// The step of one model, compiled once for each instruction set; all give the same bits.
struct StepKernels {
    StepKernel<float> single;
    StepKernel<double> twofold;
};

/// What a group needs of its model outside the step, in double precision and by flat arrays.
struct ModelFunctions {
    const ModelInfo& (*info)();
    std::size_t constants;
    /// Throws Error for parameters that contradict each other.
    void (*prepare)(std::span<const double> parameters, double time_step, double* constants);
    void (*start)(std::span<const double> parameters, const Placement&, double* state);
    Pose<double> (*pose)(const double* state);
    StepKernels (*kernels)(InstructionSet);
};

[[nodiscard]] std::span<const ModelFunctions* const> model_functions();

}  // namespace shoal::vehicle

// What a group needs of one model outside the step. The includer defines SHOAL_MODEL, whose header it has included, and
// SHOAL_FUNCTIONS and SHOAL_KERNELS_OF(set), names.

#include "base/assert.hpp"
#include "base/error.hpp"
#include "vehicle/kernels.hpp"
#include "vehicle/lanes/rows.hpp"

#include <cstring>
#include <string>

namespace shoal::vehicle {

extern const StepKernels SHOAL_KERNELS_OF(scalar), SHOAL_KERNELS_OF(baseline);
#if defined(__x86_64__)
extern const StepKernels SHOAL_KERNELS_OF(avx2), SHOAL_KERNELS_OF(avx512);
#endif

namespace {

void prepare(std::span<const double> parameters, double time_step, double* constants) {
    SHOAL_ASSERT((parameters.size() == row_count<SHOAL_MODEL::Parameters, double>));
    SHOAL_MODEL::Parameters given;
    std::memcpy(&given, parameters.data(), sizeof given);
    const SHOAL_MODEL::Constants<double> result = SHOAL_MODEL::prepare(given, time_step);
    std::memcpy(constants, &result, sizeof result);
}

void start(std::span<const double> parameters, const Placement& placement, double* state) {
    SHOAL_MODEL::Parameters given;
    std::memcpy(&given, parameters.data(), sizeof given);
    const SHOAL_MODEL::State<double> result = SHOAL_MODEL::start(given, placement);
    std::memcpy(state, &result, sizeof result);
}

Pose<double> pose(const double* state) {
    SHOAL_MODEL::State<double> given;
    std::memcpy(&given, state, sizeof given);
    return SHOAL_MODEL::pose(given);
}

StepKernels kernels(InstructionSet set) {
    switch (set) {
        case InstructionSet::scalar: return SHOAL_KERNELS_OF(scalar);
        case InstructionSet::baseline: return SHOAL_KERNELS_OF(baseline);
#if defined(__x86_64__)
        case InstructionSet::avx2: return SHOAL_KERNELS_OF(avx2);
        case InstructionSet::avx512: return SHOAL_KERNELS_OF(avx512);
#endif
        default: return SHOAL_KERNELS_OF(baseline);
    }
}

const ModelInfo& info() {
    static const ModelInfo result = [] {
        ModelInfo made = SHOAL_MODEL::info();
        if (made.state.size() != row_count<SHOAL_MODEL::State<double>, double> ||
            made.parameters.size() != row_count<SHOAL_MODEL::Parameters, double>)
            throw Error("type " + std::string(made.name) +
                        ": its tables do not name each number of its structs");
        made.command_values = row_count<SHOAL_MODEL::Command<double>, double> - 1;
        return made;
    }();
    return result;
}

}  // namespace

extern const ModelFunctions SHOAL_FUNCTIONS;
const ModelFunctions SHOAL_FUNCTIONS{
    info, row_count<SHOAL_MODEL::Constants<double>, double>, prepare, start, pose, kernels};

}  // namespace shoal::vehicle

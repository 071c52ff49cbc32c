#pragma once

#include <string_view>

namespace shoal {

/// Instruction sets that kernels are compiled for; each gives the same bits.
enum class InstructionSet { scalar, baseline, avx2, avx512 };

/// The set that kernels use: the fastest for short loops that this processor has (AVX2 or the baseline), or the one that the environment variable
/// SHOAL_SIMD names (scalar, baseline, avx2, avx512). Chosen once, at the first call.
/// Throws Error if SHOAL_SIMD names an unknown set or one that this processor lacks.
[[nodiscard]] InstructionSet instruction_set();

/// As instruction_set(), for loops over thousands of rows without branches: the widest that this processor has.
[[nodiscard]] InstructionSet widest_instruction_set();

[[nodiscard]] bool is_supported(InstructionSet set);
[[nodiscard]] std::string_view name(InstructionSet set);

}  // namespace shoal

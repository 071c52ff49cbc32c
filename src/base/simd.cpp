#include "base/simd.hpp"

#include "base/error.hpp"

#include <array>
#include <cstdlib>

namespace shoal {
namespace {

constexpr std::array all_sets{InstructionSet::scalar, InstructionSet::baseline, InstructionSet::avx2,
                              InstructionSet::avx512};

// AVX-512 is left to those who ask for it: the rows of a contact solver are too short to gain from it (bench/).
InstructionSet best() {
    return is_supported(InstructionSet::avx2) ? InstructionSet::avx2 : InstructionSet::baseline;
}

InstructionSet choose() {
    const char* wanted = std::getenv("SHOAL_SIMD");
    if (wanted == nullptr || *wanted == '\0') return best();
    for (const auto set : all_sets) {
        if (name(set) != wanted) continue;
        if (is_supported(set)) return set;
        throw Error({{}, "SHOAL_SIMD", wanted, "an instruction set that this processor has", ""});
    }
    throw Error({{}, "SHOAL_SIMD", wanted, "scalar, baseline, avx2 or avx512", ""});
}

}  // namespace

InstructionSet instruction_set() {
    static const InstructionSet chosen = choose();
    return chosen;
}

InstructionSet widest_instruction_set() {
    static const bool free = std::getenv("SHOAL_SIMD") == nullptr || *std::getenv("SHOAL_SIMD") == '\0';
    return free && is_supported(InstructionSet::avx512) ? InstructionSet::avx512 : instruction_set();
}

bool is_supported(InstructionSet set) {
    if (set == InstructionSet::scalar || set == InstructionSet::baseline) return true;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (set == InstructionSet::avx2) return __builtin_cpu_supports("avx2") != 0;
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0;
#else
    return false;
#endif
}

std::string_view name(InstructionSet set) {
    switch (set) {
        case InstructionSet::scalar: return "scalar";
        case InstructionSet::baseline: return "baseline";
        case InstructionSet::avx2: return "avx2";
        case InstructionSet::avx512: return "avx512";
    }
    return "";
}

}  // namespace shoal

#include "base/simd.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace shoal {
namespace {

// The choice is made once a process: each test makes its own in a child that exits with what it found.
int set_chosen_with(const char* wanted) {
    setenv("SHOAL_SIMD", wanted, 1);
    try {
        return static_cast<int>(instruction_set());
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 100;
    }
}

TEST(SimdDeathTest, TheEnvironmentForcesASet) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    for (const auto set :
         {InstructionSet::scalar, InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        const std::string wanted(name(set));
        const int expected = is_supported(set) ? static_cast<int>(set) : 100;
        EXPECT_EXIT(std::exit(set_chosen_with(wanted.c_str())), testing::ExitedWithCode(expected), "");
    }
}

TEST(SimdDeathTest, AnUnknownSetIsAnError) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(std::exit(set_chosen_with("mmx")), testing::ExitedWithCode(100),
                "SHOAL_SIMD: found 'mmx', expected scalar, baseline, avx2 or avx512");
}

TEST(SimdDeathTest, WithoutAWordTheFastestForShortLoopsIsTaken) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const auto best = is_supported(InstructionSet::avx2) ? InstructionSet::avx2 : InstructionSet::baseline;
    EXPECT_EXIT(std::exit(set_chosen_with("")), testing::ExitedWithCode(static_cast<int>(best)), "");
}

}  // namespace
}  // namespace shoal

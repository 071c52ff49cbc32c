#include "base/simd.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

// Whole runs give the same bits on any number of threads, with any instruction set, in any process, and as they were
// when golden.csv was written. After a change that is meant to alter results, `./dev golden` writes it anew.
namespace shoal {
namespace {

std::string output_of(const std::string& command) {
    std::string text;
    FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return text;
    char buffer[4096];
    for (std::size_t n = 0; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
    pclose(pipe);
    return text;
}

std::string golden() {
    std::ifstream file(SHOAL_SOURCE_DIR "/tests/determinism/golden.csv");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

class GoldenRuns : public testing::TestWithParam<int> {};

TEST_P(GoldenRuns, AreTheSameOnAnyNumberOfThreads) {
    ASSERT_FALSE(golden().empty());
    EXPECT_EQ(output_of(SHOAL_SCENE_DIGESTS " " + std::to_string(GetParam())), golden());
}

INSTANTIATE_TEST_SUITE_P(Threads, GoldenRuns, testing::Values(1, 2, 3, 8));

class GoldenRunsBy : public testing::TestWithParam<InstructionSet> {};

TEST_P(GoldenRunsBy, AreTheSameWithAnyInstructionSet) {
    const InstructionSet set = GetParam();
    if (!is_supported(set)) GTEST_SKIP() << "this processor does not have it";
    EXPECT_EQ(output_of("SHOAL_SIMD=" + std::string(name(set)) + " " SHOAL_SCENE_DIGESTS), golden());
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, GoldenRunsBy,
                         testing::Values(InstructionSet::scalar, InstructionSet::baseline,
                                         InstructionSet::avx2, InstructionSet::avx512),
                         [](const auto& set) { return std::string(name(set.param)); });

}  // namespace
}  // namespace shoal

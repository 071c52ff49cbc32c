#include "base/simd.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

// The same bits on any number of threads, with any instruction set, in any process, and as they were when
// golden.csv was written. After a change that is meant to alter results, write it anew with
// `./dev golden`.
namespace shoal::physics {
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
    std::ifstream file(SHOAL_SOURCE_DIR "/tests/physics/golden.csv");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Determinism, AnyNumberOfThreadsGivesTheGoldenBits) {
    ASSERT_FALSE(golden().empty());
    for (const char* threads : {"1", "2", "3", "8"})
        EXPECT_EQ(output_of(SHOAL_DIGESTS " " + std::string(threads)), golden()) << threads << " threads";
}

TEST(Determinism, AnyInstructionSetGivesTheGoldenBits) {
    for (const auto set :
         {InstructionSet::scalar, InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (!is_supported(set)) continue;
        EXPECT_EQ(output_of("SHOAL_SIMD=" + std::string(name(set)) + " " SHOAL_DIGESTS), golden())
            << name(set);
    }
}

TEST(Determinism, TheSceneChangesAsItRuns) {
    auto scene = scenes::named_scenes()[3].make(nullptr);
    const std::uint64_t before = scene.world.digest();
    scene.world.step(0.01);
    EXPECT_NE(scene.world.digest(), before);
}

// Stacks of some sizes about which the second thread starts to take part.
TEST(Determinism, AnyNumberOfBodiesGivesTheSameBitsOnThreeThreads) {
    for (const std::size_t n : {10U, 20U, 40U, 400U, 2100U}) {
        auto alone = scenes::moving_discs(n, 0.75, 0.3);
        auto together = scenes::moving_discs(n, 0.75, 0.3, std::make_shared<WorkerPool>(3));
        scenes::run(alone.world, 50);
        scenes::run(together.world, 50);
        EXPECT_EQ(alone.world.digest(), together.world.digest()) << n;
    }
}

TEST(Determinism, ACopyGoesOnAsTheOriginal) {
    auto scene = scenes::named_scenes()[4].make(nullptr);
    scenes::run(scene.world, 37);
    World copy = scene.world;
    scenes::run(scene.world, 50);
    scenes::run(copy, 50);
    EXPECT_EQ(copy.digest(), scene.world.digest());
}

}  // namespace
}  // namespace shoal::physics

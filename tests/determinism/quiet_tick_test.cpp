#include "golden_scenes.hpp"
#include "support/quiet_code.hpp"

#include <gtest/gtest.h>

#include <sys/syscall.h>
#include <unistd.h>

#include <mutex>

// A tick of a run that has met its busiest allocates nothing, takes no lock and makes no system call.
namespace shoal {
namespace {

TEST(QuietCode, IsToldFromOther) {
    static std::mutex mutex;
    const auto disturb = [] {
        static_cast<void>(::getppid());
        const std::lock_guard lock(mutex);
        int* volatile kept = new int;  // volatile: a compiler would leave both out
        delete kept;
    };
    const auto found = disturbances_of(disturb, disturb);
    if (!found) GTEST_SKIP() << "no seccomp here";
    EXPECT_EQ(found->system_calls, std::vector<int>{SYS_getppid});
    EXPECT_EQ(found->locks, 1U);
    EXPECT_EQ(found->allocations, 1U);
}

bool is_quiet(const Disturbances& found) {
    return found.allocations == 0 && found.locks == 0 && found.system_calls.empty();
}

// Of 100 ticks. Now and then a crowd meets a busier tick than ever and makes room for it, ever more seldom: the best of some
// times counts, which is no better for what ticks do again and again.
std::optional<Disturbances> disturbances_of_ticks(const golden::Scene& scene, const std::string& period) {
    record::Console console({.level = record::Level::error, .robot_messages = false});
    const auto run = golden::make(scene, 1, console, "save_data_period: " + period + "\n");
    const auto ticks = [&](int count) {
        return [&run, count] {
            for (int i = 0; i < count; ++i) run->step();
        };
    };
    auto found = disturbances_of(ticks(1500), ticks(100));
    for (int again = 0; again < 9 && found && !is_quiet(*found); ++again)
        found = disturbances_of(ticks(10), ticks(100));
    run->close_log();
    return found;
}

class QuietTicks : public testing::TestWithParam<const char*> {
protected:
    static void expect_quiet(const std::optional<Disturbances>& found) {
        if (!found) GTEST_SKIP() << "no seccomp here, or a sanitizer";
        EXPECT_EQ(found->allocations, 0U);
        EXPECT_EQ(found->locks, 0U);
        EXPECT_EQ(found->system_calls, std::vector<int>{});
    }
};

TEST_P(QuietTicks, DoNothingButCompute) {
    expect_quiet(disturbances_of_ticks(golden::scene(GetParam()), "10000"));
}

// Rows of ten instants: they wait in memory until a batch is full, which goes to the log's thread.
TEST_P(QuietTicks, LogIntoMemoryThatIsThere) {
    expect_quiet(disturbances_of_ticks(golden::scene(GetParam()), "0.1"));
}

INSTANTIATE_TEST_SUITE_P(Scenes, QuietTicks,
                         testing::Values("messages", "lights_and_noise", "physical_air", "objects",
                                         "membranes", "periodic", "own_globals"),
                         [](const auto& scene) { return std::string(scene.param); });

}  // namespace
}  // namespace shoal

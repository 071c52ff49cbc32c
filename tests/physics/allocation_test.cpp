#include "support/allocation_guard.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

namespace shoal::physics {
namespace {

TEST(Allocation, TheGuardCounts) {
    if (!AllocationGuard::available()) GTEST_SKIP() << "a sanitizer brings its own allocator";
    const AllocationGuard guard;
    const auto twice = std::make_unique<std::vector<int>>(100);
    EXPECT_EQ(guard.count(), 2U);
}

TEST(Allocation, NoStepAllocatesOnceWarm) {
    if (!AllocationGuard::available()) GTEST_SKIP() << "a sanitizer brings its own allocator";
    for (const int threads : {1, 3})
        for (const auto& named : scenes::named_scenes()) {
            auto scene = named.make(std::make_shared<WorkerPool>(threads));
            scenes::run(scene.world, 1500);  // until the crowd has met its densest
            const AllocationGuard guard;
            scenes::run(scene.world, 50);
            EXPECT_EQ(guard.count(), 0U) << named.name << " on " << threads << " threads";
        }
}

}  // namespace
}  // namespace shoal::physics

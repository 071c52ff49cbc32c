#include "base/worker_pool.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>

namespace shoal {
namespace {

class WorkerPoolOf : public testing::TestWithParam<int> {
protected:
    WorkerPool pool{GetParam()};
};

TEST_P(WorkerPoolOf, DoesEachItemOnce) {
    for (const std::size_t n : {0U, 1U, 7U, 64U, 1000U, 4097U})
        for (const std::size_t grain : {1U, 64U, 5000U}) {
            std::vector<int> done(n);
            pool.for_ranges(n, grain, [&](std::size_t begin, std::size_t end) {
                EXPECT_LE(end - begin, grain);
                for (std::size_t i = begin; i < end; ++i) ++done[i];
            });
            for (const int d : done) ASSERT_EQ(d, 1);
        }
}

TEST_P(WorkerPoolOf, CutsTheSameChunksOnAnyNumberOfThreads) {
    std::vector<std::size_t> ends(1000);
    pool.for_ranges(1000, 96, [&](std::size_t begin, std::size_t end) { ends[begin] = end; });
    for (std::size_t begin = 0; begin < 1000; begin += 96)
        EXPECT_EQ(ends[begin], std::min<std::size_t>(begin + 96, 1000));
}

TEST_P(WorkerPoolOf, SurvivesManySmallLoops) {
    std::vector<std::uint64_t> sums(64);
    for (std::uint64_t job = 1; job <= 20000; ++job)
        pool.for_ranges(sums.size(), 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) sums[i] += job;
        });
    for (const std::uint64_t sum : sums) EXPECT_EQ(sum, 20000ULL * 20001 / 2);
}

TEST_P(WorkerPoolOf, RunsLoopsInsideLoops) {
    std::vector<int> done(40 * 50);
    pool.for_ranges(40, 1, [&](std::size_t row, std::size_t) {
        pool.for_ranges(50, 1, [&](std::size_t column, std::size_t) { ++done[row * 50 + column]; });
    });
    EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), 2000);
    for (const int d : done) ASSERT_EQ(d, 1);
}

TEST_P(WorkerPoolOf, WakesUpAfterAPause) {
    for (int round = 0; round < 3; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::vector<int> done(100);
        pool.for_ranges(100, 1, [&](std::size_t begin, std::size_t) { done[begin] = 1; });
        EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), 100);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, WorkerPoolOf, testing::Values(1, 2, 3, 8));

TEST(WorkerPool, ZeroMeansOneThreadACore) {
    EXPECT_EQ(WorkerPool(0).threads(), std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
    EXPECT_EQ(WorkerPool(3).threads(), 3);
}

}  // namespace
}  // namespace shoal

#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace shoal {

/// Threads that share loops. How a loop is cut into chunks depends on its length and grain only, never on the
/// number of threads, so a loop whose chunks write disjoint data gives the same bits on any number of threads.
/// A loop inside a loop runs on its caller's thread. Loops must come from one thread at a time and must not throw.
/// Nothing is allocated per loop. Each thread begins with its own share of the chunks, the same in every loop of a length,
/// so that data stays in its cache; then it helps the others. Idle workers spin for a while, then sleep, and a loop never waits for a worker that has not started on it: runs may share cores.
class WorkerPool {
public:
    /// `threads` counts the calling thread; 0 means one per core.
    explicit WorkerPool(int threads = 1);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    [[nodiscard]] int threads() const { return static_cast<int>(workers_.size()) + 1; }

    /// Calls body(begin, end) for consecutive ranges of at most `grain` items that cover 0 … n-1; returns when all are done.
    template <class Body>
    void for_ranges(std::size_t n, std::size_t grain, const Body& body) {
        if (workers_.empty() || n <= grain || inside_a_loop()) {
            for (std::size_t begin = 0; begin < n; begin += grain)
                body(begin, begin + grain < n ? begin + grain : n);
            return;
        }
        const auto call = [](const void* context, std::size_t begin, std::size_t end) {
            (*static_cast<const Body*>(context))(begin, end);
        };
        run({n, grain, (n + grain - 1) / grain, call, &body});
    }

    /// A grain for n items of like cost: some 32 chunks, multiples of 16 items and no smaller than `least`, or just one
    /// where there are few items. `least` items should be worth half of a microsecond.
    [[nodiscard]] static constexpr std::size_t grain(std::size_t n, std::size_t least) {
        if (n < 4 * least) return n > 0 ? n : 1;
        const std::size_t wanted = (n / 32 + 15) / 16 * 16;
        return wanted > least ? wanted : least;
    }

private:
    struct Job {
        std::size_t items = 0;
        std::size_t grain = 1;
        std::size_t chunks = 0;
        void (*call)(const void* context, std::size_t begin, std::size_t end) = nullptr;
        const void* context = nullptr;
    };

    [[nodiscard]] static bool inside_a_loop();
    void run(const Job& job);
    void work(std::size_t own);
    [[nodiscard]] bool enter();
    void take_chunks(std::size_t own);
    void take_share(std::size_t share);
    [[nodiscard]] std::size_t share_begin(std::size_t share) const;
    [[nodiscard]] unsigned wait_for_job(unsigned seen);

    // A cache line each: threads that wait on one must not slow down those that work with another.
    alignas(64) Job job_;
    struct alignas(64) Cursor {
        std::atomic<std::size_t> next{0};
    };
    std::vector<Cursor> cursors_;                      // by share: its first chunk that nobody has taken
    alignas(64) std::atomic<unsigned> generation_{0};  // counts jobs; workers wait for it to change
    alignas(64) std::atomic<unsigned> gate_{0};  // workers inside the current job, and whether more may enter
    std::atomic<bool> stop_{false};
    std::vector<std::thread> workers_;
};

}  // namespace shoal

#include "base/worker_pool.hpp"

#include <algorithm>

namespace shoal {
namespace {

// A thread that waits first keeps its core, some 30 µs; then it lets others have it, for as long again a few times, which
// bridges the serial parts of a step; then it sleeps.
constexpr int spins_before_yields = 2000;
constexpr int yields_before_sleep = 500;

constexpr unsigned open = 1U << 31;  // flag of the gate; the bits below count the workers inside

// This thread is at work on a chunk. Read at each loop: the fast kind of thread-local storage.
__attribute__((tls_model("initial-exec"))) thread_local bool inside = false;

inline void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

inline void wait_a_little(int waits) {
    if (waits < spins_before_yields) relax();
    else std::this_thread::yield();
}

}  // namespace

WorkerPool::WorkerPool(int threads) {
    if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    cursors_ = std::vector<Cursor>(static_cast<std::size_t>(threads));
    for (std::size_t own = 1; own < cursors_.size(); ++own) workers_.emplace_back([this, own] { work(own); });
}

WorkerPool::~WorkerPool() {
    stop_ = true;
    ++generation_;
    generation_.notify_all();
    for (auto& worker : workers_) worker.join();
}

bool WorkerPool::inside_a_loop() { return inside; }

void WorkerPool::run(const Job& job) {
    job_ = job;
    for (std::size_t share = 0; share < cursors_.size(); ++share)
        cursors_[share].next.store(share_begin(share), std::memory_order_relaxed);
    gate_.store(open, std::memory_order_release);
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
    inside = true;
    take_chunks(0);
    inside = false;
    gate_.fetch_and(~open, std::memory_order_relaxed);
    for (int waits = 0; gate_.load(std::memory_order_acquire) > 0; ++waits) wait_a_little(waits);
}

std::size_t WorkerPool::share_begin(std::size_t share) const { return share * job_.chunks / cursors_.size(); }

void WorkerPool::take_chunks(std::size_t own) {
    for (std::size_t i = 0; i < cursors_.size(); ++i) take_share((own + i) % cursors_.size());
}

void WorkerPool::take_share(std::size_t share) {
    const std::size_t end = share_begin(share + 1);
    while (cursors_[share].next.load(std::memory_order_relaxed) < end) {
        const std::size_t chunk = cursors_[share].next.fetch_add(1, std::memory_order_relaxed);
        if (chunk >= end) return;
        const std::size_t begin = chunk * job_.grain;
        job_.call(job_.context, begin, std::min(begin + job_.grain, job_.items));
    }
}

void WorkerPool::work(std::size_t own) {
    inside = true;
    unsigned seen = 0;
    for (;;) {
        seen = wait_for_job(seen);
        if (stop_.load(std::memory_order_relaxed)) return;
        if (!enter()) continue;
        take_chunks(own);
        gate_.fetch_sub(1, std::memory_order_release);
    }
}

// False for a worker that woke up when the others had done the work already.
bool WorkerPool::enter() {
    unsigned gate = gate_.load(std::memory_order_relaxed);
    while (gate & open)
        if (gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acquire, std::memory_order_relaxed))
            return true;
    return false;
}

unsigned WorkerPool::wait_for_job(unsigned seen) {
    for (int waits = 0; waits < spins_before_yields + yields_before_sleep; ++waits) {
        const unsigned now = generation_.load(std::memory_order_acquire);
        if (now != seen) return now;
        wait_a_little(waits);
    }
    generation_.wait(seen, std::memory_order_acquire);
    return generation_.load(std::memory_order_acquire);
}

}  // namespace shoal

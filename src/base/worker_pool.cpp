#include "base/worker_pool.hpp"

#include <algorithm>

namespace shoal {
namespace {

constexpr int spins_before_sleep =
    2000;  // some microseconds: longer than the gap between two loops of a step

constexpr unsigned open = 1U << 31;  // flag of the gate; the bits below count the workers inside

thread_local bool inside = false;  // this thread is at work on a chunk

inline void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

}  // namespace

WorkerPool::WorkerPool(int threads) {
    if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
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
    next_.store(0, std::memory_order_relaxed);
    gate_.store(open, std::memory_order_release);
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
    inside = true;
    take_chunks();
    inside = false;
    gate_.fetch_and(~open, std::memory_order_relaxed);
    for (int spins = 0; gate_.load(std::memory_order_acquire) > 0; ++spins) {
        if (spins < spins_before_sleep) relax();
        else std::this_thread::yield();
    }
}

void WorkerPool::take_chunks() {
    for (;;) {
        const std::size_t begin = next_.fetch_add(job_.grain, std::memory_order_relaxed);
        if (begin >= job_.items) return;
        job_.call(job_.context, begin, std::min(begin + job_.grain, job_.items));
    }
}

void WorkerPool::work() {
    inside = true;
    unsigned seen = 0;
    for (;;) {
        seen = wait_for_job(seen);
        if (stop_.load(std::memory_order_relaxed)) return;
        if (!enter()) continue;
        take_chunks();
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
    for (int spins = 0; spins < spins_before_sleep; ++spins) {
        const unsigned now = generation_.load(std::memory_order_acquire);
        if (now != seen) return now;
        relax();
    }
    generation_.wait(seen, std::memory_order_acquire);
    return generation_.load(std::memory_order_acquire);
}

}  // namespace shoal

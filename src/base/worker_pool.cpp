#include "base/worker_pool.hpp"

#include <algorithm>

namespace shoal {
namespace {

constexpr int spins_before_sleep = 2000;  // some microseconds: longer than the gap between two loops of a step

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

void WorkerPool::run(const Job& job) {
    job_ = job;
    next_.store(0, std::memory_order_relaxed);
    busy_.store(static_cast<int>(workers_.size()), std::memory_order_relaxed);
    generation_.fetch_add(1, std::memory_order_release);
    generation_.notify_all();
    take_chunks();
    for (int spins = 0; busy_.load(std::memory_order_acquire) > 0; ++spins) {
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
    unsigned seen = 0;
    for (;;) {
        seen = wait_for_job(seen);
        if (stop_.load(std::memory_order_relaxed)) return;
        take_chunks();
        busy_.fetch_sub(1, std::memory_order_release);
    }
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

#include "view/window/history.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace shoal::view {
namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;
constexpr std::size_t most_states = 400;
constexpr double period = 0.2;       // s of wall time between saves …
constexpr double most_share = 0.01;  // … or more, so that they take no more of it than this

}  // namespace

void History::drop_last() {
    bytes_ -= states_.back().bytes.size();
    states_.pop_back();
}

void History::note(double wall) {
    if (wall < saved_at_ + std::max(period, cost_ / most_share)) return;
    saved_at_ = wall;
    save();
}

void History::save() {
    const std::uint64_t tick = stage_.tick();
    while (!states_.empty() && states_.back().tick > tick) drop_last();
    if (!states_.empty() && is_of_others(states_.back())) states_.clear(), bytes_ = 0;
    if (!states_.empty() && states_.back().tick == tick) return;
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::byte> memory;
    while (bytes_ > most_bytes || states_.size() >= most_states) {
        bytes_ -= states_.front().bytes.size();
        memory = std::move(states_.front().bytes);
        states_.pop_front();
    }
    stage_.save(memory);
    bytes_ += memory.size();
    states_.push_back({tick, stage_.population(), std::move(memory)});
    cost_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace shoal::view

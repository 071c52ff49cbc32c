#include "view/window/timeline.hpp"

#include <algorithm>

namespace shoal::view {
namespace {

constexpr double slowest = 1e-4;
constexpr double fastest = 1e5;

}  // namespace

void Timeline::advance(double wall) {
    if (!playing_) return;
    seek(time_ + speed_ * wall);
    playing_ = time_ < end_;
}

void Timeline::toggle() {
    if (!playing_ && time_ >= end_) time_ = begin_;
    playing_ = !playing_;
}

void Timeline::seek(double time) { time_ = std::clamp(time, begin_, end_); }

void Timeline::set_speed(double speed) { speed_ = std::clamp(speed, slowest, fastest); }

}  // namespace shoal::view

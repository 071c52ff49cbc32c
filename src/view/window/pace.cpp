#include "view/window/pace.hpp"

#include <algorithm>

namespace shoal::view {
namespace {

constexpr double slowest = 1e-4;
constexpr double fastest = 1e5;

}  // namespace

void Pace::set_speed(double speed, double wall, double simulated) {
    speed_ = std::clamp(speed, slowest, fastest);
    set_unlimited(false, wall, simulated);
}

void Pace::set_unlimited(bool unlimited, double wall, double simulated) {
    unlimited_ = unlimited;
    start(wall, simulated);
}

double Pace::wait(double wall, double simulated, double time_step) const {
    if (unlimited_) return 0.0;
    return std::max(0.0, (simulated + 0.5 * time_step - simulated_) / speed_ - (wall - wall_));
}

}  // namespace shoal::view

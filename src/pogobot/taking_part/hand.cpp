#include "pogobot/taking_part/hand.hpp"

#include <algorithm>

namespace shoal::pogobot {
namespace {

constexpr double firmness = 30.0;      // 1/s: natural frequency of the hand's spring
constexpr double largest_step = 0.25;  // of a radian of that frequency, so that a tick stays stable
constexpr double strongest = 60.0;     // m/s²

}  // namespace

using physics::Vec2;

void Hand::grab(std::uint32_t object) {
    held_ = object;
    aim(world_.position(body()), world_.angle(body()));
}

// Critically damped, by force and torque: whatever the mass, and others feel it.
void Hand::pull() {
    if (held_ == nothing) return;
    const double mass = world_.mass(body());
    if (mass <= 0.0) return;  // walls do not move
    const double rate = std::min(firmness, largest_step / model_.time_step);
    const Vec2 away = world_.layout().shortest(target_ - world_.position(body()));
    Vec2 acceleration = (rate * rate) * away - (2.0 * rate) * world_.velocity(body());
    const double size = length(acceleration);
    if (size > strongest) acceleration = (strongest / size) * acceleration;
    const double turning =
        rate * rate * (angle_ - world_.angle(body())) - 2.0 * rate * world_.angular_velocity(body());
    world_.apply_force(body(), mass * acceleration, world_.inertia(body()) * turning);
}

void Hand::put() {
    if (held_ == nothing) return;
    world_.set_pose(body(), target_, angle_);
    world_.set_velocity(body(), {}, 0.0);
}

}  // namespace shoal::pogobot

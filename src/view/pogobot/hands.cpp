#include "view/pogobot/hands.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shoal::view {
namespace {

constexpr double firmness = 30.0;      // 1/s: natural frequency of the hand's spring
constexpr double largest_step = 0.25;  // of a radian of that frequency, so that a tick stays stable
constexpr double strongest = 60.0;     // m/s²

}  // namespace

using physics::Vec2;

physics::BodyId Hands::body() const { return simulation_.model().objects.bodies[*held_]; }

void Hands::grab(std::uint32_t object, Vec2 at) {
    held_ = object;
    const auto& world = simulation_.world();
    grip_ = world.layout().shortest(at - world.position(body()));
    target_ = world.position(body());
    angle_ = world.angle(body());
    simulation_.note_interaction("grab", object);
}

void Hands::move(Vec2 to) { target_ = to - grip_; }

void Hands::turn(double by) { angle_ += by; }

void Hands::let_go() {
    if (!held_) return;
    const auto& world = simulation_.world();
    const Vec2 at = 1000.0 * world.position(body());
    simulation_.note_interaction(
        fmt::format("drop, x: {:.1f}, y: {:.1f}, theta: {:.3f}", at.x, at.y, world.angle(body())), *held_);
    held_.reset();
}

// Critically damped, by force and torque: whatever the mass, and others feel it.
void Hands::pull() {
    if (!held_) return;
    auto& world = simulation_.world();
    const double mass = world.mass(body());
    if (mass <= 0.0) return;  // walls do not move
    const double rate = std::min(firmness, largest_step / simulation_.model().time_step);
    const Vec2 away = world.layout().shortest(target_ - world.position(body()));
    Vec2 acceleration = (rate * rate) * away - (2.0 * rate) * world.velocity(body());
    const double size = length(acceleration);
    if (size > strongest) acceleration = (strongest / size) * acceleration;
    const double turning =
        rate * rate * (angle_ - world.angle(body())) - 2.0 * rate * world.angular_velocity(body());
    world.apply_force(body(), mass * acceleration, world.inertia(body()) * turning);
}

void Hands::place() {
    if (!held_) return;
    simulation_.world().set_pose(body(), target_, angle_);
    simulation_.world().set_velocity(body(), {}, 0.0);
}

}  // namespace shoal::view

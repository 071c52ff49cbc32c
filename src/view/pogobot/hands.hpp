#pragma once

#include "physics/vec2.hpp"
#include "pogobot/simulation.hpp"

#include <cstdint>
#include <optional>

namespace shoal::view {

/// Holds one object and pulls it: while the run goes on by a damped spring, so that it pushes what is in its way; in a
/// pause it is put where the hand is.
class Hands {
public:
    explicit Hands(pogobot::Simulation& simulation) : simulation_(simulation) {}

    [[nodiscard]] std::optional<std::uint32_t> held() const { return held_; }
    void grab(std::uint32_t object, physics::Vec2 at);
    void move(physics::Vec2 to);
    void turn(double by);  // rad
    void let_go();
    /// Pulls during the next tick.
    void pull();
    /// Puts the object there at once.
    void place();

private:
    [[nodiscard]] physics::BodyId body() const;

    pogobot::Simulation& simulation_;
    std::optional<std::uint32_t> held_;
    physics::Vec2 grip_;    // m: from the object's middle to where it was taken
    physics::Vec2 target_;  // m: of its middle
    double angle_ = 0.0;    // rad
};

}  // namespace shoal::view

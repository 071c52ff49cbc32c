#pragma once

#include "physics/world.hpp"
#include "pogobot/model.hpp"

#include <cstdint>
#include <optional>

namespace shoal::pogobot {

/// Holds one object and pulls it: while the run goes on by a damped spring, so that it pushes what is in its way; in a
/// pause it is put where the hand is.
class Hand {
public:
    Hand(const Model& model, physics::World& world) : model_(model), world_(world) {}

    [[nodiscard]] std::optional<std::uint32_t> held() const {
        return held_ == nothing ? std::nullopt : std::optional(held_);
    }
    [[nodiscard]] physics::Vec2 target() const { return target_; }  ///< m: of the object's middle
    [[nodiscard]] double angle() const { return angle_; }           ///< rad

    void grab(std::uint32_t object);
    void aim(physics::Vec2 target, double angle) { target_ = target, angle_ = angle; }
    void let_go() { held_ = nothing; }
    /// Pulls during the next tick.
    void pull();
    /// Puts the object there at once.
    void put();

    template <class Self, class Visit>
    static void visit_state(Self& hand, Visit& visit) {
        visit(hand.held_, hand.target_, hand.angle_);
    }

private:
    static constexpr std::uint32_t nothing = 0xffffffffU;

    [[nodiscard]] physics::BodyId body() const { return model_.objects.bodies[held_]; }

    const Model& model_;
    physics::World& world_;
    std::uint32_t held_ = nothing;  // object
    physics::Vec2 target_;
    double angle_ = 0.0;
};

}  // namespace shoal::pogobot

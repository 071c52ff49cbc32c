#pragma once

#include "physics/world.hpp"
#include "pogobot/model.hpp"

#include <cstdint>
#include <vector>

namespace shoal::pogobot {

/// What stops messages beside robots: the bodies of passive objects and walls, and the arena's outline.
class IrObstacles {
public:
    IrObstacles(const Model& model, const physics::World& world);

    /// Whether a segment (m) meets any of them.
    [[nodiscard]] bool between(physics::Vec2 from, physics::Vec2 to) const;

private:
    const physics::World& world_;
    std::vector<std::uint32_t> shapes_;  // rows of the physics model
};

}  // namespace shoal::pogobot

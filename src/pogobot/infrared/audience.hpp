#pragma once

#include "physics/world.hpp"
#include "pogobot/infrared/neighbours.hpp"
#include "pogobot/infrared/obstacles.hpp"
#include "pogobot/infrared/walls.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace shoal::pogobot {

/// Who hears whom, by the poses of the present tick.
class IrAudience {
public:
    IrAudience(const Model& model, const State& state, const physics::World& world);

    /// Those that hear robot `sender` through these emitters (a bit each). `reach`: part of its range that is in use.
    [[nodiscard]] std::span<const IrHearer> of(std::uint32_t sender, std::uint8_t emitters,
                                               double reach = 1.0);
    /// Robots came or went.
    void note_robots();
    /// The next question takes the poses of the world as they are then.
    void forget_poses() { placed_ = never; }

private:
    static constexpr std::uint64_t never = 0xffffffffffffffffU;

    void add_contour(std::uint32_t robot);
    void place_robots();
    void place_membranes();
    void add_walls(std::uint32_t sender, std::uint8_t emitters, double reach);
    void add_robots_along(std::uint32_t wall, std::uint8_t emitters, double reach);

    const Model& model_;
    const State& state_;
    const physics::World& world_;
    bool occlusion_;
    IrObstacles obstacles_;
    IrNeighbours neighbours_;
    IrContours contours_;
    std::vector<std::uint32_t> membranes_;  // robots whose contours move
    std::vector<physics::Vec2> outline_;    // m, of one of them
    std::vector<IrSite> sites_;             // by robot
    std::uint64_t placed_ = never;          // tick of their poses
    std::vector<IrHearer> hearers_;
};

}  // namespace shoal::pogobot

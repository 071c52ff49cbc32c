#pragma once

#include "physics/grid.hpp"
#include "pogobot/infrared/neighbours.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace shoal::pogobot {

/// Contours that send and hear along all of their length: walls, membranes. Each belongs to a robot-like object.
class IrContours {
public:
    /// Distances are to the nearest image, if this layout is periodic.
    explicit IrContours(const physics::GridLayout& layout = {}) : layout_(layout) {}

    /// One more closed contour (m) of this robot.
    void add(std::uint32_t robot, std::span<const physics::Vec2> corners);
    /// Forgets the contours of this robot: before those of one that moves are added anew.
    void remove(std::uint32_t robot);

    [[nodiscard]] std::span<const std::uint32_t> robots() const { return robots_; }
    [[nodiscard]] bool contains(std::uint32_t robot) const;
    /// Bit d: some part of the contour is within `range` of emitter d and, if `facing`, not behind it.
    [[nodiscard]] std::uint8_t within(std::uint32_t contour_robot, const IrSite& site, double range,
                                      bool facing) const;

private:
    struct Edge {
        physics::Vec2 a, b;  // m
        std::uint32_t robot;
    };

    physics::GridLayout layout_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> robots_;  // that have a contour
};

/// From the origin to a segment (m), or to what of it has x ≥ 0; infinity if nothing has.
[[nodiscard]] double distance_to_segment(physics::Vec2 a, physics::Vec2 b, bool facing);

}  // namespace shoal::pogobot

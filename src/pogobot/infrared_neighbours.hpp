#pragma once

#include "base/column.hpp"
#include "physics/grid.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace shoal::pogobot {

constexpr unsigned ir_directions =
    4;  // front, right, back, left: emitter and receiver d point d quarter turns from x to y

/// A robot with its four emitters and receivers.
struct IrSite {
    physics::Vec2 at;      // m
    double angle = 0.0;    // rad
    double radius = 0.0;   // m, of its body
    double rim = 0.0;      // m: how far from the centre its emitters are
    double range = 0.0;    // m, from an emitter to the border of another body
    bool has_body = true;  // without one it is no neighbour of anybody
};

/// Which robots each emitter reaches: those in range, in the half-plane before the emitter, and not wholly hidden behind
/// nearer ones. Computed for the robots that are asked about, over a grid that is made when the first is.
class IrNeighbours {
public:
    /// Whether something that is no robot stands between two points (m; the second may be an image outside the arena).
    using Blocked = std::function<bool(physics::Vec2 from, physics::Vec2 to)>;

    IrNeighbours(physics::Bounds arena, bool periodic, bool occlusion, Blocked blocked = {});

    /// New poses: forgets what was computed. `sites` must stay until the next call.
    void place(std::span<const IrSite> sites);
    /// The neighbours of one emitter, nearest first.
    [[nodiscard]] std::span<const std::uint32_t> list(std::uint32_t robot, unsigned direction);
    /// Bit d: the neighbours of emitter d, and so what receiver d hears, include `other`.
    [[nodiscard]] std::uint8_t directions_of(std::uint32_t robot, std::uint32_t other);
    /// From an emitter to the border of another body (m).
    [[nodiscard]] double gap(std::uint32_t robot, unsigned direction, std::uint32_t other) const;

private:
    struct Lists {
        std::uint64_t placement = 0;                  // of which they are
        std::uint32_t start[ir_directions + 1] = {};  // in members_
    };
    struct Near {
        physics::Vec2 at;  // in the frame of the robot that looks (m)
        std::uint32_t robot;
    };
    struct Seen {
        double distance2;  // m², from the emitter to the centre
        physics::Vec2 at;  // from the emitter; x along its axis (m)
        std::uint32_t robot;
    };
    struct Arc {
        double low, high;  // pseudo-angles
    };

    void sort_into_cells();
    void look_around(std::uint32_t robot, const IrSite& site);
    void look_ahead(const IrSite& site, unsigned direction);
    [[nodiscard]] bool in_sight(const Seen& seen);
    const Lists& lists_of(std::uint32_t robot);

    physics::Bounds arena_;
    bool occlusion_;
    Blocked blocked_;
    std::span<const IrSite> sites_;
    std::uint64_t placement_ = 0;
    std::uint64_t gridded_ = 0;  // placement that the grid is of
    double largest_ = 0.0;       // m: radius
    physics::GridLayout layout_;
    double layout_reach_ = -1.0;  // m: what the layout was made for
    physics::CellLists cells_;
    Column<std::uint32_t> cell_of_, robot_of_;  // by item of the grid
    Column<Lists> lists_;
    Column<std::uint32_t> members_;
    std::vector<Near> near_;
    std::vector<Seen> seen_;
    std::vector<Arc> covered_;  // disjoint
};

}  // namespace shoal::pogobot

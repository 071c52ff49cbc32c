#pragma once

#include "base/column.hpp"
#include "physics/arcs.hpp"
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
/// nearer ones. Computed for the emitters that are asked about.
class IrNeighbours {
public:
    /// Whether something that is no robot stands between two points (m; the second may be an image outside the arena).
    using Blocked = std::function<bool(physics::Vec2 from, physics::Vec2 to)>;

    IrNeighbours(physics::Bounds arena, bool periodic, bool occlusion, Blocked blocked = {});

    /// New poses: forgets what was computed. `sites` must stay until the next call; all but the poses stays for good.
    void place(std::span<const IrSite> sites);
    /// The neighbours of one emitter, nearest first. Lasts until the next question.
    [[nodiscard]] std::span<const std::uint32_t> list(std::uint32_t robot, unsigned direction);
    /// Bit d: the neighbours of emitter d, and so what receiver d hears, include `other`.
    [[nodiscard]] std::uint8_t directions_of(std::uint32_t robot, std::uint32_t other);
    /// From an emitter to the border of another body (m).
    [[nodiscard]] double gap(std::uint32_t robot, unsigned direction, std::uint32_t other);

private:
    struct List {
        std::uint64_t placement = 0;         // of which it is
        std::uint32_t start = 0, count = 0;  // in members_
    };
    struct View {
        std::uint64_t turned = 0;  // placement that the rotation is of
        physics::Rotation rotation;
        std::uint64_t placed = 0;            // placement that its candidates' places are of
        std::uint64_t survey = 0;            // that its candidates are of
        std::uint32_t start = 0, count = 0;  // in near_
    };
    struct Near {
        physics::Vec2 at;  // m, in the frame of the robot that looks
        double radius;     // m
        std::uint32_t robot;
    };
    struct Seen {
        double distance2;  // m², from the emitter to the centre
        physics::Vec2 at;  // from the emitter; x along its axis (m)
        std::uint32_t robot;
    };

    void prepare();
    [[nodiscard]] bool is_outdated() const;
    void survey();
    [[nodiscard]] const View& view_of(std::uint32_t robot);
    void look_around(std::uint32_t robot, View& view);
    void look_ahead(std::uint32_t robot, unsigned direction);
    void sort_by_distance();
    [[nodiscard]] physics::Rotation rotation_of(std::uint32_t robot);
    [[nodiscard]] bool nobody_before(std::uint32_t robot, unsigned direction, std::uint32_t other,
                                     physics::Vec2 apart);
    [[nodiscard]] bool shows_its_middle(std::size_t i) const;
    [[nodiscard]] bool is_hidden(std::size_t i);
    [[nodiscard]] physics::Arc arc_of(const Seen& seen) const;  // in pseudo-angles
    [[nodiscard]] bool is_blocked(std::uint32_t robot, unsigned direction, const Seen& seen);

    physics::Bounds arena_;
    bool occlusion_;
    Blocked blocked_;
    std::span<const IrSite> sites_;
    std::uint64_t placement_ = 0;
    std::uint64_t prepared_ = 0;  // placement

    // A survey sorts the robots into a grid and serves until one has moved by half the margin: candidates are found with
    // a margin, and found once.
    std::uint64_t survey_ = 0;
    double margin_ = 0.0;   // m
    double largest_ = 0.0;  // m: radius
    physics::GridLayout layout_;
    physics::CellLists cells_;
    Column<std::uint32_t> cell_of_, robot_of_;  // by item of the grid
    Column<physics::Vec2> at_;                  // m, by robot: where it is, close together in memory
    Column<physics::Vec2> surveyed_;            // m, by robot: where it was
    Column<Near> near_;

    Column<View> views_;  // by robot
    Column<List> lists_;  // by robot and direction
    Column<std::uint32_t> members_;
    Column<Seen> seen_;                  // nearest first
    std::vector<physics::Arc> covered_;  // disjoint; by the first `covering_` of those seen
    std::size_t covering_ = 0;
};

}  // namespace shoal::pogobot

#pragma once

#include "base/column.hpp"
#include "physics/arcs.hpp"
#include "physics/grid.hpp"

#include <array>
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

/// A robot within an emitter's reach, and the receivers that the light comes in by (a bit each; none if it only is near).
struct IrHearer {
    std::uint32_t robot;
    std::uint8_t receivers;
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
    /// Adds those that these emitters (a bit each) reach, by emitter and nearest first, each once. `reach`: part of the
    /// range that is in use.
    void hearers(std::uint32_t robot, std::uint8_t emitters, double reach, std::vector<IrHearer>& found);

private:
    struct Lists {
        std::uint64_t placement = 0;  // of which they are
        std::array<std::uint32_t, ir_directions + 1>
            start;  // in members_; each ends where the next one starts
    };
    struct View {
        std::uint64_t placement = 0;              // of which it is
        std::uint32_t start = 0, count = 0;       // in near_
        std::uint64_t survey = 0;                 // that its candidates are of
        std::uint32_t first = 0, candidates = 0;  // in candidates_
    };
    struct Candidate {
        double radius;  // m
        std::uint32_t robot;
    };
    struct Near {
        physics::Vec2 at;  // m, from the robot that looks
        double radius;     // m
        std::uint32_t robot;
    };
    struct Seen {
        double distance2;  // m², from the emitter to the centre
        physics::Vec2 at;  // from the emitter; x along its axis (m)
        double radius;     // m
        std::uint32_t robot;
    };

    struct Heard {
        Seen seen;
        physics::Vec2 apart;  // m, from the sender
        unsigned direction;   // of the first emitter that reaches it
    };

    struct Edges {
        physics::Vec2 low, high;  // directions in which an emitter sees the edges of a disc
    };

    void prepare();
    [[nodiscard]] bool is_outdated() const;
    void survey();
    [[nodiscard]] std::span<const Near> view_of(std::uint32_t robot);
    void look_around(std::uint32_t robot, View& view);
    void turn();
    void look_ahead(std::uint32_t robot);
    [[nodiscard]] unsigned before(physics::Vec2 place, double rim, double reach) const;
    void lay_out(std::span<const Near> view);
    [[nodiscard]] int count_on_ray(physics::Vec2 from, physics::Vec2 to) const;
    [[nodiscard]] bool reaches(std::uint32_t robot, unsigned direction, const Seen& seen,
                               physics::Vec2 apart);
    template <class Clear>
    [[nodiscard]] std::uint8_t receivers_of(std::uint32_t robot, std::uint32_t other, const Clear& clear);
    static void set_down(Seen& seen, const Near& near, physics::Vec2 at);
    [[nodiscard]] bool put(Seen& seen, const Near& near, physics::Vec2 at, double range) const;
    void list_those_shown(std::uint32_t robot, unsigned direction, std::span<Seen> seen);
    [[nodiscard]] bool shows(std::uint32_t robot, unsigned direction, const Seen& seen, physics::Vec2 apart);
    [[nodiscard]] bool is_something_before(std::uint32_t robot, unsigned direction, const Seen& seen,
                                           physics::Vec2 apart);
    [[nodiscard]] bool is_hidden_before(std::uint32_t robot, unsigned direction, const Seen& seen,
                                        std::uint32_t viewer, physics::Vec2 apart);
    [[nodiscard]] bool has_all_before(const Seen& seen) const;
    [[nodiscard]] bool is_hidden(const Seen& seen, std::span<const Seen> nearer);
    [[nodiscard]] bool is_blocked(std::uint32_t robot, unsigned direction, const Seen& seen) const;
    [[nodiscard]] static bool is_nearer(const Seen& l, const Seen& r);
    [[nodiscard]] static bool hides(const Seen& disc, physics::Vec2 ray);
    [[nodiscard]] static Edges edges_of(const Seen& seen);
    [[nodiscard]] static physics::Arc arc_of(const Seen& seen);  // in pseudo-angles

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
    Column<physics::Rotation> rotations_;       // by robot
    Column<physics::Vec2> surveyed_;            // m, by robot: where it was
    Column<Candidate> candidates_;
    Column<Near> near_;

    Column<View> views_;  // by robot
    Column<Lists> lists_;
    Column<std::uint32_t> members_;
    std::array<Column<Seen>, ir_directions> seen_;  // scratch of one robot's emitters
    Column<Seen> before_;                           // idem, of what is nearer than one
    std::array<Column<float>, 3> discs_;            // idem, of its view: x, y, radius (m)
    Column<Heard> heard_;                           // idem
    std::vector<physics::Arc> covered_;             // idem, disjoint
};

}  // namespace shoal::pogobot

#pragma once

#include "base/random.hpp"
#include "physics/grid.hpp"
#include "scenario/arena.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace shoal::pogobot {

/// Where objects may stand: the arena without its holes or, when periodic, its bounding box without any wall.
class Floor {
public:
    struct Wall {
        physics::Vec2 a, b;  // m, the free side to the left of a → b (as x turns towards y)
    };

    Floor(const scenario::Arena& arena, bool periodic);

    [[nodiscard]] bool periodic() const { return periodic_; }
    [[nodiscard]] const physics::Bounds& bounds() const { return layout_.bounds; }
    [[nodiscard]] double area() const { return area_; }  // m²
    [[nodiscard]] std::span<const Wall> walls() const { return walls_; }
    [[nodiscard]] physics::Vec2 centroid() const { return centroid_; }

    [[nodiscard]] bool in_box(physics::Vec2 p) const;
    /// `d` as the shortest of its images.
    [[nodiscard]] physics::Vec2 shortest(physics::Vec2 d) const;
    /// The image of `p` in the bounding box or, without periodicity, the nearest point of the box.
    [[nodiscard]] physics::Vec2 into_box(physics::Vec2 p) const;

    /// Exact for points farther than 1e-12 of the arena's size from walls; those nearer are not inside.
    [[nodiscard]] bool inside(physics::Vec2 p) const;
    /// Distance to the nearest wall (m), negative beyond the walls, infinite if there are none.
    [[nodiscard]] double clearance(physics::Vec2 p) const;
    /// Whether a disc of radius `reach` around `p` is inside.
    [[nodiscard]] bool holds(physics::Vec2 p, double reach) const;
    /// `p` moved to the free side of its nearest wall, `reach` from it. May still be too near to another one.
    [[nodiscard]] physics::Vec2 off_wall(physics::Vec2 p, double reach) const;
    /// Uniform over all that is inside.
    [[nodiscard]] physics::Vec2 random_point(RandomStream& stream) const;

private:
    struct Nearest {
        double distance;  // m
        physics::Vec2 foot;
        std::uint32_t wall;
    };
    [[nodiscard]] Nearest nearest(physics::Vec2 p, std::span<const std::uint32_t> among) const;
    [[nodiscard]] Nearest nearest(physics::Vec2 p) const;
    [[nodiscard]] bool crossed_oddly(physics::Vec2 p) const;
    /// The point at a share of the cell's width and height.
    [[nodiscard]] physics::Vec2 point_of(std::uint32_t cell, double right, double down) const;
    void add_walls(const scenario::Polygon& polygon);
    void index_rows();
    void index_near_walls();
    /// By block of size × size cells: each wall that is nearest to a point of it; `around` is that of twice the size.
    [[nodiscard]] physics::CellLists near_blocks(int size, const physics::CellLists& around) const;
    void index_cells();

    std::vector<Wall> walls_;
    physics::GridLayout layout_;
    double area_ = 0.0;
    physics::Vec2 centroid_;
    bool periodic_;
    physics::CellLists near_walls_;                 // by cell: each wall that is nearest to a point of it
    std::vector<std::vector<std::uint32_t>> rows_;  // by row: the walls that a ray along x may cross
    std::vector<double> depth_;                     // by cell: no wall is nearer to any of its points (m)
    std::vector<std::uint32_t> open_cells_;         // those with a point inside
};

}  // namespace shoal::pogobot

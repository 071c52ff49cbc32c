#pragma once

#include "physics/vec2.hpp"
#include "pogobot/formation/formation.hpp"
#include "scenario/arena.hpp"
#include "scenario/object_group.hpp"

#include <vector>

namespace shoal::pogobot {

/// The geometry of an object about its origin: a disc, or a convex polygon whose corners turn from x to y.
struct Shape {
    double radius = 0.0;                 // m: of a disc, when there are no corners
    std::vector<physics::Vec2> corners;  // m

    [[nodiscard]] bool is_disc() const { return corners.empty(); }
};

/// Of a disk, rectangle or triangle; the latter has its centroid at the origin and a corner towards −y.
[[nodiscard]] Shape shape_of(const scenario::ObjectGroup& group);
[[nodiscard]] double bounding_radius(const Shape& shape);
[[nodiscard]] double area(const Shape& shape);  // m²
[[nodiscard]] Shape scaled(Shape shape, double factor);
/// All that is at least `by` metres inside; without corners and radius if nothing is.
[[nodiscard]] Shape inset(const Shape& shape, double by);
/// Points along the rim: of a disc evenly from +x, of a polygon as many on each side, each from its corner on.
[[nodiscard]] std::vector<physics::Vec2> rim(const Shape& shape, int points);
/// Appends discs that together cover the shape at a place: one or, for a rectangle, a row.
void cover(const Shape& shape, const Placement& at, std::vector<Taken>& discs);

[[nodiscard]] physics::Pose pose_of(const Placement& at);
[[nodiscard]] std::vector<physics::Vec2> corners_of(const scenario::Polygon& polygon);

}  // namespace shoal::pogobot

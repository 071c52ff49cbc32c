#pragma once

#include "physics/vec2.hpp"

#include <array>
#include <span>

namespace shoal::physics {

/// One point where two shapes touch or nearly do, in world axes.
struct ContactPoint {
    Vec2 normal;        ///< unit, from a to b
    double separation;  ///< m, negative when the shapes overlap
    Vec2 arm_a;         ///< m, from a's centre of mass
    Vec2 arm_b;         ///< m, from b's centre of mass
};

/// The contact of two shapes: at most two points.
struct Manifold {
    std::array<ContactPoint, 2> points;
    std::size_t count = 0;

    void add(const ContactPoint& point) { points[count++] = point; }
};

/// A disc: centre relative to the common origin (m) and radius (m).
struct DiscView {
    Vec2 centre;
    double radius;
};

/// A convex polygon, counter-clockwise, relative to the common origin (m), with its outward normals.
struct PolygonView {
    std::span<const Vec2> vertices;
    std::span<const Vec2> normals;
};

/// A wall, relative to the common origin (m); solid on its right.
struct EdgeView {
    Vec2 start, end;
    Vec2 direction;
    Vec2 previous_direction;
    double length;
    bool start_protrudes;
    bool end_protrudes;
};

/// Contacts of two shapes. The common origin is a's centre of mass; `b_origin` is b's, relative to it.
/// Points farther apart than `margin` (m) are left out. Walls have their b_origin at the common origin.
void collide(const DiscView& a, const DiscView& b, Vec2 b_origin, double margin, Manifold& out);
void collide(const DiscView& a, const PolygonView& b, Vec2 b_origin, double margin, Manifold& out);
void collide(const PolygonView& a, const PolygonView& b, Vec2 b_origin, double margin, Manifold& out);
void collide(const DiscView& a, const EdgeView& b, double margin, Manifold& out);
void collide(const PolygonView& a, const EdgeView& b, double margin, Manifold& out);

/// Signed distance from a point to a convex polygon (m), negative inside; `nearest` is the closest boundary point.
[[nodiscard]] double distance(Vec2 point, const PolygonView& polygon, Vec2& nearest);
/// The point of a segment that is nearest to `point`.
[[nodiscard]] Vec2 nearest_on_segment(Vec2 point, Vec2 start, Vec2 end);

}  // namespace shoal::physics

#pragma once

#include <cmath>

namespace shoal::physics {

/// A point or vector of the plane (m, m/s, N …, as the name that holds it says).
struct Vec2 {
    double x = 0.0;
    double y = 0.0;

    friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
    friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
    friend Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
    friend Vec2 operator*(double s, Vec2 a) { return {s * a.x, s * a.y}; }
    friend bool operator==(Vec2 a, Vec2 b) = default;
};

[[nodiscard]] inline double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
[[nodiscard]] inline double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
[[nodiscard]] inline double length(Vec2 a) { return std::sqrt(dot(a, a)); }
/// `a` turned by a quarter turn from x to y.
[[nodiscard]] inline Vec2 left_of(Vec2 a) { return {-a.y, a.x}; }
[[nodiscard]] inline Vec2 right_of(Vec2 a) { return {a.y, -a.x}; }
/// `a` scaled to length 1; the null vector gives `fallback`.
[[nodiscard]] inline Vec2 normalised(Vec2 a, Vec2 fallback = {1.0, 0.0}) {
    const double l = length(a);
    return l > 0.0 ? (1.0 / l) * a : fallback;
}

/// A rotation, as cosine and sine of its angle.
struct Rotation {
    double c = 1.0;
    double s = 0.0;

    [[nodiscard]] Vec2 apply(Vec2 v) const { return {c * v.x - s * v.y, s * v.x + c * v.y}; }
    [[nodiscard]] Vec2 undo(Vec2 v) const { return {c * v.x + s * v.y, c * v.y - s * v.x}; }
};

/// A position and a rotation: takes points of a body's frame to the world.
struct Pose {
    Vec2 position;
    Rotation rotation;

    [[nodiscard]] Vec2 to_world(Vec2 local) const { return position + rotation.apply(local); }
    [[nodiscard]] Vec2 to_local(Vec2 world) const { return rotation.undo(world - position); }
};

}  // namespace shoal::physics

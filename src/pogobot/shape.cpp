#include "pogobot/shape.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {

using physics::Vec2;
using scenario::Geometry;

namespace {

constexpr int longest_row = 1000;  // discs that cover a rectangle, at most

Vec2 around(double radius, double angle) {
    const math::SinCos r = math::sincos(angle);
    return {radius * r.cos, radius * r.sin};
}

bool is_rectangle(const Shape& shape) { return shape.corners.size() == 4; }

}  // namespace

Shape shape_of(const scenario::ObjectGroup& group) {
    if (group.geometry == Geometry::rectangle) {
        const double x = 0.5 * group.body_width;
        const double y = 0.5 * group.body_height;
        return {0.0, {{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
    }
    if (group.geometry == Geometry::triangle) {
        const double half = 0.5 * group.side_length;
        const double r = group.side_length / std::sqrt(3.0);
        return {0.0, {{0.0, -r}, {half, 0.5 * r}, {-half, 0.5 * r}}};
    }
    return {group.geometry == Geometry::disk ? group.radius : 0.0, {}};
}

double bounding_radius(const Shape& shape) {
    double radius = shape.radius;
    for (const Vec2 corner : shape.corners) radius = std::max(radius, length(corner));
    return radius;
}

double area(const Shape& shape) {
    double twice = 0.0;
    for (std::size_t i = 0; i < shape.corners.size(); ++i)
        twice += cross(shape.corners[i], shape.corners[(i + 1) % shape.corners.size()]);
    return shape.is_disc() ? math::pi * shape.radius * shape.radius : 0.5 * twice;
}

Shape scaled(Shape shape, double factor) {
    shape.radius *= factor;
    for (Vec2& corner : shape.corners) corner = factor * corner;
    return shape;
}

// Each side moves inwards; when that turns a side round, nothing is left.
Shape inset(const Shape& shape, double by) {
    if (shape.is_disc()) return {std::max(0.0, shape.radius - by), {}};
    const auto& p = shape.corners;
    const std::size_t n = p.size();
    Shape inner;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 before = left_of(normalised(p[i] - p[(i + n - 1) % n]));
        const Vec2 after = left_of(normalised(p[(i + 1) % n] - p[i]));
        inner.corners.push_back(p[i] + by / (1.0 + dot(before, after)) * (before + after));
    }
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 side = inner.corners[(i + 1) % n] - inner.corners[i];
        if (dot(side, p[(i + 1) % n] - p[i]) <= 0.0) return {};
    }
    return inner;
}

std::vector<Vec2> rim(const Shape& shape, int points) {
    std::vector<Vec2> along;
    if (shape.is_disc()) {
        for (int i = 0; i < points; ++i) along.push_back(around(shape.radius, math::two_pi * i / points));
        return along;
    }
    const int sides = static_cast<int>(shape.corners.size());
    for (int side = 0; side < sides; ++side) {
        const Vec2 from = shape.corners[static_cast<std::size_t>(side)];
        const Vec2 to = shape.corners[static_cast<std::size_t>((side + 1) % sides)];
        const int here = points / sides + (side < points % sides ? 1 : 0);
        for (int i = 0; i < here; ++i) along.push_back(from + (static_cast<double>(i) / here) * (to - from));
    }
    return along;
}

void cover(const Shape& shape, const Placement& at, std::vector<Taken>& discs) {
    if (!is_rectangle(shape)) {
        discs.push_back({at.x, at.y, bounding_radius(shape)});
        return;
    }
    const Vec2 size = shape.corners[2] - shape.corners[0];
    const bool wide = size.x >= size.y;
    const double length = std::max(size.x, size.y);
    const double thickness = std::min(size.x, size.y);
    const int count = static_cast<int>(std::clamp(std::ceil(length / thickness), 1.0, 1.0 * longest_row));
    const physics::Pose pose = pose_of(at);
    for (int i = 0; i < count; ++i) {
        const double along = length * ((i + 0.5) / count - 0.5);
        const Vec2 centre = pose.to_world(wide ? Vec2{along, 0.0} : Vec2{0.0, along});
        discs.push_back({centre.x, centre.y, 0.5 * std::hypot(thickness, length / count)});
    }
}

physics::Pose pose_of(const Placement& at) {
    const math::SinCos r = math::sincos(at.theta);
    return {{at.x, at.y}, {r.cos, r.sin}};
}

std::vector<Vec2> corners_of(const scenario::Polygon& polygon) {
    std::vector<Vec2> corners;
    for (const auto& p : polygon) corners.push_back({p.x, p.y});
    return corners;
}

}  // namespace shoal::pogobot

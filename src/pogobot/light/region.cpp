#include "pogobot/light/region.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {
namespace {

using physics::Vec2;
using scenario::Geometry;

constexpr double over_the_wall =
    0.005;  // m: sensors of robots that press against a wall are still in the arena

double distance_to_edge(Vec2 p, Vec2 a, Vec2 b) {
    const Vec2 along = b - a;
    const double share = std::clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0);
    return length(p - a - share * along);
}

bool crosses(Vec2 p, Vec2 a, Vec2 b) {
    return (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
}

template <class Visit>
void for_edges(const scenario::Arena& arena, const Visit& visit) {
    for (const auto& polygon : arena.polygons)
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const auto& a = polygon[i];
            const auto& b = polygon[(i + 1) % polygon.size()];
            visit(Vec2{a.x, a.y}, Vec2{b.x, b.y});
        }
}

bool in_triangle(Vec2 d, double side) {
    // Equilateral, centroid at the origin, one corner towards −y: within the inner radius in three directions.
    const double inner = side / (2.0 * std::sqrt(3.0));
    const double across = 0.5 * std::sqrt(3.0) * std::fabs(d.x) - 0.5 * d.y;
    return d.y <= inner && across <= inner;
}

}  // namespace

LightRegion::LightRegion(const Model& model, const scenario::ObjectGroup& light)
    : light_(light), arena_(model.arena), periodic_(model.periodic && !model.pogosim),
      place_{*light.x, *light.y} {}

Vec2 LightRegion::wrapped(Vec2 p) const {
    if (!periodic_) return p;
    return {p.x - arena_.width * std::floor(p.x / arena_.width),
            p.y - arena_.height * std::floor(p.y / arena_.height)};
}

Vec2 LightRegion::offset(Vec2 point) const {
    const Vec2 d = point - place_;
    if (!periodic_) return d;
    return {d.x - arena_.width * std::nearbyint(d.x / arena_.width),
            d.y - arena_.height * std::nearbyint(d.y / arena_.height)};
}

bool LightRegion::contains(Vec2 point) const {
    const Vec2 d = offset(point);
    switch (light_.geometry) {
        case Geometry::disk: return dot(d, d) <= light_.radius * light_.radius;
        case Geometry::rectangle:
            return std::fabs(d.x) <= 0.5 * light_.body_width && std::fabs(d.y) <= 0.5 * light_.body_height;
        case Geometry::triangle: return in_triangle(d, light_.side_length);
        case Geometry::arena: return periodic_ || in_arena(point);
        default: return true;
    }
}

bool LightRegion::in_arena(Vec2 point) const {
    bool inside = arena_.polygons.empty();
    bool at_edge = false;
    for_edges(arena_, [&](Vec2 a, Vec2 b) {
        if (crosses(point, a, b)) inside = !inside;
        at_edge = at_edge || distance_to_edge(point, a, b) <= over_the_wall;
    });
    return inside || at_edge;
}

double LightRegion::reach() const {
    switch (light_.geometry) {
        case Geometry::disk: return light_.radius;
        case Geometry::rectangle: return 0.5 * physics::length({light_.body_width, light_.body_height});
        case Geometry::triangle: return light_.side_length / std::sqrt(3.0);
        default: break;
    }
    if (periodic_) return 0.5 * physics::length({arena_.width, arena_.height});
    double farthest = 0.0;
    const auto see = [&](Vec2 corner) { farthest = std::max(farthest, length(corner - place_)); };
    if (light_.geometry == Geometry::arena && !arena_.polygons.empty()) {
        for_edges(arena_, [&](Vec2 a, Vec2) { see(a); });
        return farthest;
    }
    for (const Vec2 corner :
         {Vec2{}, {arena_.width, 0.0}, {0.0, arena_.height}, {arena_.width, arena_.height}})
        see(corner);
    return farthest;
}

Vec2 LightRegion::centre() const {
    if (light_.geometry != Geometry::arena) return place_;
    return place_ + 0.5 * Vec2{arena_.width, arena_.height};
}

Vec2 LightRegion::half_size() const {
    const double r = light_.side_length / std::sqrt(3.0);
    switch (light_.geometry) {
        case Geometry::disk: return {light_.radius, light_.radius};
        case Geometry::rectangle: return {0.5 * light_.body_width, 0.5 * light_.body_height};
        case Geometry::triangle: return {0.5 * light_.side_length, r};
        default: return 0.5 * Vec2{arena_.width, arena_.height};
    }
}

physics::Bounds LightRegion::box() const {
    if (light_.geometry == Geometry::global) return {{}, {arena_.width, arena_.height}};
    physics::Bounds box{centre() - half_size(), centre() + half_size()};
    if (light_.geometry == Geometry::triangle)
        box.max.y -= 0.5 * half_size().y;  // the base is nearer than the tip
    return box;
}

}  // namespace shoal::pogobot

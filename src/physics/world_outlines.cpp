#include "physics/checks.hpp"
#include "physics/world.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::physics {
namespace {

// In a periodic domain a wall longer than this part of it would have no nearest image.
constexpr double longest_wall = 0.25;

void check_outline(std::span<const Vec2> corners) {
    const std::size_t n = corners.size();
    if (n < 3) refuse("outline", std::to_string(n) + " corners", "at least 3 corners");
    for (std::size_t i = 0; i < n; ++i) {
        const std::string corner = "corner " + std::to_string(i);
        if (!is_finite(corners[i])) refuse("outline", corner + " not finite", "finite numbers");
        if (corners[i] == corners[(i + 1) % n]) refuse("outline", corner + " twice", "corners that differ");
    }
}

// The outline with further corners in its sides, so that none is longer than `longest`.
std::vector<Vec2> divided(std::span<const Vec2> corners, double longest) {
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2 side = corners[(i + 1) % corners.size()] - corners[i];
        const int pieces = std::max(1, static_cast<int>(std::ceil(length(side) / longest)));
        for (int k = 0; k < pieces; ++k)
            points.push_back(corners[i] + (static_cast<double>(k) / pieces) * side);
    }
    return points;
}

// Whether the corner between two sides sticks out into the free side.
bool protrudes(Vec2 in, Vec2 out) {
    constexpr double straight = 1e-12;
    const double turn = cross(in, out);
    return turn < -straight * length(in) * length(out) || (turn <= 0.0 && dot(in, out) < 0.0);
}

}  // namespace

void World::add_outline(std::span<const Vec2> corners, const Material& material) {
    require_not_negative(material.friction, "friction");
    require_not_negative(material.restitution, "restitution");
    check_outline(corners);
    const Vec2 size = model_.def.domain.size();
    const std::vector<Vec2> p = model_.def.periodic
                                    ? divided(corners, longest_wall * std::min(size.x, size.y))
                                    : std::vector<Vec2>(corners.begin(), corners.end());
    const std::size_t n = p.size();
    Edges& e = model_.edges;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 before = p[i] - p[(i + n - 1) % n];
        const Vec2 side = p[(i + 1) % n] - p[i];
        const Vec2 after = p[(i + 2) % n] - p[(i + 1) % n];
        e.start.push_back(p[i]);
        e.end.push_back(p[(i + 1) % n]);
        e.direction.push_back(normalised(side));
        e.previous_direction.push_back(normalised(before));
        e.length.push_back(length(side));
        e.friction.push_back(static_cast<float>(material.friction));
        e.restitution.push_back(static_cast<float>(material.restitution));
        e.start_protrudes.push_back(protrudes(before, side));
        e.end_protrudes.push_back(protrudes(side, after));
    }
    model_changed();
}

}  // namespace shoal::physics

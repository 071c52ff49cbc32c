#pragma once

#include "physics/definitions.hpp"

#include <algorithm>

namespace shoal::view {

/// Where on a picture (px) a point of a draw list lies.
struct Camera {
    double scale = 1.0;      // px per unit
    physics::Vec2 origin{};  // px: of the list's origin

    [[nodiscard]] physics::Vec2 to_pixels(physics::Vec2 p) const { return origin + scale * p; }
    [[nodiscard]] physics::Vec2 to_world(physics::Vec2 p) const { return (1.0 / scale) * (p - origin); }
    /// Zoomed by a factor, so that the point under `fixed` (px) stays there.
    [[nodiscard]] Camera zoomed(double factor, physics::Vec2 fixed) const {
        return {scale * factor, fixed + factor * (origin - fixed)};
    }
};

/// Shows all of `bounds` in the middle of a picture, `margin` (px) or more from its sides.
[[nodiscard]] inline Camera fitting(const physics::Bounds& bounds, physics::Vec2 pixels, double margin) {
    const physics::Vec2 size = bounds.size();
    const double room_x = std::max(1.0, pixels.x - 2.0 * margin);
    const double room_y = std::max(1.0, pixels.y - 2.0 * margin);
    const double scale = std::min(room_x / size.x, room_y / size.y);
    return {scale, 0.5 * pixels - (0.5 * scale) * (bounds.min + bounds.max)};
}

}  // namespace shoal::view

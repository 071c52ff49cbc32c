#include "voxel/sensors/sensing.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <array>

namespace shoal::voxel {
namespace {

struct Ray {
    Point from, direction;

    /// The distance to a segment, `reach` where the ray misses it.
    [[nodiscard]] double to(Point a, Point b, double reach) const {
        const double ex = b.x - a.x, ey = b.y - a.y;
        const double across = direction.x * ey - direction.y * ex;
        if (across == 0.0) return reach;
        const double px = a.x - from.x, py = a.y - from.y;
        const double along = (px * ey - py * ex) / across;
        const double share = (px * direction.y - py * direction.x) / across;
        return along >= 0.0 && share >= 0.0 && share <= 1.0 ? std::min(along, reach) : reach;
    }
};

std::array<Point, 4> corners(const Box& box) {
    const auto turn = math::sincos(box.angle);
    std::array<Point, 4> all;
    for (std::size_t k = 0; k < 4; ++k) {
        const double u = (k == 0 || k == 3 ? -0.5 : 0.5) * box.width;
        const double v = (k < 2 ? -0.5 : 0.5) * box.height;
        all[k] = {box.x + u * turn.cos - v * turn.sin, box.y + u * turn.sin + v * turn.cos};
    }
    return all;
}

}  // namespace

double ray_length(const Population& population, std::size_t world, Point from, double angle, double reach) {
    const auto turn = math::sincos(angle);
    const Ray ray{from, {turn.cos, turn.sin}};
    double least = reach;
    if (const Ground* ground = population.ground(world)) {
        const auto& points = ground->points();
        const std::size_t last = ground->segment(from.x + reach);
        for (std::size_t i = ground->segment(from.x - reach); i <= last; ++i)
            least = std::min(least, ray.to(points[i], points[i + 1], reach));
    }
    for (std::size_t b = 0; b < population.box_count(world); ++b) {
        const auto outline = corners(population.box(world, b));
        for (std::size_t k = 0; k < 4; ++k)
            least = std::min(least, ray.to(outline[k], outline[(k + 1) % 4], reach));
    }
    return least;
}

}  // namespace shoal::voxel

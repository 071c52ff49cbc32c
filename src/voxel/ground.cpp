#include "voxel/ground.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace shoal::voxel {

Ground::Ground(std::vector<Point> points, double friction, double restitution)
    : points_(std::move(points)), friction_(friction), restitution_(restitution) {
    if (points_.size() < 2)
        throw Error({{}, "ground", fmt::format("{} points", points_.size()), "at least two", {}});
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (!std::isfinite(points_[i].x) || !std::isfinite(points_[i].y))
            throw Error({{}, "ground", fmt::format("point {} is not finite", i), "coordinates in m", {}});
        if (i > 0 && points_[i].x < points_[i - 1].x)
            throw Error({{},
                         "ground",
                         fmt::format("x = {} after {}", points_[i].x, points_[i - 1].x),
                         "points sorted by x",
                         {}});
    }
    if (points_.back().x == points_.front().x)
        throw Error({{}, "ground", "points above each other", "a chain that is wider than 0 m", {}});
}

std::size_t Ground::segment(double x) const {
    const auto after = std::upper_bound(points_.begin(), points_.end(), x,
                                        [](double value, const Point& point) { return value < point.x; });
    const auto index = after - points_.begin();
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index - 1, 0, std::ssize(points_) - 2));
}

double Ground::height(double x) const {
    if (!(x >= points_.front().x && x <= points_.back().x)) return -std::numeric_limits<double>::infinity();
    const std::size_t i = segment(x);
    const Point a = points_[i], b = points_[i + 1];
    return b.x > a.x ? a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x) : std::max(a.y, b.y);
}

}  // namespace shoal::voxel

#pragma once

#include <cstddef>
#include <vector>

namespace shoal::voxel {

struct Point {
    double x = 0.0;  // m
    double y = 0.0;  // m, upwards

    friend bool operator==(const Point&, const Point&) = default;
};

/// The surface that robots walk on: a chain of points by growing x, solid below. Outside of it there is none.
class Ground {
public:
    /// Throws Error for fewer than two points, or points that are not finite or not sorted by x.
    explicit Ground(std::vector<Point> points, double friction = 0.2, double restitution = 0.0);

    [[nodiscard]] const std::vector<Point>& points() const { return points_; }
    [[nodiscard]] double friction() const { return friction_; }
    [[nodiscard]] double restitution() const { return restitution_; }
    /// The segment, from its point to the next, that holds x; the first or last one outside the chain.
    [[nodiscard]] std::size_t segment(double x) const;
    /// Height of the surface (m), −infinity outside the chain.
    [[nodiscard]] double height(double x) const;

private:
    std::vector<Point> points_;
    double friction_;
    double restitution_;
};

}  // namespace shoal::voxel

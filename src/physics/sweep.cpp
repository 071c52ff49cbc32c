#include "physics/sweep.hpp"

#include "physics/shape_view.hpp"

#include <algorithm>

namespace shoal::physics {
namespace {

// A point squeezed to this part of its guard radius gets no nearer to the wall.
constexpr double closest = 1e-3;

// First time in [0, 1] at which a point that starts at `from` (relative to a corner) and moves by `motion`
// comes within `radius` of the corner; 1 if it does not.
double time_to_corner(Vec2 from, Vec2 motion, double radius) {
    const double approach = dot(from, motion);
    if (approach >= 0.0) return 1.0;
    const double c = dot(from, from) - radius * radius;
    const double a = dot(motion, motion);
    const double discriminant = approach * approach - a * c;
    if (discriminant < 0.0) return 1.0;
    return std::clamp((-approach - std::sqrt(discriminant)) / a, 0.0, 1.0);
}

// The same for a wall, given relative to the point.
double time_to_edge(Vec2 motion, double core, const EdgeView& wall) {
    const Vec2 from = -wall.start;
    const Vec2 front = left_of(wall.direction);
    const double height = dot(from, front);
    if (height <= 0.0) return 1.0;  // behind: walls are solid from their free side only
    if (height > core + length(motion)) return 1.0;
    const double apart = length(nearest_on_segment({}, wall.start, wall.end));
    const double radius = apart > closest * core ? std::min(core, 0.5 * apart) : apart;
    double time = 1.0;
    const double sinking = -dot(motion, front);
    if (sinking > 0.0 && height - sinking < radius) {
        const double t = std::max((height - radius) / sinking, 0.0);
        const double along = dot(from + t * motion, wall.direction);
        if (along >= 0.0 && along <= wall.length) time = std::min(time, t);
    }
    time = std::min(time, time_to_corner(from, motion, radius));
    return std::min(time, time_to_corner(-wall.end, motion, radius));
}

}  // namespace

double free_part(const Model& model, const GridLayout& layout, const CellLists& edges_by_cell, Vec2 start,
                 Vec2 motion, double core) {
    const Vec2 end = start + motion;
    const Vec2 min = {std::min(start.x, end.x) - core, std::min(start.y, end.y) - core};
    const Vec2 max = {std::max(start.x, end.x) + core, std::max(start.y, end.y) + core};
    double part = 1.0;
    layout.for_cells(min, max, [&](std::size_t cell) {
        for (const std::uint32_t e : edges_by_cell.of(cell)) {
            part = std::min(part, time_to_edge(motion, core, edge_view(model, layout, e, start)));
        }
    });
    return part;
}

}  // namespace shoal::physics

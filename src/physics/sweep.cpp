#include "physics/sweep.hpp"

#include "physics/collide.hpp"

#include <algorithm>

namespace shoal::physics {
namespace {

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

double time_to_edge(Vec2 start, Vec2 motion, double core, Vec2 a, Vec2 b, Vec2 direction) {
    const Vec2 from = start - a;
    const Vec2 front = left_of(direction);
    const double height = dot(from, front);
    if (height <= 0.0) return 1.0;  // behind: walls are solid from their free side only
    const double apart = length(start - nearest_on_segment(start, a, b));
    const double radius = std::min(core, 0.5 * apart);
    double time = 1.0;
    const double sinking = -dot(motion, front);
    if (sinking > 0.0 && height - sinking < radius) {
        const double t = (height - radius) / sinking;
        const double along = dot(from + t * motion, direction);
        if (t >= 0.0 && along >= 0.0 && along <= dot(b - a, direction)) time = std::min(time, t);
    }
    time = std::min(time, time_to_corner(from, motion, radius));
    return std::min(time, time_to_corner(start - b, motion, radius));
}

}  // namespace

double free_part(const Model& model, const GridLayout& layout, const CellLists& edges_by_cell, Vec2 start, Vec2 motion,
                 double core) {
    const Vec2 end = start + motion;
    const Vec2 min = {std::min(start.x, end.x) - core, std::min(start.y, end.y) - core};
    const Vec2 max = {std::max(start.x, end.x) + core, std::max(start.y, end.y) + core};
    double part = 1.0;
    layout.for_cells(min, max, [&](std::size_t cell) {
        for (const std::uint32_t e : edges_by_cell.of(cell)) {
            // The wall's image next to the body.
            const Vec2 offset = model.edges.start[e] - start;
            const Vec2 shift = layout.shortest(offset) - offset;
            part = std::min(part, time_to_edge(start, motion, core, model.edges.start[e] + shift,
                                               model.edges.end[e] + shift, model.edges.direction[e]));
        }
    });
    return part;
}

}  // namespace shoal::physics

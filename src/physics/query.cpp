#include "physics/query.hpp"

#include "base/math.hpp"
#include "physics/arcs.hpp"
#include "physics/shape_view.hpp"
#include "physics/world.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::physics {
namespace {

struct RayStop {
    double distance;
    Vec2 normal;
};

std::optional<RayStop> meet_disc(Vec2 from, Vec2 direction, const DiscView& disc) {
    const Vec2 d = disc.centre - from;
    const double along = dot(d, direction);
    const double c = dot(d, d) - disc.radius * disc.radius;
    const double discriminant = along * along - c;
    if (c <= 0.0 || along < 0.0 || discriminant < 0.0) return std::nullopt;
    const double distance = along - std::sqrt(discriminant);
    return RayStop{distance, normalised(from + distance * direction - disc.centre)};
}

std::optional<RayStop> meet_polygon(Vec2 from, Vec2 direction, const PolygonView& p) {
    double enter = 0.0;
    double leave = std::numeric_limits<double>::infinity();
    std::optional<Vec2> normal;
    for (std::size_t i = 0; i < p.vertices.size(); ++i) {
        const double height = dot(p.normals[i], from - p.vertices[i]);
        const double speed = dot(p.normals[i], direction);
        if (speed == 0.0 && height > 0.0) return std::nullopt;
        const double t = -height / speed;
        if (speed < 0.0 && t > enter) {
            enter = t;
            normal = p.normals[i];
        }
        if (speed > 0.0) leave = std::min(leave, t);
    }
    if (!normal || enter > leave) return std::nullopt;
    return RayStop{enter, *normal};
}

std::optional<RayStop> meet_edge(Vec2 from, Vec2 direction, Vec2 start, Vec2 end) {
    const Vec2 along = end - start;
    const double turn = cross(direction, along);
    if (turn == 0.0) return std::nullopt;
    const Vec2 d = start - from;
    const double distance = cross(d, along) / turn;
    const double part = cross(d, direction) / turn;
    if (distance < 0.0 || part < 0.0 || part > 1.0) return std::nullopt;
    const Vec2 front = normalised(left_of(along));
    return RayStop{distance, dot(front, direction) < 0.0 ? front : -front};
}

}  // namespace

void World::prepare_queries() {
    // The step's own grid serves as long as it can, but is never remade for looking: that would change the next step.
    still_.resize(state_.x.size(), 0.0F);
    looks_apart_ = outdated(pairs_, still_);
    if (looks_apart_ && outdated(looked_, still_)) looker_.arrange(model_, state_, still_, *pool_, looked_);
}

// Calls visit(shape) once for each shape whose disc may touch the box. A shape lies within half a cell of where it
// was when the grid was made.
template <class Visit>
void World::for_shapes_near(Vec2 min, Vec2 max, const Visit& visit) const {
    const GridLayout& layout = eyes().layout();
    const Vec2 room = {0.5 * layout.cell_width, 0.5 * layout.cell_height};
    layout.for_cells(min - room, max + room, [&](std::size_t cell) {
        for (const std::uint32_t item : eyes().shapes_by_cell().of(cell)) visit(eyes().small_shape(item));
    });
    for (const std::uint32_t shape : eyes().large_shapes()) visit(shape);
}

// Calls visit(edge) for each wall that may touch the box, perhaps more than once.
template <class Visit>
void World::for_walls_near(Vec2 min, Vec2 max, const Visit& visit) const {
    constexpr std::uint32_t few = 64;  // quicker looked through than looked up
    if (model_.edges.size() <= few) {
        for (std::uint32_t e = 0; e < model_.edges.size(); ++e) visit(e);
        return;
    }
    eyes().layout().for_cells(min, max, [&](std::size_t cell) {
        for (const std::uint32_t edge : eyes().edges_by_cell().of(cell)) visit(edge);
    });
}

std::optional<RayHit> World::cast_ray(Vec2 from, Vec2 direction, double range, BodyId ignored) const {
    direction = normalised(direction);
    const Vec2 end = from + range * direction;
    const Vec2 min = {std::min(from.x, end.x), std::min(from.y, end.y)};
    const Vec2 max = {std::max(from.x, end.x), std::max(from.y, end.y)};
    const GridLayout& layout = eyes().layout();
    RayHit best{{}, range, {}, {}};
    bool found = false;
    const auto offer = [&](const std::optional<RayStop>& stop, std::uint32_t body) {
        if (!stop || stop->distance > best.distance || (stop->distance == best.distance && found)) return;
        found = true;
        best = {id_of(body), stop->distance, from + stop->distance * direction, stop->normal};
    };
    for_shapes_near(min, max, [&](std::uint32_t shape) {
        const std::uint32_t body = model_.shapes.body[shape];
        if (id_of(body) == ignored) return;
        const Vec2 at = layout.shortest(Vec2{state_.x[body], state_.y[body]} - from);
        if (model_.shapes.kind[shape] == ShapeKind::disc)
            offer(meet_disc({}, direction, disc_view(model_, state_, shape, at)), body);
        else offer(meet_polygon({}, direction, TurnedPolygon(model_, state_, shape, at).view()), body);
    });
    for_walls_near(min, max, [&](std::uint32_t edge) {
        const EdgeView wall = edge_view(model_, layout, edge, from);
        offer(meet_edge({}, direction, wall.start, wall.end), 0);
    });
    return found ? std::optional(best) : std::nullopt;
}

std::optional<NearestPoint> World::nearest_point(Vec2 from, double range, BodyId ignored) const {
    const GridLayout& layout = eyes().layout();
    NearestPoint best{{}, range, {}};
    bool found = false;
    const auto offer = [&](double distance, Vec2 point, std::uint32_t body) {
        if (distance > best.distance || (distance == best.distance && found)) return;
        found = true;
        best = {id_of(body), distance, from + point};
    };
    const Vec2 reach = {range, range};
    for_shapes_near(from - reach, from + reach, [&](std::uint32_t shape) {
        const std::uint32_t body = model_.shapes.body[shape];
        if (id_of(body) == ignored) return;
        const Vec2 at = layout.shortest(Vec2{state_.x[body], state_.y[body]} - from);
        if (model_.shapes.kind[shape] == ShapeKind::disc) {
            const DiscView disc = disc_view(model_, state_, shape, at);
            const double apart = length(disc.centre);
            offer(apart - disc.radius, disc.centre - disc.radius * normalised(disc.centre), body);
        } else {
            Vec2 nearest;
            const double apart = distance({}, TurnedPolygon(model_, state_, shape, at).view(), nearest);
            offer(apart, nearest, body);
        }
    });
    for_walls_near(from - reach, from + reach, [&](std::uint32_t edge) {
        const EdgeView wall = edge_view(model_, layout, edge, from);
        const Vec2 nearest = nearest_on_segment({}, wall.start, wall.end);
        offer(length(nearest), nearest, 0);
    });
    return found ? std::optional(best) : std::nullopt;
}

void World::bodies_within(Vec2 centre, double radius, std::vector<BodyId>& out) const {
    const GridLayout& layout = eyes().layout();
    const Vec2 reach = {radius, radius};
    std::vector<std::uint32_t> rows;
    for_shapes_near(centre - reach, centre + reach, [&](std::uint32_t shape) {
        const std::uint32_t body = model_.shapes.body[shape];
        const Vec2 at = layout.shortest(Vec2{state_.x[body], state_.y[body]} - centre);
        double apart = 0.0;
        if (model_.shapes.kind[shape] == ShapeKind::disc) {
            const DiscView disc = disc_view(model_, state_, shape, at);
            apart = length(disc.centre) - disc.radius;
        } else {
            Vec2 nearest;
            apart = distance({}, TurnedPolygon(model_, state_, shape, at).view(), nearest);
        }
        if (apart <= radius) rows.push_back(body);
    });
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    for (const std::uint32_t body : rows) out.push_back(id_of(body));
}

void World::field_of_view(const View& view, std::vector<Seen>& out) const {
    const GridLayout& layout = eyes().layout();
    // A body's disc is found by any of its shapes, none of which is farther from its centre than its extent.
    double largest = 0.0;
    for (std::size_t b = 1; b < model_.bodies.size(); ++b)
        largest = std::max<double>(largest, model_.bodies.extent[b]);
    const Vec2 reach = {view.range + 2.0 * largest, view.range + 2.0 * largest};
    std::vector<Seen> candidates;
    for_shapes_near(view.eye - reach, view.eye + reach, [&](std::uint32_t shape) {
        const std::uint32_t body = model_.shapes.body[shape];
        if (id_of(body) == view.ignored) return;
        const Vec2 d = layout.shortest(Vec2{state_.x[body], state_.y[body]} - view.eye);
        const double distance = length(d);
        if (distance > view.range + model_.bodies.extent[body]) return;
        const double bearing = math::wrap_angle(math::atan2(d.y, d.x) - view.heading);
        if (std::fabs(bearing) <= view.half_angle) candidates.push_back({id_of(body), distance, bearing});
    });
    std::sort(candidates.begin(), candidates.end(), [](const Seen& l, const Seen& r) {
        return l.distance != r.distance ? l.distance < r.distance : l.body.index < r.body.index;
    });
    candidates.erase(std::unique(candidates.begin(), candidates.end(),
                                 [](const Seen& l, const Seen& r) { return l.body == r.body; }),
                     candidates.end());
    std::vector<Arc> hidden;
    for (const Seen& seen : candidates) {
        const double radius = model_.bodies.extent[seen.body.index];
        const double half =
            seen.distance <= radius
                ? math::pi
                : math::atan2(radius, std::sqrt(seen.distance * seen.distance - radius * radius));
        // An arc that crosses the back is two.
        const double low = seen.bearing - half;
        const double high = seen.bearing + half;
        std::vector<Arc> arcs{{std::max(low, -math::pi), std::min(high, math::pi)}};
        if (low < -math::pi) arcs.push_back({low + math::two_pi, math::pi});
        if (high > math::pi) arcs.push_back({-math::pi, high - math::two_pi});
        const bool all_covered =
            std::all_of(arcs.begin(), arcs.end(), [&](Arc a) { return covers(hidden, a); });
        if (view.occlusion && all_covered) continue;
        out.push_back(seen);
        for (const Arc a : arcs) cover(hidden, a);
    }
}

}  // namespace shoal::physics

#include "pogobot/infrared/obstacles.hpp"

#include "physics/shape_view.hpp"
#include "pogobot/placing.hpp"

#include <algorithm>

namespace shoal::pogobot {
namespace {

using physics::Vec2;

// All positions from here on are relative to the start of the segment.

bool meets_disc(Vec2 to, const physics::DiscView& disc) {
    const double length2 = dot(to, to);
    const double part = length2 > 0.0 ? std::clamp(dot(disc.centre, to) / length2, 0.0, 1.0) : 0.0;
    const Vec2 nearest = disc.centre - part * to;
    return dot(nearest, nearest) < disc.radius * disc.radius;
}

// What of the segment is left behind every edge of the polygon.
bool meets_polygon(Vec2 to, const physics::PolygonView& polygon) {
    double enter = 0.0;
    double leave = 1.0;
    for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
        const double height = -dot(polygon.normals[i], polygon.vertices[i]);
        const double speed = dot(polygon.normals[i], to);
        if (speed == 0.0 && height > 0.0) return false;
        if (speed < 0.0) enter = std::max(enter, -height / speed);
        if (speed > 0.0) leave = std::min(leave, -height / speed);
    }
    return enter < leave;
}

bool meets_edge(Vec2 to, Vec2 start, Vec2 end) {
    const bool apart = cross(to, start) * cross(to, end) < 0.0;
    const Vec2 along = end - start;
    return apart && cross(along, -start) * cross(along, to - start) < 0.0;
}

}  // namespace

IrObstacles::IrObstacles(const Model& model, const physics::World& world) : world_(world) {
    std::vector<bool> stops(world.model().bodies.size(), false);
    for (std::uint32_t o = 0; o < model.objects.size(); ++o) {
        const auto type = model.group_of(o).type;
        const bool is_obstacle =
            type == scenario::ObjectType::passive_object || type == scenario::ObjectType::pogowall;
        if (is_obstacle && model.objects.body[o] != no_body) stops[model.objects.body[o]] = true;
        if (!is_membrane(model.group_of(o))) continue;
        for (const physics::BodyId part : model.objects.parts[o]) stops[part.index] = true;
    }
    const auto& shapes = world.model().shapes;
    for (std::uint32_t shape = 0; shape < shapes.body.size(); ++shape)
        if (stops[shapes.body[shape]]) shapes_.push_back(shape);
}

bool IrObstacles::between(Vec2 from, Vec2 to) const {
    const physics::Model& model = world_.model();
    const physics::State& state = world_.state();
    const physics::GridLayout& layout = world_.layout();
    const Vec2 way = to - from;
    for (const std::uint32_t shape : shapes_) {
        const std::uint32_t body = model.shapes.body[shape];
        const Vec2 at = layout.shortest(Vec2{state.x[body], state.y[body]} - from);
        if (model.shapes.kind[shape] == physics::ShapeKind::disc) {
            if (meets_disc(way, physics::disc_view(model, state, shape, at))) return true;
        } else if (meets_polygon(way, physics::TurnedPolygon(model, state, shape, at).view())) {
            return true;
        }
    }
    for (std::uint32_t edge = 0; edge < model.edges.size(); ++edge) {
        const physics::EdgeView wall = physics::edge_view(model, layout, edge, from);
        if (meets_edge(way, wall.start, wall.end)) return true;
    }
    return false;
}

}  // namespace shoal::pogobot

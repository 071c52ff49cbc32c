#pragma once

#include "physics/collide.hpp"
#include "physics/grid.hpp"
#include "physics/model.hpp"
#include "physics/state.hpp"

#include <array>

namespace shoal::physics {

[[nodiscard]] inline Pose pose_of(const State& state, std::uint32_t body) {
    return {{state.x[body], state.y[body]}, {state.cos[body], state.sin[body]}};
}

/// A disc of the model, turned and moved so that its body's centre of mass lies at `origin`.
[[nodiscard]] inline DiscView disc_view(const Model& model, const State& state, std::uint32_t shape,
                                        Vec2 origin) {
    const std::uint32_t body = model.shapes.body[shape];
    const Vec2 centre = model.bodies.turns_shape[body]
                            ? pose_of(state, body).rotation.apply(model.shapes.centre[shape])
                            : Vec2{};
    return {origin + centre, model.shapes.radius[shape]};
}

/// A polygon of the model in world axes; owns its turned vertices.
class TurnedPolygon {
public:
    TurnedPolygon(const Model& model, const State& state, std::uint32_t shape, Vec2 origin)
        : count_(model.shapes.vertex_count[shape]) {
        const Rotation rotation = pose_of(state, model.shapes.body[shape]).rotation;
        const std::size_t first = model.shapes.first_vertex[shape];
        for (std::size_t i = 0; i < count_; ++i) {
            vertices_[i] = origin + rotation.apply(model.shapes.vertices[first + i]);
            normals_[i] = rotation.apply(model.shapes.normals[first + i]);
        }
    }
    [[nodiscard]] PolygonView view() const { return {{vertices_.data(), count_}, {normals_.data(), count_}}; }

private:
    std::array<Vec2, max_polygon_vertices> vertices_;
    std::array<Vec2, max_polygon_vertices> normals_;
    std::size_t count_;
};

/// A wall, or in a periodic domain the image of it that is next to `origin`, relative to `origin`.
[[nodiscard]] inline EdgeView edge_view(const Model& model, const GridLayout& layout, std::uint32_t edge,
                                        Vec2 origin) {
    const Edges& e = model.edges;
    const Vec2 half = 0.5 * (e.end[edge] - e.start[edge]);
    const Vec2 middle = layout.shortest(e.start[edge] + half - origin);
    return {middle - half,
            middle + half,
            e.direction[edge],
            e.previous_direction[edge],
            e.length[edge],
            static_cast<bool>(e.start_protrudes[edge]),
            static_cast<bool>(e.end_protrudes[edge])};
}

}  // namespace shoal::physics

#pragma once

#include "base/column.hpp"
#include "physics/definitions.hpp"

#include <cstdint>
#include <vector>

namespace shoal::physics {

constexpr std::uint32_t none = 0xffffffffU;
constexpr int max_polygon_vertices = 8;

/// What a body is. One row a body; row 0 is the ground, to which static outlines belong.
struct Bodies {
    Column<float> inv_mass;             // 1/kg, 0 for static bodies
    Column<float> inv_inertia;          // 1/(kg m²), about the centre of mass
    Column<float> linear_damping;       // 1/s
    Column<float> angular_damping;      // 1/s
    Column<float> extent;               // m: from the centre of mass to the farthest point
    Column<float> core;                 // m: radius of the inner disc that may never cross a wall
    Column<Vec2> centre_of_mass;        // m: in the frame of the body's origin
    Column<std::uint32_t> first_shape;  // the row of its first shape, if it has any
    Column<std::uint32_t> generation;
    Column<std::uint8_t> alive;
    Column<std::uint8_t> is_static;
    Column<std::uint8_t> turns_shape;  // whether a rotation moves its outline: false for centred discs

    [[nodiscard]] std::size_t size() const { return inv_mass.size(); }
};

enum class ShapeKind : std::uint8_t { disc, polygon };

/// The outlines of bodies, in the frame of the centre of mass. One row a shape.
struct Shapes {
    Column<std::uint32_t> body;
    Column<ShapeKind> kind;
    Column<float> radius;  // m: of the disc, or of the disc about a polygon
    Column<Vec2> centre;   // m: of that disc
    Column<float> friction;
    Column<float> restitution;
    Column<std::uint32_t> first_vertex;  // into vertices and normals, for polygons
    Column<std::uint32_t> vertex_count;
    Column<Vec2> vertices;  // m, counter-clockwise (from x to y)
    Column<Vec2> normals;   // outward, of the side from each vertex to the next
    Column<float> area;     // m², for the mass
    Column<float> density;  // kg/m²

    [[nodiscard]] std::size_t size() const { return body.size(); }
};

/// Straight walls: closed outlines, solid on the right-hand side of each edge.
struct Edges {
    Column<Vec2> start, end;          // m
    Column<Vec2> direction;           // unit
    Column<Vec2> previous_direction;  // unit: of the edge that ends where this one starts
    Column<double> length;            // m
    Column<float> friction, restitution;
    Column<std::uint8_t> start_protrudes;  // the start is a corner that sticks out into the free side
    Column<std::uint8_t> end_protrudes;

    [[nodiscard]] std::size_t size() const { return start.size(); }
};

enum class JointKind : std::uint8_t { rigid, spring, rope, revolute, weld };

/// Joints, anchors in the frames of the centres of mass. One row a joint.
struct Joints {
    Column<JointKind> kind;
    Column<std::uint32_t> a, b;
    Column<Vec2> anchor_a, anchor_b;                    // m
    Column<float> rest_length, min_length, max_length;  // m
    Column<float> frequency, damping_ratio;             // Hz, 1
    Column<double> reference_angle;                     // rad
    Column<std::uint32_t> generation;
    Column<std::uint8_t> alive, collide;

    [[nodiscard]] std::size_t size() const { return kind.size(); }
};

/// What is fixed between steps.
struct Model {
    WorldDef def;
    Bodies bodies;
    Shapes shapes;
    Edges edges;
    Joints joints;
};

}  // namespace shoal::physics

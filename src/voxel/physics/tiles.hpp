#pragma once

#include "base/simd.hpp"

#include <cstddef>
#include <cstdint>

namespace shoal::voxel {

/// Rows that lie side by side in memory: a whole number of vectors of every instruction set.
constexpr std::size_t tile_size = 16;

template <class T>
using Lanes = T[tile_size];

constexpr int masses_per_voxel = 4;  // 0 NW, 1 NE, 2 SE, 3 SW
constexpr int springs_per_voxel = 18;

/// Where a spring is tied: corners of a mass by the signs of their offsets, or its centre.
enum Anchor { plus_plus, plus_minus, minus_minus, minus_plus, middle };
enum SpringKind { parallel, side_cross, central };

struct SpringEnds {
    int a;
    Anchor anchor_a;
    int b;
    Anchor anchor_b;
    SpringKind kind;
};

/// Four outer springs, four inner ones, eight diagonals of sides, two diagonals of the voxel.
constexpr SpringEnds spring_ends[springs_per_voxel] = {
    {0, plus_plus, 1, minus_plus, parallel},
    {1, plus_minus, 2, plus_plus, parallel},
    {2, minus_minus, 3, plus_minus, parallel},
    {3, minus_plus, 0, minus_minus, parallel},
    {0, plus_minus, 1, minus_minus, parallel},
    {1, minus_minus, 2, minus_plus, parallel},
    {2, minus_plus, 3, plus_plus, parallel},
    {3, plus_plus, 0, plus_minus, parallel},
    {0, plus_plus, 1, minus_minus, side_cross},
    {0, plus_minus, 1, minus_plus, side_cross},
    {1, plus_minus, 2, minus_plus, side_cross},
    {1, minus_minus, 2, plus_plus, side_cross},
    {2, minus_minus, 3, plus_plus, side_cross},
    {2, minus_plus, 3, plus_minus, side_cross},
    {3, minus_plus, 0, plus_minus, side_cross},
    {3, plus_plus, 0, minus_minus, side_cross},
    {0, middle, 2, middle, central},
    {1, middle, 3, middle, central},
};

/// Rigid bodies: masses that are welded to each other. Their axes are those of the grid, turned by `angle`.
struct alignas(64) BodyTile {
    Lanes<double> x, y;                       // m, centre of mass
    Lanes<double> vx, vy, w;                  // m/s, rad/s
    Lanes<double> c, s;                       // cosine and sine of the angle
    Lanes<double> fx, fy, torque;             // N, N m; cleared by the integration that uses them
    Lanes<double> angle;                      // rad
    Lanes<double> inv_mass, inv_inertia;      // 1/kg, 1/(kg m²); 0 for what does not move
    Lanes<double> keep_linear, keep_angular;  // part of the speed that a sub-step's damping leaves
};

/// Place of a body's first value among the doubles of all tiles; the others follow tile_size apart.
[[nodiscard]] constexpr std::uint32_t body_slot(std::size_t body) {
    return static_cast<std::uint32_t>(body / tile_size * (sizeof(BodyTile) / sizeof(double)) +
                                      body % tile_size);
}
[[nodiscard]] constexpr std::size_t body_of_slot(std::uint32_t slot) {
    constexpr std::size_t values = sizeof(BodyTile) / sizeof(double);
    return slot / values * tile_size + slot % values;
}
enum BodyField : std::size_t {  // in the order of BodyTile
    body_x = 0,
    body_y = 16,
    body_vx = 32,
    body_vy = 48,
    body_w = 64,
    body_c = 80,
    body_s = 96,
    body_fx = 112,
    body_fy = 128,
    body_torque = 144,
    body_angle = 160,
    body_inv_mass = 176,
    body_inv_inertia = 192,
    body_keep_linear = 208,
    body_keep_angular = 224,
};

struct alignas(64) VoxelTile {
    Lanes<std::uint32_t> body[masses_per_voxel];  // slots of the bodies that its masses belong to
    Lanes<float> offset_x[masses_per_voxel],
        offset_y[masses_per_voxel];             // m, a mass's centre in its body's frame
    Lanes<float> half;                          // m, half the side of a mass
    Lanes<float> stiffness_rate, damping_rate;  // ω², 2ζω of its springs (1/s², 1/s)
    Lanes<float> inv_reduced_mass;              // 1/kg, of two masses
    Lanes<float> inv_inertia;  // 1/(kg m²) of a mass; 0 where rotation does not count for the stiffness
    Lanes<float> present[4];   // 1 or 0: outer, inner, side diagonals, central diagonals
    Lanes<float> rest[3];      // m, by SpringKind, with the actuation
    Lanes<float> inv_area;     // 1/m², of the voxel at rest
    Lanes<float> push;         // N, of each mass towards the centre
    Lanes<float> mass[springs_per_voxel];  // kg, what frequency and damping of a spring are multiplied with
    Lanes<float> shortest, longest;        // m, side between the centres of masses, when the step began
    std::size_t used;                      // lanes up to the last that holds a voxel
    bool by_force;                         // some voxel may push
    bool effective;                        // some voxel's spring masses change with its pose
    bool roped;                            // some voxel has ropes between its masses
};

/// What may touch the ground in a step: bodies with up to four points each, every point with a plane of its own.
struct alignas(64) GroundTile {
    static constexpr int most_points = 4;

    struct Points {
        Lanes<float> ax, ay;    // m, in the body's frame
        Lanes<float> r0x, r0y;  // m, the same in the world's when the step began
        Lanes<float> nx, ny;    // outwards
        Lanes<float> gap;       // m, when the step began
        Lanes<float> friction, restitution;
        Lanes<float> on;                               // 1, or 0 where there is no point
        Lanes<float> normal_impulse, tangent_impulse;  // N s, of the last sub-step
        Lanes<float> gap_now;                          // m, after the last sub-step
        Lanes<std::uint32_t> row;                      // the voxel that it is a point of
    };
    Lanes<std::uint32_t> body;
    Lanes<double> x0, y0;  // m, the body's place when the step began
    Points points[most_points];
    int used;            // points of the body with most of them
    std::size_t bodies;  // lanes in use
};

/// Where the readings of voxels go, at the first of them.
struct ReadingColumns {
    float *area_ratio, *velocity_x, *velocity_y, *angle;
    double *centre_x, *centre_y;
};

/// Numbers that a sub-step uses everywhere.
struct SubstepConstants {
    double h;                     // s
    double gravity_x, gravity_y;  // m/s²
    double max_speed, max_turn;   // m/s, rad/s
};

/// The loops of a step, compiled once for each instruction set; all give the same bits.
struct Kernels {
    /// What a step takes from the pose of voxels when it begins: masses of springs, sides.
    void (*begin_step)(VoxelTile*, std::size_t tiles, const double* bodies);
    /// Adds the springs' forces to the bodies.
    void (*springs)(const VoxelTile*, std::size_t tiles, double* bodies);
    void (*integrate_velocities)(BodyTile*, std::size_t tiles, const SubstepConstants&);
    /// Takes from velocities what the ground does not allow.
    void (*touch_ground)(GroundTile*, std::size_t tiles, double* bodies, const SubstepConstants&);
    void (*move)(BodyTile*, std::size_t tiles, const SubstepConstants&);
    /// Lifts bodies that are in the ground.
    void (*leave_ground)(GroundTile*, std::size_t tiles, double* bodies);
    void (*readings)(const VoxelTile*, std::size_t tiles, const double* bodies, const ReadingColumns&);
};

/// The kernels for so many voxels, of the instruction sets in use (base/simd.hpp).
[[nodiscard]] const Kernels& kernels(std::size_t lanes = tile_size);
[[nodiscard]] const Kernels& kernels(InstructionSet set);

}  // namespace shoal::voxel

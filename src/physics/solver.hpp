#pragma once

#include <cstddef>
#include <cstdint>

namespace shoal::physics {

/// A velocity (m/s, rad/s) or a motion (m, rad). What would be the fourth float of a vector holds a constant of the body,
/// which thus is read with the rest.
struct PlanarVector {
    float x = 0.0F, y = 0.0F, turn = 0.0F;
    float inverse = 0.0F;
};

/// What contacts read and change of a body lies in one half of a cache line, not in six.
struct alignas(32) BodyMotion {
    PlanarVector velocity;  // and the inverse mass (1/kg)
    PlanarVector moved;     // since the step began, and the inverse inertia (1/(kg m²))
};

/// Raw columns of bodies by slot, for kernels (physics/solver_bodies.hpp). Units as in State and Bodies; the pushes what forces add to the velocities in a sub-step, and keep_… the parts of
/// the velocities that damping leaves.
struct BodyRows {
    BodyMotion* motion;
    const float *push_x, *push_y, *push_w;  // null while there are no forces
    const float *drive_x, *drive_y, *drive_w, *drive_acceleration, *drive_angular_acceleration;
    const float *keep_linear, *keep_angular;
};

/// Raw columns of contact rows, for kernels. Anchors are relative to the centres of mass, the normal points from a to b.
struct ContactRows {
    const std::uint32_t *a, *b;
    const float *nx, *ny, *ax, *ay, *bx, *by;
    const float *normal_mass, *tangent_mass, *friction, *restitution;
    const float* separation;  // m, when the step began
    const float* approach;    // m/s: normal velocity when the step began, negative when closing
    float *normal_impulse, *tangent_impulse, *peak_impulse;  // N s
};

/// Numbers that one sub-step of length h uses everywhere.
struct SubstepConstants {
    float h, inv_h;                              // s, 1/s
    float gravity_x, gravity_y;                  // m/s²
    float bias_rate, mass_scale, impulse_scale;  // of soft contacts
    float slop, max_push_speed;                  // m, m/s
    float restitution_threshold;                 // m/s
};

/// The loops of a sub-step, compiled once for each instruction set; all give the same bits.
struct SolverKernels {
    std::size_t width;  // rows that are worked on together: a stage has room for whole ones
    void (*integrate_velocities)(const BodyRows&, const SubstepConstants&, std::size_t begin,
                                 std::size_t end);
    void (*integrate_positions)(const BodyRows&, const SubstepConstants&, std::size_t begin, std::size_t end);
    /// Rows begin … end-1 of one stage; begin is whole vectors from its first. `ground` says that b never moves.
    void (*warm_start)(const BodyRows&, const ContactRows&, bool ground, std::size_t begin, std::size_t end);
    void (*solve)(const BodyRows&, const ContactRows&, const SubstepConstants&, bool push, bool ground,
                  std::size_t begin, std::size_t end);
    void (*restitute)(const BodyRows&, const ContactRows&, const SubstepConstants&, bool ground,
                      std::size_t begin, std::size_t end);
};

constexpr std::size_t widest_vector = 16;  // floats

/// The kernels for the instruction set in use (base/simd.hpp).
[[nodiscard]] const SolverKernels& solver_kernels();
/// The scalar ones: the reference, and for rows that must be solved one after the other.
[[nodiscard]] const SolverKernels& scalar_solver_kernels();

}  // namespace shoal::physics

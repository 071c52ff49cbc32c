#pragma once

#include "base/column.hpp"

#include <cstdint>

namespace shoal::physics {

/// What a step changes, in columns that can be copied, hashed, saved and restored. One row a body.
/// Positions are kept in double, so that a slow robot far from the origin still moves; the rest is float.
struct State {
    Column<double> x, y, angle;                // m, rad: of the centre of mass
    Column<float> vx, vy, w;                   // m/s, rad/s
    Column<float> cos, sin;                    // of the angle; kept up to date for bodies whose outline turns
    Column<float> force_x, force_y, torque;    // N, N m: for the next step, then cleared
    Column<float> drive_x, drive_y, drive_w;   // m/s, rad/s: velocity that the body's own drive aims at
    Column<float> drive_acceleration;          // m/s²: greatest acceleration of the drive; 0 = no drive
    Column<float> drive_angular_acceleration;  // rad/s²
    Column<float> joint_impulse_x, joint_impulse_y, joint_impulse_w;  // N s, N m s: one row a joint
    Column<float> joint_impulse_lower, joint_impulse_upper;           // N s: of the limits of ropes
    std::uint64_t step = 0;
    double time = 0.0;  // s

    template <class Self, class Visit>
    static void visit_state(Self& s, Visit& visit) {
        visit(s.x, s.y, s.angle, s.vx, s.vy, s.w, s.cos, s.sin, s.force_x, s.force_y, s.torque);
        visit(s.drive_x, s.drive_y, s.drive_w, s.drive_acceleration, s.drive_angular_acceleration);
        visit(s.joint_impulse_x, s.joint_impulse_y, s.joint_impulse_w, s.joint_impulse_lower,
              s.joint_impulse_upper, s.step, s.time);
    }
};

}  // namespace shoal::physics

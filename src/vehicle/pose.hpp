#pragma once

namespace shoal::vehicle {

/// Where a vehicle is and how it moves, the same for all types: local NED, body axes forward-right-down.
template <class R>
struct Pose {
    R north, east, down;  // m
    R qw, qx, qy, qz;     // body → NED
    R vn, ve, vd;         // m/s, over the ground
    R p, q, r;            // rad/s, body axes
};

/// Of a vehicle that stays level: where it is, and its motion ahead, to the right and about the vertical.
struct LevelMotion {
    double north, east, down;  // m
    double heading;            // rad, from north to east
    double ahead, aside;       // m/s
    double yaw_rate;           // rad/s
};
[[nodiscard]] Pose<double> level_pose(const LevelMotion& motion);

/// Where to put a vehicle before it starts.
struct Placement {
    double north = 0.0, east = 0.0, down = 0.0;  // m
    double heading = 0.0;                        // rad, from north to east
    double speed = 0.0;                          // m/s, along the heading
    double climb = 0.0;                          // rad, of that speed over the horizontal (missiles)
};

/// What acts on a vehicle from outside, a column each; all 0 but `density` until somebody sets them.
template <class R>
struct Surroundings {
    R wind_n, wind_e, wind_d;     // m/s, of the air; for ships of the water
    R ground;                     // m, height of the terrain over the local origin
    R density;                    // kg/m³, of the air
    R force_n, force_e, force_d;  // N, anything else that pushes (downwash, tethers, collisions)
};

constexpr double standard_density = 1.2682;  // kg/m³, where nobody sets another

enum class Surrounding { wind_n, wind_e, wind_d, ground, density, force_n, force_e, force_d, count };

}  // namespace shoal::vehicle

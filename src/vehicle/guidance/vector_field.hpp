#pragma once

/// Courses that lead onto a line or a circle. Equations: docs/models/vehicle-guidance.md.
namespace shoal::vehicle {

struct FieldGains {
    double approach = 1.3089969389957472;  // rad, chi_inf: at most this far off the line's course (75 deg)
    double k_path = 0.05;                  // 1/m
    double k_orbit = 10.0;
};

/// A straight line: through (north, east, altitude), along `course`, climbing at `slope` (m a metre over ground).
struct Line {
    double north = 0.0, east = 0.0, altitude = 0.0;  // m
    double course = 0.0;                             // rad
    double slope = 0.0;
};

struct Orbit {
    double north = 0.0, east = 0.0, altitude = 0.0;  // m, of the centre
    double radius = 100.0;                           // m
    bool clockwise = true;                           // seen from above
};

/// Distance to the right of the line, in m.
[[nodiscard]] double cross_track(const Line& line, double north, double east);
/// Distance beyond the circle, in m.
[[nodiscard]] double cross_track(const Orbit& orbit, double north, double east);

/// The course to steer, within half a turn of `course`, the present one (rad).
[[nodiscard]] double course_along(const Line& line, double north, double east, double course,
                                  const FieldGains& gains);
[[nodiscard]] double course_along(const Orbit& orbit, double north, double east, double course,
                                  const FieldGains& gains);

/// The altitude of a line abreast of a place (m).
[[nodiscard]] double altitude_along(const Line& line, double north, double east);

/// Bank that a coordinated turn on the orbit needs in still air (rad), with its sign; 0 far away from it.
[[nodiscard]] double bank_on(const Orbit& orbit, double north, double east, double ground_speed);

/// `angle` plus the turns that bring it within half a turn of `reference`.
[[nodiscard]] double near_angle(double angle, double reference);

}  // namespace shoal::vehicle

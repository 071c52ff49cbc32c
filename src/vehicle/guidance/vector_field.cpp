#include "vehicle/guidance/vector_field.hpp"

#include "base/math.hpp"

#include <cmath>

namespace shoal::vehicle {

double near_angle(double angle, double reference) { return reference + math::wrap_angle(angle - reference); }

double cross_track(const Line& line, double north, double east) {
    const auto along = math::sincos(line.course);
    return -along.sin * (north - line.north) + along.cos * (east - line.east);
}

double cross_track(const Orbit& orbit, double north, double east) {
    const double n = north - orbit.north, e = east - orbit.east;
    return std::sqrt(n * n + e * e) - orbit.radius;
}

double course_along(const Line& line, double north, double east, double course, const FieldGains& gains) {
    const double aside = cross_track(line, north, east);
    return near_angle(line.course, course) -
           gains.approach * (2.0 / math::pi) * math::atan2(gains.k_path * aside, 1.0);
}

double course_along(const Orbit& orbit, double north, double east, double course, const FieldGains& gains) {
    const double around = math::atan2(east - orbit.east, north - orbit.north);
    const double error = cross_track(orbit, north, east) / orbit.radius;
    const double turn = 0.5 * math::pi + math::atan2(gains.k_orbit * error, 1.0);
    return near_angle(around + (orbit.clockwise ? turn : -turn), course);
}

double altitude_along(const Line& line, double north, double east) {
    const auto along = math::sincos(line.course);
    return line.altitude + line.slope * (along.cos * (north - line.north) + along.sin * (east - line.east));
}

double bank_on(const Orbit& orbit, double north, double east, double ground_speed) {
    constexpr double gravity = 9.81, near = 5.0;  // m/s², radii
    if (std::abs(cross_track(orbit, north, east)) > near * orbit.radius) return 0.0;
    const double bank = math::atan2(ground_speed * ground_speed, gravity * orbit.radius);
    return orbit.clockwise ? bank : -bank;
}

}  // namespace shoal::vehicle

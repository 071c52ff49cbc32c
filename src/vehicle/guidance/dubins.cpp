#include "vehicle/guidance/dubins.hpp"

#include "base/assert.hpp"
#include "base/math.hpp"

#include <cmath>
#include <limits>

namespace shoal::vehicle {
namespace {

Orbit circle_beside(const DubinsPose& pose, double radius, bool right) {
    const auto along = math::sincos(pose.course);
    const double side = right ? radius : -radius;
    return {pose.north - side * along.sin, pose.east + side * along.cos, 0.0, radius, right};
}

// The angle from one course to another, turning one way only; in [0, 2π), rounding errors of a whole turn are none.
double turn(double from, double to, bool right) {
    const double angle = right ? to - from : from - to;
    const double turned = angle - math::two_pi * std::floor(angle / math::two_pi);
    return math::two_pi - turned < 1e-9 ? 0.0 : turned;
}

// Where a circle has that course.
DubinsPose on_circle(const Orbit& circle, double course) {
    const auto along = math::sincos(course);
    const double side = circle.clockwise ? circle.radius : -circle.radius;
    return {circle.north + side * along.sin, circle.east - side * along.cos, course};
}

DubinsPath candidate(DubinsWord word, const DubinsPose& from, const DubinsPose& to, double radius) {
    const bool right_first = word == DubinsWord::rsr || word == DubinsWord::rsl;
    const bool right_last = word == DubinsWord::rsr || word == DubinsWord::lsr;
    DubinsPath path;
    path.word = word;
    path.radius = radius;
    path.first = circle_beside(from, radius, right_first);
    path.last = circle_beside(to, radius, right_last);
    const double n = path.last.north - path.first.north, e = path.last.east - path.first.east;
    const double apart = std::sqrt(n * n + e * e);
    double course = math::atan2(e, n);
    path.lengths[1] = apart;
    if (right_first != right_last) {
        if (apart < 2.0 * radius) {
            path.lengths.fill(std::numeric_limits<double>::infinity());
            return path;
        }
        path.lengths[1] = std::sqrt(apart * apart - 4.0 * radius * radius);
        const double cross = math::atan2(2.0 * radius, path.lengths[1]);
        course += right_first ? cross : -cross;
    }
    path.leave = on_circle(path.first, course);
    path.arrive = on_circle(path.last, course);
    path.lengths[0] = radius * turn(from.course, course, right_first);
    path.lengths[2] = radius * turn(course, to.course, right_last);
    return path;
}

}  // namespace

DubinsPath dubins(const DubinsPose& from, const DubinsPose& to, double radius) {
    SHOAL_ASSERT(radius > 0.0);
    DubinsPath best = candidate(DubinsWord::rsr, from, to, radius);
    for (const DubinsWord word : {DubinsWord::rsl, DubinsWord::lsr, DubinsWord::lsl}) {
        const DubinsPath path = candidate(word, from, to, radius);
        if (path.length() < best.length()) best = path;
    }
    return best;
}

}  // namespace shoal::vehicle

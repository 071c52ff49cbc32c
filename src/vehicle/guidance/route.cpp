#include "vehicle/guidance/route.hpp"

#include "base/error.hpp"
#include "base/math.hpp"

#include <fmt/format.h>

#include <cmath>

namespace shoal::vehicle {
namespace {

struct Way {
    double course, length, slope;
};

Way way(const Waypoint& from, const Waypoint& to) {
    const double n = to.north - from.north, e = to.east - from.east;
    const double length = std::sqrt(n * n + e * e);
    return {math::atan2(e, n), length, length > 0.0 ? (to.altitude - from.altitude) / length : 0.0};
}

Leg line_leg(const Waypoint& from, const Way& way, double north, double east, double normal) {
    Leg leg;
    leg.line = {from.north, from.east, from.altitude, way.course, way.slope};
    leg.end_north = north;
    leg.end_east = east;
    leg.end_course = normal;
    const double n = north - from.north, e = east - from.east;
    leg.length = std::sqrt(n * n + e * e);
    return leg;
}

Leg arc_leg(const Orbit& orbit, double north, double east, double course, double length) {
    Leg leg;
    leg.arc = true;
    leg.orbit = orbit;
    leg.end_north = north;
    leg.end_east = east;
    leg.end_course = course;
    leg.length = length;
    leg.wide = length > math::pi * orbit.radius;
    return leg;
}

// The half plane at a corner lies across the mean of both courses.
double between(double before, double after) { return before + 0.5 * math::wrap_angle(after - before); }

// An arc that cuts the corner at `at`: leaves the first way `cut` before it.
Leg fillet(const Waypoint& at, const Way& in, const Way& out, double radius, double cut) {
    const double turned = math::wrap_angle(out.course - in.course);
    const auto before = math::sincos(in.course), after = math::sincos(out.course);
    const double side = turned > 0.0 ? radius : -radius;
    const Orbit orbit{at.north - cut * before.cos - side * before.sin,
                      at.east - cut * before.sin + side * before.cos, at.altitude, radius, turned > 0.0};
    return arc_leg(orbit, at.north + cut * after.cos, at.east + cut * after.sin, out.course,
                   radius * std::abs(turned));
}

double cut_of(const Way& in, const Way& out, double radius) {
    const auto half = math::sincos(0.5 * std::abs(math::wrap_angle(out.course - in.course)));
    return radius * half.sin / std::max(half.cos, 1e-9);
}

}  // namespace

Route::Route(const Orbit& orbit) : closed_(true) {
    legs_.push_back(arc_leg(orbit, orbit.north, orbit.east, 0.0, math::two_pi * orbit.radius));
}

Route::Route(std::span<const Waypoint> points, Corners corners, double radius, bool closed)
    : closed_(closed) {
    if (points.size() < 2)
        throw Error({{}, "waypoints", fmt::format("{}", points.size()), "two or more", ""});
    const std::size_t ways = closed ? points.size() : points.size() - 1;
    const auto at = [&](std::size_t i) -> const Waypoint& { return points[i % points.size()]; };
    for (std::size_t i = 0; i < ways; ++i)
        if (way(at(i), at(i + 1)).length < 1e-6)
            throw Error({{},
                         "waypoints",
                         fmt::format("points {} and {} at one place", i, (i + 1) % points.size()),
                         "points apart",
                         ""});
    if (corners == Corners::dubins) {
        for (std::size_t i = 0; i < ways; ++i) {
            const Waypoint &from = at(i), &to = at(i + 1);
            const DubinsPath path =
                dubins({from.north, from.east, from.course}, {to.north, to.east, to.course}, radius);
            Orbit first = path.first, last = path.last;
            first.altitude = from.altitude;
            last.altitude = to.altitude;
            const Waypoint leave{path.leave.north, path.leave.east, from.altitude, 0.0};
            const double slope =
                path.lengths[1] > 0.0 ? (to.altitude - from.altitude) / path.lengths[1] : 0.0;
            legs_.push_back(arc_leg(first, leave.north, leave.east, path.leave.course, path.lengths[0]));
            legs_.push_back(line_leg(leave, {path.leave.course, path.lengths[1], slope}, path.arrive.north,
                                     path.arrive.east, path.leave.course));
            legs_.push_back(arc_leg(last, to.north, to.east, to.course, path.lengths[2]));
        }
        return;
    }
    for (std::size_t i = 0; i < ways; ++i) {
        const Way here = way(at(i), at(i + 1));
        const bool turns = closed || i + 1 < ways;
        const Way next = turns ? way(at(i + 1), at(i + 2)) : here;
        const bool cuts = corners == Corners::fillet && turns &&
                          std::abs(math::wrap_angle(next.course - here.course)) > 1e-6;
        const double cut = cuts ? cut_of(here, next, radius) : 0.0;
        if (cuts && (cut > here.length || cut > next.length))
            throw Error(
                {{},
                 "radius",
                 fmt::format("{:g} m", radius),
                 fmt::format("at most what the corner at point {} leaves room for", (i + 1) % points.size()),
                 ""});
        const auto along = math::sincos(here.course);
        legs_.push_back(line_leg(at(i), here, at(i + 1).north - cut * along.cos,
                                 at(i + 1).east - cut * along.sin,
                                 cuts ? here.course : between(here.course, next.course)));
        if (cuts) legs_.push_back(fillet(at(i + 1), here, next, radius, cut));
    }
}

double Route::length() const {
    double length = 0.0;
    for (const Leg& leg : legs_) length += leg.length;
    return length;
}

void Route::advance(RoutePlace& place, double north, double east) const {
    for (std::size_t passed = 0; passed < legs_.size() && !place.over; ++passed) {
        const Leg& leg = legs_[place.leg];
        if (legs_.size() == 1 && leg.arc) return;
        const auto normal = math::sincos(leg.end_course);
        const double beyond = normal.cos * (north - leg.end_north) + normal.sin * (east - leg.end_east);
        const bool empty = leg.arc && leg.length < 1e-6;
        if (beyond < 0.0) place.behind = true;
        // A wide arc begins beyond its end: it is over when the vehicle has been before it.
        if (!empty && (beyond < 0.0 || (leg.wide && !place.behind))) return;
        if (place.leg + 1 == legs_.size() && !closed_) {
            place.over = true;
            return;
        }
        place.passed += leg.length;
        place.leg = (place.leg + 1) % legs_.size();
        place.behind = false;
    }
}

double Route::progress(const RoutePlace& place, double north, double east) const {
    const Leg& leg = legs_[place.leg];
    if (!leg.arc) {
        const auto along = math::sincos(leg.line.course);
        return place.passed + along.cos * (north - leg.line.north) + along.sin * (east - leg.line.east);
    }
    const Orbit& o = leg.orbit;
    const double here = math::atan2(east - o.east, north - o.north);
    const double end = math::atan2(leg.end_east - o.east, leg.end_north - o.north);
    double left = math::wrap_angle(o.clockwise ? end - here : here - end);
    if (leg.wide && !place.behind && left < 0.0) left += math::two_pi;
    return place.passed + leg.length - o.radius * left;
}

}  // namespace shoal::vehicle

#pragma once

#include "vehicle/guidance/dubins.hpp"
#include "vehicle/guidance/vector_field.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace shoal::vehicle {

struct Waypoint {
    double north = 0.0, east = 0.0, altitude = 0.0;  // m
    double course = 0.0;                             // rad, used by Dubins routes only
};

/// How a route goes round its corners: over them, by arcs that cut them, or by Dubins paths between poses.
enum class Corners { straight, fillet, dubins };

/// A piece of a route: a line or an arc, and the half plane in which it is over.
struct Leg {
    bool arc = false;
    Line line;
    Orbit orbit;
    double end_north = 0.0, end_east = 0.0;  // m
    double end_course = 0.0;                 // rad: the half plane's normal
    bool wide = false;    // an arc of more than half a turn: its end counts only after its back
    double length = 0.0;  // m
};

/// How far a vehicle is on its route.
struct RoutePlace {
    std::size_t leg = 0;
    bool behind = false;  // has been outside the half plane of this leg
    bool over = false;    // past the last leg of an open route
    double passed = 0.0;  // m, length of the legs that are over
};

/// Way-points turned into legs; shared by all vehicles that follow it.
class Route {
public:
    Route() = default;
    /// Throws Error where corners are too near to each other for the radius.
    Route(std::span<const Waypoint> points, Corners corners, double radius, bool closed);
    /// A circle for ever.
    explicit Route(const Orbit& orbit);

    [[nodiscard]] std::span<const Leg> legs() const { return legs_; }
    [[nodiscard]] bool closed() const { return closed_; }
    [[nodiscard]] double length() const;
    /// Moves a vehicle's place on, when it passed the end of its leg.
    void advance(RoutePlace& place, double north, double east) const;
    /// Length of route from its beginning to the point abreast of a place, laps included (m).
    [[nodiscard]] double progress(const RoutePlace& place, double north, double east) const;

private:
    std::vector<Leg> legs_;
    bool closed_ = false;
};

}  // namespace shoal::vehicle

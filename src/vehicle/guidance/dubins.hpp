#pragma once

#include "vehicle/guidance/vector_field.hpp"

#include <array>

namespace shoal::vehicle {

struct DubinsPose {
    double north = 0.0, east = 0.0;  // m
    double course = 0.0;             // rad
};

enum class DubinsWord { rsr, rsl, lsr, lsl };

/// An arc, a straight piece and an arc: the shortest of its four kinds (Dubins 1957; Beard and McLain 2012, ch. 11).
struct DubinsPath {
    DubinsWord word = DubinsWord::rsr;
    double radius = 0.0;              // m
    std::array<double, 3> lengths{};  // m, of the three pieces
    Orbit first, last;
    DubinsPose leave, arrive;  // where the straight piece begins and ends

    [[nodiscard]] double length() const { return lengths[0] + lengths[1] + lengths[2]; }
};

/// Crossing pieces need centres two radii apart; where they are not, the outer ones are taken.
[[nodiscard]] DubinsPath dubins(const DubinsPose& from, const DubinsPose& to, double radius);

}  // namespace shoal::vehicle

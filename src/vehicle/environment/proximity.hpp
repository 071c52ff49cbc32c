#pragma once

#include "vehicle/environment/geodesy.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace shoal::vehicle {

/// Finds which points are near to each other, by a uniform grid in three dimensions. Keeps its memory.
class Proximity {
public:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;  // the lower index first

    /// Pairs nearer than `distance` (m), in ascending order; valid until the next call.
    [[nodiscard]] std::span<const Pair> pairs(std::span<const Vector3> points, double distance);

private:
    struct Entry {
        std::uint64_t cell;
        std::uint32_t point;
        auto operator<=>(const Entry&) const = default;
    };
    void look_into(std::span<const Vector3> points, std::uint32_t point, std::uint64_t cell, double distance);

    std::vector<Entry> entries_;
    std::vector<Pair> pairs_;
};

/// What the rotors of a quadrotor do to one `below` metres under it and `aside` metres off its axis: a force down (N).
[[nodiscard]] double downwash(double below, double aside);
inline constexpr double downwash_reach = 4.28;  // m: 4 m down, 1.5 m aside

}  // namespace shoal::vehicle

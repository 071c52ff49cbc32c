#pragma once

#include <algorithm>
#include <vector>

namespace shoal::physics {

/// Directions from low to high, in any measure that grows with the angle and does not wrap within.
struct Arc {
    double low, high;
};

/// Whether one of some disjoint arcs holds all of `arc`.
[[nodiscard]] inline bool covers(const std::vector<Arc>& arcs, Arc arc) {
    return std::any_of(arcs.begin(), arcs.end(),
                       [&](const Arc& a) { return a.low <= arc.low && arc.high <= a.high; });
}

/// Adds `arc` to disjoint arcs, which it unites where it touches them.
inline void cover(std::vector<Arc>& arcs, Arc arc) {
    std::size_t kept = 0;
    for (const Arc& a : arcs) {
        if (a.high < arc.low || arc.high < a.low) arcs[kept++] = a;
        else arc = {std::min(a.low, arc.low), std::max(a.high, arc.high)};
    }
    arcs.resize(kept);
    arcs.push_back(arc);
}

}  // namespace shoal::physics

#include "vehicle/environment/proximity.hpp"

#include "base/assert.hpp"
#include "base/math.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::vehicle {
namespace {

constexpr std::int64_t middle = 1 << 20;  // cells of a key have 21 bits an axis; farther ones share cells

std::uint64_t key(std::int64_t x, std::int64_t y, std::int64_t z) {
    const auto part = [](std::int64_t cell) { return static_cast<std::uint64_t>(cell + middle) & 0x1fffffU; };
    return part(x) << 42 | part(y) << 21 | part(z);
}

std::int64_t cell_of(double x, double distance) {
    return static_cast<std::int64_t>(std::floor(x / distance));
}

}  // namespace

std::span<const Proximity::Pair> Proximity::pairs(std::span<const Vector3> points, double distance) {
    SHOAL_ASSERT(distance > 0.0);
    entries_.clear();
    pairs_.clear();
    for (std::uint32_t i = 0; i < points.size(); ++i)
        entries_.push_back({key(cell_of(points[i][0], distance), cell_of(points[i][1], distance),
                                cell_of(points[i][2], distance)),
                            i});
    std::sort(entries_.begin(), entries_.end());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const auto& p = points[i];
        for (std::int64_t x = -1; x <= 1; ++x)
            for (std::int64_t y = -1; y <= 1; ++y)
                for (std::int64_t z = -1; z <= 1; ++z)
                    look_into(points, i,
                              key(cell_of(p[0], distance) + x, cell_of(p[1], distance) + y,
                                  cell_of(p[2], distance) + z),
                              distance);
    }
    std::sort(pairs_.begin(), pairs_.end());
    return pairs_;
}

void Proximity::look_into(std::span<const Vector3> points, std::uint32_t point, std::uint64_t cell,
                          double distance) {
    auto entry = std::lower_bound(entries_.begin(), entries_.end(), Entry{cell, point + 1});
    for (; entry != entries_.end() && entry->cell == cell; ++entry) {
        const auto &a = points[point], &b = points[entry->point];
        const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
        if (x * x + y * y + z * z < distance * distance) pairs_.emplace_back(point, entry->point);
    }
}

double downwash(double below, double aside) {
    constexpr double k1 = 4000.0, k2 = 0.65, k3 = -0.10, propeller = 0.0775,
                     narrowest = 0.05;  // N, -, m, m, m
    if (below <= 0.0 || below >= 4.0 || aside >= 1.5) return 0.0;
    const double width = std::max(narrowest, k2 * below + k3);
    const double share = propeller / (4.0 * std::max(below, narrowest));
    return k1 * share * share * math::exp(-0.5 * (aside / width) * (aside / width));
}

}  // namespace shoal::vehicle

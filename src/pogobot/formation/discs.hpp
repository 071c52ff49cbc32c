#pragma once

#include "pogobot/formation/floor.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace shoal::pogobot {

/// Discs that stand on a floor, found by place. Each is listed in all cells that its bounding box touches, so
/// any mix of sizes is looked up fast.
class DiscGrid {
public:
    /// `cell` (m): about the diameter of a common disc.
    DiscGrid(const Floor& floor, double cell);

    [[nodiscard]] std::size_t size() const { return discs_.size(); }
    void clear();
    /// The disc's number is the count of those before it.
    void add(physics::Vec2 at, double radius);
    [[nodiscard]] bool overlaps(physics::Vec2 at, double radius) const;
    /// Calls visit(number) for at least each disc that meets the one given; perhaps more than once.
    template <class Visit>
    void for_near(physics::Vec2 at, double radius, const Visit& visit) const {
        layout_.for_cells(at - radius * diagonal, at + radius * diagonal, [&](std::size_t cell) {
            for (auto link = first_[cell]; link != none; link = links_[link].next) visit(links_[link].disc);
        });
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr physics::Vec2 diagonal{1.0, 1.0};
    struct Disc {
        physics::Vec2 at;
        double radius;
    };
    struct Link {
        std::uint32_t disc;
        std::uint32_t next;
    };

    const Floor& floor_;
    physics::GridLayout layout_;
    std::vector<Disc> discs_;
    std::vector<std::uint32_t> first_;  // by cell: link
    std::vector<Link> links_;
};

}  // namespace shoal::pogobot

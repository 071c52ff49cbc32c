#include "pogobot/formation/discs.hpp"

namespace shoal::pogobot {

using physics::Vec2;

namespace {

constexpr std::size_t max_cells = 1u << 20;
constexpr double rounding = 1.0 - 1e-9;  // discs that touch do not overlap, whatever their last digits

}  // namespace

DiscGrid::DiscGrid(const Floor& floor, double cell)
    : floor_(floor), layout_(physics::make_layout(floor.bounds(), cell, floor.periodic(), max_cells)),
      first_(layout_.cells(), none) {}

void DiscGrid::clear() {
    discs_.clear();
    links_.clear();
    first_.assign(first_.size(), none);
}

void DiscGrid::add(Vec2 at, double radius) {
    const auto number = static_cast<std::uint32_t>(discs_.size());
    discs_.push_back({at, radius});
    layout_.for_cells(at - radius * diagonal, at + radius * diagonal, [&](std::size_t cell) {
        links_.push_back({number, first_[cell]});
        first_[cell] = static_cast<std::uint32_t>(links_.size() - 1);
    });
}

bool DiscGrid::overlaps(Vec2 at, double radius) const {
    bool found = false;
    for_near(at, radius, [&](std::uint32_t number) {
        const Vec2 d = floor_.shortest(discs_[number].at - at);
        const double least = (radius + discs_[number].radius) * rounding;
        found = found || dot(d, d) < least * least;
    });
    return found;
}

}  // namespace shoal::pogobot

#include "pogobot/formation/tools.hpp"

#include "base/math.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace shoal::pogobot {

using physics::Vec2;

namespace {

constexpr double wall_factor = 1.1;               // radii that random points keep to walls
constexpr double jamming_cover = 0.54;            // sequential placing gets no farther (Feder 1980: 0.547)
constexpr std::size_t most_attempts = 5'000'000;  // over all restarts

/// Puts objects one after another at random points until one finds no room.
class SequentialPlacing {
public:
    explicit SequentialPlacing(FormationPlan& plan)
        : plan_(plan), reach_(plan.request.settings.formation_max_space_between_neighbors), at_(plan.count()),
          discs_(plan.taken_discs()),
          centres_(plan.floor, std::isfinite(reach_) ? std::max(reach_, 1e-9) : 1.0) {}

    [[nodiscard]] const std::vector<Vec2>& positions() const { return at_; }
    [[nodiscard]] std::size_t attempts() const { return attempts_; }

    /// Starts over and returns how many objects were placed; `leave_out`: goes on after one without room.
    std::size_t place_all(const std::vector<std::size_t>& order, bool leave_out) {
        placed_.clear();
        centres_.clear();
        discs_.clear();
        plan_.add_taken(discs_);
        for (const std::size_t i : order) {
            if (!place(i) && !leave_out) break;
        }
        return placed_.size();
    }

private:
    bool place(std::size_t i) {
        for (int attempt = 0; attempt < plan_.request.settings.formation_attempts_per_point; ++attempt) {
            ++attempts_;
            const auto spot = candidate(i);
            if (!spot) continue;
            at_[i] = *spot;  // a place for push_apart to start from, if nothing better comes
            if (!plan_.floor.holds(*spot, wall_factor * plan_.radius(i))) continue;
            if (discs_.overlaps(*spot, plan_.radius(i))) continue;
            discs_.add(*spot, plan_.radius(i));
            centres_.add(*spot, 0.0);
            placed_.push_back(i);
            return true;
        }
        return false;
    }

    /// Uniform over the floor or, with a greatest distance, over what is within it of a placed object.
    std::optional<Vec2> candidate(std::size_t i) {
        if (!std::isfinite(reach_) || placed_.empty()) return plan_.floor.random_point(plan_.streams[i]);
        const double covered = math::pi * reach_ * reach_ * static_cast<double>(placed_.size());
        if (covered < plan_.floor.area()) return near_a_placed_one(i);
        const Vec2 spot = plan_.floor.random_point(plan_.streams[i]);
        return within_reach(spot) > 0 ? std::optional(spot) : std::nullopt;
    }

    /// Where k rings of reach overlap, one point in k is kept: all of them together are covered evenly.
    std::optional<Vec2> near_a_placed_one(std::size_t i) {
        RandomStream& stream = plan_.streams[i];
        for (int draw = 0; draw < 1000; ++draw) {
            const auto count = static_cast<std::int64_t>(placed_.size());
            const std::size_t other = placed_[static_cast<std::size_t>(stream.integer(0, count - 1))];
            const double least = plan_.radius(i) + plan_.radius(other);  // nearer ones would overlap
            if (least > reach_) continue;
            const double distance = std::sqrt(stream.uniform(least * least, reach_ * reach_));
            const auto [sin, cos] = math::sincos(stream.uniform(0.0, math::two_pi));
            const Vec2 spot = at_[other] + distance * Vec2{cos, sin};
            if (!plan_.floor.periodic() && !plan_.floor.inside(spot)) return std::nullopt;
            const Vec2 image = plan_.floor.into_box(spot);
            if (stream.uniform() * within_reach(image) < 1.0) return image;
        }
        return std::nullopt;
    }

    [[nodiscard]] int within_reach(Vec2 spot) const {
        int count = 0;
        centres_.for_near(spot, reach_, [&](std::uint32_t k) {
            count += length(plan_.floor.shortest(at_[placed_[k]] - spot)) <= reach_;
        });
        return count;
    }

    FormationPlan& plan_;
    double reach_;  // m: greatest distance to a placed object
    std::vector<Vec2> at_;
    DiscGrid discs_;                   // placed objects and taken discs
    DiscGrid centres_;                 // placed objects as points, in the order of placed_
    std::vector<std::size_t> placed_;  // object numbers
    std::size_t attempts_ = 0;
};

}  // namespace

std::vector<Vec2> random_formation(FormationPlan& plan) {
    const auto& settings = plan.request.settings;
    const bool free_of_reach = !std::isfinite(settings.formation_max_space_between_neighbors);
    const std::vector<std::size_t> order = plan.biggest_first();
    const int restarts = free_of_reach && plan.cover() > jamming_cover ? 0 : settings.formation_max_restarts;
    SequentialPlacing placing(plan);
    std::size_t most = 0;
    for (int start = 0; start <= restarts && placing.attempts() < most_attempts; ++start) {
        const std::size_t placed = placing.place_all(order, false);
        if (placed == plan.count()) return placing.positions();
        most = std::max(most, placed);
    }
    if (!free_of_reach) refuse(plan, most, "a larger formation_max_space_between_neighbors, ");
    most = std::max(most, placing.place_all(order, true));
    std::vector<Vec2> at = placing.positions();
    if (most < plan.count()) most = std::max(most, push_apart(plan, at));
    if (most < plan.count()) refuse(plan, most);
    return at;
}

}  // namespace shoal::pogobot

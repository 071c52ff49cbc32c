#include "pogobot/formation/tools.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <limits>

namespace shoal::pogobot {

using physics::Vec2;

namespace {

constexpr double from_wall = 1.5;                 // radii between a wall and the centres of the first layer
constexpr double touching = 1.0 + 1e-9;           // keeps rounding from turning a touch into an overlap
constexpr std::size_t most_attempts = 5'000'000;  // over all restarts

/// A first layer along the walls, and layers that touch the one before.
class Layers {
public:
    Layers(FormationPlan& plan, std::vector<Floor::Wall> walls)
        : plan_(plan), walls_(std::move(walls)), at_(plan.count()), discs_(plan.taken_discs()) {
        for (const auto& wall : walls_) wall_end_.push_back(length(wall.b - wall.a) + wall_length());
    }

    [[nodiscard]] const std::vector<Vec2>& positions() const { return at_; }
    [[nodiscard]] std::size_t attempts() const { return attempts_; }

    /// Starts over and returns how many objects were placed; the others are anywhere.
    std::size_t place_all(std::vector<std::size_t> waiting) {
        discs_.clear();
        plan_.add_taken(discs_);
        std::vector<std::size_t> placed, base;
        base_is_wall_ = true;
        while (!waiting.empty()) {
            const std::vector<std::size_t> layer = fill_layer(base, waiting);
            if (layer.empty() && base.size() == placed.size()) break;
            placed.insert(placed.end(), layer.begin(), layer.end());
            base = layer.empty() ? placed : layer;
            base_is_wall_ = false;
        }
        for (const std::size_t i : waiting) at_[i] = plan_.floor.random_point(plan_.streams[i]);
        return placed.size();
    }

private:
    /// Moves objects from `waiting` to the result. Once a size found no room, that size and bigger ones wait.
    std::vector<std::size_t> fill_layer(const std::vector<std::size_t>& base,
                                        std::vector<std::size_t>& waiting) {
        std::vector<std::size_t> layer, still_waiting;
        double too_big = std::numeric_limits<double>::infinity();
        for (const std::size_t i : waiting) {
            if (plan_.radius(i) < too_big && place(i, base)) {
                layer.push_back(i);
            } else {
                too_big = std::min(too_big, plan_.radius(i));
                still_waiting.push_back(i);
            }
        }
        waiting = std::move(still_waiting);
        return layer;
    }

    bool place(std::size_t i, const std::vector<std::size_t>& base) {
        for (int attempt = 0; attempt < plan_.request.settings.formation_attempts_per_point; ++attempt) {
            ++attempts_;
            const Vec2 asked = base_is_wall_ ? beside_wall(i) : beside_one_of(base, i);
            const Vec2 spot = plan_.floor.periodic() ? plan_.floor.into_box(asked) : asked;
            if (!plan_.floor.holds(spot, plan_.wall_distance(i))) continue;
            if (discs_.overlaps(spot, plan_.radius(i))) continue;
            at_[i] = spot;
            discs_.add(spot, plan_.radius(i));
            return true;
        }
        return false;
    }

    [[nodiscard]] Vec2 beside_wall(std::size_t i) {
        const double along = plan_.streams[i].uniform(0.0, wall_length());
        const auto end = std::upper_bound(wall_end_.begin(), wall_end_.end() - 1, along);
        const auto& [a, b] = walls_[static_cast<std::size_t>(end - wall_end_.begin())];
        const Vec2 direction = normalised(b - a);
        return b - (*end - along) * direction + from_wall * plan_.radius(i) * left_of(direction);
    }

    [[nodiscard]] Vec2 beside_one_of(const std::vector<std::size_t>& base, std::size_t i) {
        const auto last = static_cast<std::int64_t>(base.size()) - 1;
        const std::size_t other = base[static_cast<std::size_t>(plan_.streams[i].integer(0, last))];
        const auto [sin, cos] = math::sincos(plan_.streams[i].uniform(0.0, math::two_pi));
        return at_[other] + touching * (plan_.radius(i) + plan_.radius(other)) * Vec2{cos, sin};
    }

    [[nodiscard]] double wall_length() const { return wall_end_.empty() ? 0.0 : wall_end_.back(); }

    FormationPlan& plan_;
    std::vector<Floor::Wall> walls_;
    std::vector<double> wall_end_;  // by wall: length of all walls up to its end (m)
    std::vector<Vec2> at_;
    DiscGrid discs_;
    bool base_is_wall_ = true;
    std::size_t attempts_ = 0;
};

/// The sides of the box stand in for walls where there are none.
std::vector<Floor::Wall> walls_of(FormationPlan& plan) {
    if (!plan.floor.periodic()) return {plan.floor.walls().begin(), plan.floor.walls().end()};
    plan.warnings.push_back(
        "initial_formation: a periodic arena has no walls to place objects near to; "
        "the sides of its bounding box were taken");
    const auto [min, max] = plan.floor.bounds();
    const Vec2 right{max.x, min.y}, down{min.x, max.y};
    return {{min, right}, {right, max}, {max, down}, {down, min}};
}

}  // namespace

std::vector<Vec2> near_walls_formation(FormationPlan& plan) {
    const std::vector<std::size_t> order = plan.biggest_first();
    Layers layers(plan, walls_of(plan));
    std::size_t most = 0;
    for (int start = 0; start <= plan.request.settings.formation_max_restarts; ++start) {
        const std::size_t placed = layers.place_all(order);
        if (placed == plan.count()) return layers.positions();
        most = std::max(most, placed);
        if (layers.attempts() > most_attempts) break;
    }
    std::vector<Vec2> at = layers.positions();
    most = std::max(most, push_apart(plan, at));
    if (most < plan.count()) refuse(plan, most);
    return at;
}

}  // namespace shoal::pogobot

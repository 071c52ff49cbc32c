#include "pogobot/formation/tools.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace shoal::pogobot {

using physics::Vec2;

namespace {

constexpr double golden_angle = 2.399963229728653;  // rad: directions for discs with one centre
constexpr std::size_t rescue_period = 64;           // sweeps
constexpr std::size_t shedding_sweeps = 16;         // between two sheddings
constexpr std::size_t shed_part = 100;              // one in so many objects leaves each time

/// Sweeps over the objects, each of which gives way to what is too near.
class Relaxation {
public:
    Relaxation(FormationPlan& plan, std::vector<Vec2>& at)
        : plan_(plan), at_(at), grid_(plan.taken_discs()), members_(at.size()), crowded_(at.size()) {
        std::iota(members_.begin(), members_.end(), std::size_t{0});
    }

    /// True once all members keep clear.
    bool settle(std::size_t sweeps) {
        for (std::size_t sweep = 1; sweep <= sweeps; ++sweep) {
            if (sweep_once() && all_clear()) return true;
            if (sweep % rescue_period == 0 && sweep < sweeps / 2) rescue();
        }
        return false;
    }

    /// Takes the most crowded objects out until the others keep clear; returns how many those are.
    std::size_t shed() {
        while (!members_.empty() && !settle(shedding_sweeps)) {
            const std::size_t leaving = 1 + members_.size() / shed_part;
            std::stable_sort(members_.begin(), members_.end(),
                             [this](std::size_t i, std::size_t j) { return crowded_[i] < crowded_[j]; });
            members_.resize(members_.size() - leaving);
        }
        return members_.size();
    }

private:
    /// True when no overlap was met on the way.
    bool sweep_once() {
        grid_.clear();
        for (const std::size_t i : members_) grid_.add(at_[i], plan_.radius(i));
        plan_.add_taken(grid_);
        bool clean = true;
        for (std::size_t k = 0; k < members_.size(); ++k) {
            const std::size_t i = members_[k];
            crowded_[i] = 0.0;
            grid_.for_near(at_[i], plan_.radius(i), [&](std::uint32_t disc) { part(k, disc); });
            keep_off_walls(i);
            clean = clean && crowded_[i] < FormationPlan::margin - 1.0;
        }
        return clean;
    }

    [[nodiscard]] bool all_clear() const {
        DiscGrid grid = plan_.taken_discs();
        for (const std::size_t i : members_) {
            if (!plan_.floor.holds(at_[i], plan_.request.radii[i])) return false;
            if (grid.overlaps(at_[i], plan_.spacing(i))) return false;
            grid.add(at_[i], plan_.spacing(i));
        }
        return true;
    }

    /// Two objects go half the missing distance each; from a taken disc an object goes all of it.
    void part(std::size_t k, std::size_t disc) {
        const bool taken = is_taken(disc);
        if (!taken && disc <= k) return;
        const std::size_t i = members_[k];
        const double wanted = plan_.radius(i) + radius_of(disc);
        const Vec2 d = plan_.floor.shortest(at_[i] - centre_of(disc));
        const double squared = dot(d, d);
        if (squared >= wanted * wanted) return;
        const double missing = wanted - std::sqrt(squared);
        crowded_[i] = std::max(crowded_[i], missing / wanted);
        const auto [sin, cos] = math::sincos(golden_angle * static_cast<double>(i));
        const Vec2 way = (taken ? missing : 0.5 * missing) * normalised(d, {cos, sin});
        at_[i] = plan_.floor.into_box(at_[i] + way);
        if (!taken) at_[members_[disc]] = plan_.floor.into_box(at_[members_[disc]] - way);
    }

    void keep_off_walls(std::size_t i) {
        const double reach = plan_.wall_distance(i);
        if (plan_.floor.holds(at_[i], reach)) return;
        crowded_[i] = std::max(crowded_[i], (reach - plan_.floor.clearance(at_[i])) / reach);
        at_[i] = plan_.floor.off_wall(at_[i], reach);
    }

    /// Objects that are wedged in somewhere start anew where there is more room.
    void rescue() {
        for (const std::size_t i : members_) {
            if (crowded_[i] < 0.1) continue;
            if (const auto spot = roomiest_spot(i)) at_[i] = *spot;
        }
    }

    [[nodiscard]] std::optional<Vec2> roomiest_spot(std::size_t i) {
        std::optional<Vec2> best;
        double best_gap = 0.0;
        for (int attempt = 0; attempt < 64; ++attempt) {
            const Vec2 spot = plan_.floor.random_point(plan_.streams[i]);
            if (!plan_.floor.holds(spot, plan_.wall_distance(i))) continue;
            const double gap = gap_at(spot, plan_.radius(i));
            if (best && gap <= best_gap) continue;
            best = spot;
            best_gap = gap;
        }
        return best;
    }

    /// Distance (m) to the nearest rim near by; negative within another disc.
    [[nodiscard]] double gap_at(Vec2 spot, double radius) const {
        double gap = radius;
        grid_.for_near(spot, radius, [&](std::uint32_t disc) {
            gap = std::min(gap, length(plan_.floor.shortest(spot - centre_of(disc))) - radius_of(disc));
        });
        return gap;
    }

    /// Discs of the grid are the members in their order, then the taken ones.
    [[nodiscard]] bool is_taken(std::size_t disc) const { return disc >= members_.size(); }
    [[nodiscard]] const Taken& taken(std::size_t disc) const {
        return plan_.request.taken[disc - members_.size()];
    }
    [[nodiscard]] double radius_of(std::size_t disc) const {
        return is_taken(disc) ? taken(disc).radius : plan_.radius(members_[disc]);
    }
    [[nodiscard]] Vec2 centre_of(std::size_t disc) const {
        return is_taken(disc) ? Vec2{taken(disc).x, taken(disc).y} : at_[members_[disc]];
    }

    FormationPlan& plan_;
    std::vector<Vec2>& at_;
    DiscGrid grid_;
    std::vector<std::size_t> members_;  // object numbers
    std::vector<double> crowded_;       // by object: the worst lack of room last met, as a share
};

}  // namespace

std::size_t push_apart(FormationPlan& plan, std::vector<Vec2>& at) {
    Relaxation relaxation(plan, at);
    const std::size_t sweeps = std::clamp<std::size_t>(12'000'000 / at.size(), 200, 3000);
    return relaxation.settle(sweeps) ? at.size() : relaxation.shed();
}

}  // namespace shoal::pogobot

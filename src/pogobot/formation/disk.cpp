#include "pogobot/formation/tools.hpp"

#include "base/error.hpp"
#include "base/math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {

using physics::Vec2;

namespace {

/// Angle (rad) between two discs that touch when both centres are `ring` away from the middle.
double touching_angle(double distance, double ring) {
    const double sine = distance / (2.0 * ring);
    return sine >= 1.0 ? math::two_pi : 2.0 * math::atan2(sine, std::sqrt(1.0 - sine * sine));
}

/// Fills rings around a centre, from the inside out.
class Rings {
public:
    Rings(FormationPlan& plan, Vec2 centre) : plan_(plan), centre_(centre), discs_(plan.taken_discs()) {}

    std::vector<Vec2> fill() {
        double step = plan_.radius(0);
        for (std::size_t i = 1; i < plan_.count(); ++i) step = std::min(step, plan_.radius(i));
        step = std::max(step, 1e-4 * farthest());
        for (int ring = 0; !done() && ring * step <= farthest(); ++ring) fill_ring(ring * step);
        if (!done()) refuse(plan_, at_.size());
        return at_;
    }

private:
    [[nodiscard]] bool done() const { return at_.size() == plan_.count(); }

    [[nodiscard]] double farthest() const {
        const auto [min, max] = plan_.floor.bounds();
        if (plan_.floor.periodic()) return 0.5 * physics::length(max - min);
        const Vec2 a = centre_ - min, b = max - centre_;
        return physics::length({std::max(a.x, b.x), std::max(a.y, b.y)});
    }

    /// Spreads what fits in evenly, were all of it as big as its first object.
    void fill_ring(double ring) {
        if (ring == 0.0) {
            try_spot(centre_);
            return;
        }
        const double first = touching_angle(2.0 * plan_.radius(at_.size()), ring);
        const double places = std::max(1.0, std::floor(math::two_pi / first + 1e-9));
        const double stretch = math::two_pi / (first * places);
        for (double angle = 0.0; !done() && angle < math::two_pi - 1e-9;) {
            const auto [sin, cos] = math::sincos(angle);
            const bool placed = try_spot(centre_ + ring * Vec2{cos, sin});
            angle += placed ? stretch * angle_to_next(ring) : blocked_way_ / ring;
        }
    }

    [[nodiscard]] double angle_to_next(double ring) const {
        const std::size_t last = at_.size() - 1;
        return touching_angle(plan_.radius(last) + plan_.radius(done() ? last : last + 1), ring);
    }

    bool try_spot(Vec2 asked) {
        const std::size_t i = at_.size();
        const Vec2 spot = plan_.floor.periodic() ? plan_.floor.into_box(asked) : asked;
        const double lacking = plan_.wall_distance(i) - plan_.floor.clearance(spot);
        blocked_way_ = std::max({lacking, 0.25 * plan_.radius(i), 1e-5 * farthest()});
        if (lacking > 0.0 || discs_.overlaps(spot, plan_.radius(i))) return false;
        at_.push_back(spot);
        discs_.add(spot, plan_.radius(i));
        return true;
    }

    FormationPlan& plan_;
    Vec2 centre_;
    DiscGrid discs_;
    std::vector<Vec2> at_;      // by object, in order
    double blocked_way_ = 0.0;  // m along the ring to the next spot to try
};

Vec2 centre_of(const FormationPlan& plan) {
    const auto& asked = plan.request.settings.initial_formation_center;
    if (!asked) return plan.floor.centroid();
    if (plan.floor.in_box({asked->x, asked->y})) return {asked->x, asked->y};
    const Vec2 size = plan.floor.bounds().size();
    throw Error(Mistake{{},
                        "initial_formation_center",
                        fmt::format("[{:g}, {:g}]", 1e3 * asked->x, 1e3 * asked->y),
                        fmt::format("a point from [0, 0] to [{:g}, {:g}]", 1e3 * size.x, 1e3 * size.y),
                        "outside the arena's bounding box"});
}

}  // namespace

std::vector<Vec2> disk_formation(FormationPlan& plan) { return Rings(plan, centre_of(plan)).fill(); }

}  // namespace shoal::pogobot

#include "pogobot/formation/tools.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal::pogobot {

using physics::Vec2;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// How finely the floor is sampled, and how often.
struct Effort {
    std::size_t samples;
    int rounds;
};
constexpr Effort lloyd_effort{20'000, 20};
constexpr Effort power_effort{25'000, 25};
constexpr std::size_t samples_each = 8;         // at least, on average, for each object
constexpr std::uint32_t sampler = 0xFFFF'FFFF;  // entity of the stream of samples: no object has this number

/// Lloyd's iteration: each site moves to the middle of the samples that are nearer to it than to other sites,
/// where nearness is distance² − radius².
class Lloyd {
public:
    Lloyd(FormationPlan& plan, bool power)
        : plan_(plan), effort_(power ? power_effort : lloyd_effort),
          pitch_(std::sqrt(plan.floor.area() / static_cast<double>(plan.count()))),
          radius_(plan.count(), 0.0), grid_(plan.floor, pitch_) {
        for (std::size_t i = 0; power && i < radius_.size(); ++i) radius_[i] = plan.radius(i);
        for (auto& stream : plan.streams) sites_.push_back(plan.floor.random_point(stream));
        take_samples();
    }

    std::vector<Vec2> run() {
        for (int round = 0; round < effort_.rounds; ++round) {
            if (move_sites() < 1e-4 * pitch_) break;
        }
        return sites_;
    }

private:
    void take_samples() {
        RandomStream stream(plan_.request.seed, sampler, Purpose::placement);
        const DiscGrid taken = plan_.taken_discs();
        const std::size_t wanted = std::max(effort_.samples, samples_each * plan_.count());
        for (std::size_t k = 0; k < wanted; ++k) {
            const Vec2 sample = plan_.floor.random_point(stream);
            if (!taken.overlaps(sample, 0.0)) samples_.push_back(sample);
        }
    }

    /// Returns the longest way that a site went (m).
    double move_sites() {
        grid_.clear();
        for (std::size_t i = 0; i < sites_.size(); ++i) grid_.add(sites_[i], radius_[i]);
        std::vector<Vec2> sum(sites_.size());  // m, of the samples relative to their site
        std::vector<double> share(sites_.size());
        for (const Vec2 sample : samples_) {
            const std::size_t i = nearest_site(sample);
            sum[i] = sum[i] + plan_.floor.shortest(sample - sites_[i]);
            share[i] += 1.0;
        }
        double longest = 0.0;
        for (std::size_t i = 0; i < sites_.size(); ++i) {
            if (share[i] == 0.0) continue;
            const Vec2 way = 1.0 / share[i] * sum[i];
            sites_[i] = plan_.floor.into_box(sites_[i] + way);
            longest = std::max(longest, length(way));
        }
        return longest;
    }

    /// A site whose disc does not come within `range` is beyond range² in nearness, so the search can end.
    [[nodiscard]] std::size_t nearest_site(Vec2 sample) const {
        std::size_t best = 0;
        double least = infinity;
        for (double range = 0.75 * pitch_; least > range * range; range *= 2.0) {
            grid_.for_near(sample, range, [&](std::uint32_t i) {
                const Vec2 d = plan_.floor.shortest(sample - sites_[i]);
                const double nearness = dot(d, d) - radius_[i] * radius_[i];
                if (nearness >= least) return;
                least = nearness;
                best = i;
            });
        }
        return best;
    }

    FormationPlan& plan_;
    Effort effort_;
    double pitch_;  // m: what a square grid of as many objects would have
    std::vector<double> radius_;
    std::vector<Vec2> sites_, samples_;
    DiscGrid grid_;  // of sites
};

}  // namespace

std::vector<Vec2> lloyd_formation(FormationPlan& plan, bool power) {
    std::vector<Vec2> at = Lloyd(plan, power).run();
    if (const std::size_t fitted = push_apart(plan, at); fitted < plan.count()) refuse(plan, fitted);
    return at;
}

}  // namespace shoal::pogobot

#include "pogobot/formation/tools.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {

using physics::Vec2;

namespace {

constexpr std::size_t most_named = 5;  // mishaps of a kind that get a warning of their own
constexpr double rounding = 1e-9;      // share of a distance that may be missing without a word

std::string named(Vec2 at) { return fmt::format("({:g}, {:g}) mm", 1e3 * at.x, 1e3 * at.y); }

void check_count(const FormationPlan& plan) {
    if (plan.request.imported.size() >= plan.count()) return;
    throw Error(Mistake{{plan.request.settings.formation_filename},
                        {},
                        fmt::format("{} poses", plan.request.imported.size()),
                        fmt::format("at least {}, one for each object to place", plan.count()),
                        {}});
}

void check_inside(const FormationPlan& plan, std::size_t i, Vec2 at) {
    if (plan.floor.in_box(at) && plan.floor.inside(at)) return;
    throw Error(Mistake{{plan.request.settings.formation_filename},
                        {},
                        named(at),
                        "a point inside the arena and outside its holes",
                        fmt::format("pose {}", i + 1)});
}

/// The first few of some mishaps in words, and how many there were.
struct Mishaps {
    const char* kind;
    std::vector<std::string> named;
    std::size_t count = 0;

    [[nodiscard]] bool named_enough() const { return named.size() == most_named; }
};

void warn(FormationPlan& plan, const Mishaps& mishaps) {
    for (const auto& line : mishaps.named) plan.warnings.push_back("imported formation: " + line);
    if (const std::size_t more = mishaps.count - mishaps.named.size(); more > 0)
        plan.warnings.push_back(fmt::format("imported formation: {} more {}", more, mishaps.kind));
}

Mishaps find_wall_mishaps(const FormationPlan& plan, const std::vector<Vec2>& at) {
    Mishaps mishaps{"poses too near to a wall", {}};
    for (std::size_t i = 0; i < at.size(); ++i) {
        const double lack = plan.request.radii[i] - plan.floor.clearance(at[i]);
        if (lack <= rounding * plan.request.radii[i]) continue;
        ++mishaps.count;
        if (mishaps.named_enough()) continue;
        mishaps.named.push_back(fmt::format("pose {} is {:.3g} mm too near to a wall", i + 1, 1e3 * lack));
    }
    return mishaps;
}

/// Discs of a grid near to a disc, each once, in order.
std::vector<std::uint32_t> discs_near(const DiscGrid& grid, Vec2 at, double radius) {
    std::vector<std::uint32_t> near;
    grid.for_near(at, radius, [&](std::uint32_t k) { near.push_back(k); });
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    return near;
}

Mishaps find_overlaps(const FormationPlan& plan, const std::vector<Vec2>& at) {
    Mishaps mishaps{"overlaps", {}};
    std::vector<Taken> discs = plan.request.taken;
    const std::size_t fixed = discs.size();
    DiscGrid grid = plan.taken_discs();
    for (std::size_t i = 0; i < at.size(); ++i) {
        const double radius = plan.request.radii[i];
        for (const auto k : discs_near(grid, at[i], radius)) {
            const double wanted = radius + discs[k].radius;
            const double lack = wanted - length(plan.floor.shortest(at[i] - Vec2{discs[k].x, discs[k].y}));
            if (lack <= rounding * wanted) continue;
            ++mishaps.count;
            if (mishaps.named_enough()) continue;
            const std::string other = k < fixed ? "the object at " + named({discs[k].x, discs[k].y})
                                                : fmt::format("pose {}", k - fixed + 1);
            mishaps.named.push_back(
                fmt::format("pose {} overlaps {} by {:.3g} mm", i + 1, other, 1e3 * lack));
        }
        discs.push_back({at[i].x, at[i].y, radius});
        grid.add(at[i], radius);
    }
    return mishaps;
}

}  // namespace

std::vector<Vec2> imported_formation(FormationPlan& plan) {
    check_count(plan);
    std::vector<Vec2> at;
    for (std::size_t i = 0; i < plan.count(); ++i) {
        const scenario::ImportedPose& pose = plan.request.imported[i];
        check_inside(plan, i, {pose.x, pose.y});
        at.push_back({pose.x, pose.y});
        if (pose.theta) plan.headings[i] = *pose.theta;
    }
    warn(plan, find_overlaps(plan, at));
    warn(plan, find_wall_mishaps(plan, at));
    return at;
}

}  // namespace shoal::pogobot

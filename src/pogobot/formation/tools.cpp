#include "pogobot/formation/tools.hpp"

#include "base/assert.hpp"
#include "base/error.hpp"
#include "base/math.hpp"
#include "scenario/choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shoal::pogobot {

using physics::Vec2;

namespace {

/// m: about the common diameter, yet neither the grid nor the biggest disc gets too many cells.
double grid_cell(const FormationPlan& plan) {
    std::vector<double> radii(plan.count());
    for (std::size_t i = 0; i < radii.size(); ++i) radii[i] = plan.radius(i);
    std::sort(radii.begin(), radii.end());
    const Vec2 size = plan.floor.bounds().size();
    const double most_along = std::sqrt(1024.0 + 16.0 * static_cast<double>(radii.size()));
    const double least = std::max(size.x, size.y) / most_along;
    return std::max({2.0 * radii[radii.size() / 2], radii.back() / 16.0, least});
}

}  // namespace

FormationPlan::FormationPlan(const FormationRequest& asked, std::vector<std::string>& warning_lines)
    : request(asked), floor(asked.arena, asked.periodic), warnings(warning_lines), cell_(grid_cell(*this)) {
    SHOAL_ASSERT(count() > 0);
    for (std::uint32_t i = 0; i < count(); ++i) {
        streams.emplace_back(request.seed, request.first_entity + i, Purpose::placement);
        headings.push_back(streams.back().uniform(0.0, math::two_pi));
    }
}

double FormationPlan::spacing(std::size_t i) const {
    return std::max(request.radii[i], request.settings.formation_min_space_between_neighbors);
}

DiscGrid FormationPlan::taken_discs() const {
    DiscGrid grid(floor, cell_);
    add_taken(grid);
    return grid;
}

void FormationPlan::add_taken(DiscGrid& grid) const {
    for (const Taken& disc : request.taken) grid.add({disc.x, disc.y}, disc.radius);
}

std::vector<std::size_t> FormationPlan::biggest_first() const {
    std::vector<std::size_t> order(count());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [this](std::size_t i, std::size_t j) { return request.radii[i] > request.radii[j]; });
    return order;
}

double FormationPlan::cover() const {
    double covered = 0.0, free = floor.area();
    for (std::size_t i = 0; i < count(); ++i) covered += math::pi * spacing(i) * spacing(i);
    for (const Taken& disc : request.taken) free -= math::pi * disc.radius * disc.radius;
    return covered / std::max(free, 1e-9 * floor.area());
}

void refuse(const FormationPlan& plan, std::size_t fitted, const std::string& remedy) {
    const auto& settings = plan.request.settings;
    const bool spaced = settings.formation_min_space_between_neighbors > 0.0;
    Mistake mistake;
    mistake.key = "initial_formation";
    mistake.found = scenario::name_of(settings.initial_formation);
    mistake.message = fmt::format("{} of {} objects fit into {}; all would cover {:.1f} % of it", fitted,
                                  plan.count(), plan.request.within, 100.0 * plan.cover());
    mistake.expected = remedy + "fewer or smaller objects, ";
    if (spaced) mistake.expected += "a smaller formation_min_space_between_neighbors, ";
    mistake.expected += "a larger arena_surface or another formation";
    throw Error(mistake);
}

}  // namespace shoal::pogobot

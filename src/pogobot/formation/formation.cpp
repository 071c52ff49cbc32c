#include "pogobot/formation/formation.hpp"

#include "base/assert.hpp"
#include "base/math.hpp"
#include "pogobot/formation/tools.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace shoal::pogobot {

using physics::Vec2;
using scenario::Formation;

namespace {

const std::set<Formation> aligned_kinds{Formation::aligned_random, Formation::aligned_random_near_walls,
                                        Formation::aligned_disk, Formation::aligned_chessboard};

std::vector<Vec2> positions(FormationPlan& plan, Formation kind) {
    switch (kind) {
        case Formation::random:
        case Formation::aligned_random: return random_formation(plan);
        case Formation::random_near_walls:
        case Formation::aligned_random_near_walls: return near_walls_formation(plan);
        case Formation::disk:
        case Formation::aligned_disk: return disk_formation(plan);
        case Formation::lloyd: return lloyd_formation(plan, false);
        case Formation::power_lloyd: return lloyd_formation(plan, true);
        case Formation::chessboard:
        case Formation::aligned_chessboard: return chessboard_formation(plan);
        case Formation::imported: return imported_formation(plan);
    }
    SHOAL_ASSERT(false);
    return {};
}

/// Share of the plane that such discs can cover; hexagons are best for nearly equal ones (Blind 1969).
double densest_cover(const std::vector<double>& radii) {
    const auto [least, greatest] = std::minmax_element(radii.begin(), radii.end());
    return *least >= 0.743 * *greatest ? math::pi / std::sqrt(12.0) : 1.0;
}

/// Refuses what no method could place: it would only search in vain.
void check_cover(const FormationPlan& plan) {
    double covered = 0.0, free = plan.floor.area();
    for (const double radius : plan.request.radii) covered += math::pi * radius * radius;
    for (const Taken& disc : plan.request.taken) free -= math::pi * disc.radius * disc.radius;
    const double densest = densest_cover(plan.request.radii);
    if (plan.count() > 1 && covered > densest * free) {
        const double share = std::max(0.0, densest * free / covered);
        refuse(plan, static_cast<std::size_t>(share * static_cast<double>(plan.count())));
    }
}

/// An object wider than a periodic domain would overlap its own image.
void check_images(const FormationPlan& plan) {
    const Vec2 size = plan.floor.bounds().size();
    const double widest = *std::max_element(plan.request.radii.begin(), plan.request.radii.end());
    if (plan.floor.periodic() && 2.0 * widest > std::min(size.x, size.y)) refuse(plan, 0);
}

}  // namespace

std::vector<Placement> make_formation(const FormationRequest& request, std::vector<std::string>& warnings) {
    if (request.radii.empty()) return {};
    const Formation kind = request.settings.initial_formation;
    FormationPlan plan(request, warnings);
    if (kind != Formation::imported) {
        check_images(plan);
        check_cover(plan);
    }
    if (aligned_kinds.contains(kind)) plan.headings.assign(plan.count(), 0.5 * math::pi);
    const std::vector<Vec2> at = positions(plan, kind);
    std::vector<Placement> placements;
    for (std::size_t i = 0; i < plan.count(); ++i) placements.push_back({at[i].x, at[i].y, plan.headings[i]});
    return placements;
}

}  // namespace shoal::pogobot

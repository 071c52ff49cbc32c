#include "view/window/selection.hpp"

#include <algorithm>

namespace shoal::view {

using physics::Vec2;

std::optional<std::uint32_t> object_at(pogobot::Simulation& simulation, Vec2 place, double reach) {
    const auto& model = simulation.model();
    std::optional<std::uint32_t> nearest;
    double least = 0.0;
    for (std::uint32_t object = 0; object < model.objects.size(); ++object) {
        if (model.objects.body[object] == pogobot::no_body || !model.objects.parts[object].empty()) continue;
        const Vec2 at = simulation.world().position(model.objects.bodies[object]);
        const double distance = length(simulation.world().layout().shortest(place - at));
        if (distance > static_cast<double>(model.objects.radius[object]) + reach) continue;
        if (nearest && distance >= least) continue;
        nearest = object;
        least = distance;
    }
    return nearest;
}

bool Selection::contains(std::uint32_t robot) const {
    return std::find(robots_.begin(), robots_.end(), robot) != robots_.end();
}

std::optional<std::uint32_t> Selection::last() const {
    return robots_.empty() ? std::nullopt : std::optional(robots_.back());
}

void Selection::add(std::uint32_t robot) {
    if (!contains(robot)) robots_.push_back(robot);
}

void Selection::remove(std::uint32_t robot) { std::erase(robots_, robot); }

}  // namespace shoal::view

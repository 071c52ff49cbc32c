#include "pogobot/light/field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal::pogobot {
namespace {

using physics::BodyId;
using physics::Vec2;
using Limits = std::numeric_limits<std::int16_t>;

constexpr double behind_wall = 1e-6;  // m: where a line of sight goes on after it met a wall

}  // namespace

LightField::LightField(const Model& model, const State& state, physics::World& world)
    : model_(model), state_(state), world_(world), lights_(make_lights(model)) {
    if (model.pogosim) map_.emplace(model, lights_);
}

double LightField::level(Vec2 point, BodyId carrier) {
    if (map_) return map_->level(point, state_);
    const bool shadows = model_.scenario.settings.light_shadows == scenario::LightShadows::objects;
    double sum = 0.0;
    for (std::size_t i = 0; i < lights_.size(); ++i) {
        if (state_.is_dark(i)) continue;
        const auto shine = lights_[i].at(point, state_.time);
        if (!shine || (shadows && shine->from && in_shadow(point, *shine->from, carrier))) continue;
        sum += shine->level;
    }
    return std::clamp<double>(std::round(sum), Limits::min(), Limits::max());
}

// Walls are low: only objects keep light away.
bool LightField::in_shadow(Vec2 point, Vec2 source, BodyId carrier) {
    if (looking_ != state_.tick) world_.prepare_queries();
    looking_ = state_.tick;
    const Vec2 way = world_.layout().shortest(source - point);
    double left = length(way);
    while (left > 0.0) {
        const auto hit = world_.cast_ray(point, way, left, carrier);
        if (!hit) return false;
        if (hit->body.index != no_body) return true;
        left -= hit->distance + behind_wall;
        point = hit->point + behind_wall * physics::normalised(way);
    }
    return false;
}

}  // namespace shoal::pogobot

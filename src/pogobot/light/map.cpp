#include "pogobot/light/map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal::pogobot {
namespace {

using physics::Vec2;
using Limits = std::numeric_limits<std::int16_t>;

std::int16_t saturated(double level) {
    return static_cast<std::int16_t>(std::clamp<double>(std::round(level), Limits::min(), Limits::max()));
}

}  // namespace

LightMap::LightMap(const Model& model, std::span<Light> lights)
    : lights_(lights), columns_(model.scenario.settings.light_map_nb_bin_x),
      rows_(model.scenario.settings.light_map_nb_bin_y), width_(model.arena.width / columns_),
      height_(model.arena.height / rows_) {
    if (lights_.empty()) return;
    levels_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
    phases_.resize(lights_.size());
    end_gradients_at_bins();
}

Vec2 LightMap::middle(int column, int row) const { return {(column + 0.5) * width_, (row + 0.5) * height_}; }

// Here the farthest point of a region is the middle of a bin.
void LightMap::end_gradients_at_bins() {
    for (Light& light : lights_) {
        if (!light.ends_at_reach()) continue;
        double farthest = 0.0;
        for (int row = 0; row < rows_; ++row)
            for (int column = 0; column < columns_; ++column)
                if (light.region().contains(middle(column, row)))
                    farthest = std::max(farthest, length(light.region().offset(middle(column, row))));
        light.set_reach(farthest);
    }
}

std::int16_t LightMap::level(Vec2 point, const State& state) {
    if (lights_.empty()) return 0;
    if (changed(state)) draw(state);
    if (point.x < 0.0 || point.y < 0.0) return levels_[0];
    const auto bin = [](double at, double size, int count) {
        return static_cast<std::size_t>(std::min(at / size, count - 1.0));
    };
    return levels_[bin(point.y, height_, rows_) * static_cast<std::size_t>(columns_) +
                   bin(point.x, width_, columns_)];
}

bool LightMap::changed(const State& state) {
    bool any = !drawn_;
    for (std::size_t i = 0; i < lights_.size(); ++i) {
        const double phase = state.is_dark(i) ? -1.0 : lights_[i].phase(state.time);
        any = any || phase != phases_[i];
        phases_[i] = phase;
    }
    return any;
}

void LightMap::draw(const State& state) {
    drawn_ = true;
    std::size_t bin = 0;
    for (int row = 0; row < rows_; ++row)
        for (int column = 0; column < columns_; ++column, ++bin) {
            std::int16_t level = 0;
            for (std::size_t i = 0; i < lights_.size(); ++i)
                if (const auto shine = lights_[i].at(middle(column, row), state.time);
                    shine && !state.is_dark(i))
                    level = saturated(shine->covers ? shine->level : level + std::round(shine->level));
            levels_[bin] = level;
        }
}

}  // namespace shoal::pogobot

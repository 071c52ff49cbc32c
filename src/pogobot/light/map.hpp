#pragma once

#include "base/column.hpp"
#include "pogobot/light/light.hpp"
#include "pogobot/state.hpp"

#include <cstdint>
#include <span>

namespace shoal::pogobot {

/// The lights on a grid of bins, as Pogosim has them: what a sensor reads is the level at the middle of its bin.
class LightMap {
public:
    LightMap(const Model& model, std::span<Light> lights);

    [[nodiscard]] std::int16_t level(physics::Vec2 point, const State& state);

private:
    [[nodiscard]] physics::Vec2 middle(int column, int row) const;
    void end_gradients_at_bins();
    [[nodiscard]] bool changed(const State& state);
    void draw(const State& state);

    std::span<Light> lights_;
    int columns_, rows_;
    double width_, height_;  // m, of a bin
    Column<std::int16_t> levels_;
    Column<double> phases_;  // of each light, as drawn
    bool drawn_ = false;
};

}  // namespace shoal::pogobot

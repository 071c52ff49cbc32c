#pragma once

#include "physics/world.hpp"
#include "pogobot/light/map.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

#include <optional>
#include <vector>

namespace shoal::pogobot {

/// The light that robots see. Costs nothing unless a sensor is read.
class Photosensors {
public:
    Photosensors(const Model& model, State& state, physics::World& world);

    /// Level at sensor 0 back, 1 front left or 2 front right, with its bias and noise.
    [[nodiscard]] std::int16_t read(std::uint32_t robot, std::uint8_t sensor);
    /// Level at a point (m), for a sensor on a body that casts no shadow on it.
    [[nodiscard]] double level(physics::Vec2 point, physics::BodyId carrier = {});

private:
    [[nodiscard]] bool in_shadow(physics::Vec2 point, physics::Vec2 source, physics::BodyId carrier);

    const Model& model_;
    State& state_;
    physics::World& world_;
    std::vector<Light> lights_;
    std::optional<LightMap> map_;           // in compatibility mode
    std::optional<std::uint64_t> looking_;  // the tick for which shadows are prepared
};

}  // namespace shoal::pogobot

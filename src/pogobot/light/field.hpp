#pragma once

#include "physics/world.hpp"
#include "pogobot/light/map.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

#include <optional>
#include <vector>

namespace shoal::pogobot {

/// How bright it is at any point: all lights and, if the scenario wants them, the shadows of objects.
class LightField {
public:
    LightField(const Model& model, const State& state, physics::World& world);

    /// Level at a point (m) now, for a sensor on a body that casts no shadow on it.
    [[nodiscard]] double level(physics::Vec2 point, physics::BodyId carrier = {});
    /// Bodies may be elsewhere at the same instant: a state was restored.
    void forget_poses() { looking_.reset(); }
    [[nodiscard]] bool dark() const { return lights_.empty(); }

private:
    [[nodiscard]] bool in_shadow(physics::Vec2 point, physics::Vec2 source, physics::BodyId carrier);

    const Model& model_;
    const State& state_;
    physics::World& world_;
    std::vector<Light> lights_;
    std::optional<LightMap> map_;           // in compatibility mode
    std::optional<std::uint64_t> looking_;  // the tick for which shadows are prepared
};

}  // namespace shoal::pogobot

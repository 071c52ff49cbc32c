#pragma once

#include "physics/world.hpp"
#include "pogobot/light/field.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

namespace shoal::pogobot {

/// The light that robots see. Costs nothing unless a sensor is read.
class Photosensors {
public:
    Photosensors(const Model& model, State& state, physics::World& world);

    /// Level at sensor 0 back, 1 front left or 2 front right, with its bias and noise.
    void add_robot(std::uint32_t robot);
    [[nodiscard]] std::int16_t read(std::uint32_t robot, std::uint8_t sensor);
    void forget_poses() { light_.forget_poses(); }

private:
    const Model& model_;
    State& state_;
    physics::World& world_;
    LightField light_;
};

}  // namespace shoal::pogobot

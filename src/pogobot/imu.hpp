#pragma once

#include "physics/world.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

namespace shoal::pogobot {

/// What pogobot_imu_read fills; axes and signs in docs/models/imu.md.
struct ImuReading {
    float acceleration[3];
    float angular_rate[3];
};

/// Gives each robot's IMU its biases and noise.
void set_up_imus(const Model& model, State& state);
void set_up_imu(const Model& model, State& state, std::uint32_t robot);

/// Notes how a robot moves as its step begins: the IMU tells the change since the step before.
void sample_motion(const Model& model, State& state, std::uint32_t robot, const physics::World& world);

[[nodiscard]] ImuReading read_imu(const Model& model, State& state, std::uint32_t robot,
                                  const physics::World& world);

}  // namespace shoal::pogobot

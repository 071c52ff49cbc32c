#pragma once

#include "physics/world.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

namespace shoal::pogobot {

/// Robots whose motors drive them; other objects with firmware ignore their motors.
[[nodiscard]] bool has_motors(const scenario::ObjectGroup& group);

/// Draws the noise of one control period of a robot.
void draw_motion_noise(const Model& model, State& state, std::uint32_t robot);

/// Lets all motors drive for the coming step: commanded powers hold until they are changed.
void drive(const Model& model, const State& state, double dt, physics::World& world);

/// Pogosim's way: a motor call imposes a velocity, once.
void impose_velocity(const Model& model, State& state, std::uint32_t robot, Motor motor,
                     physics::World& world);

}  // namespace shoal::pogobot

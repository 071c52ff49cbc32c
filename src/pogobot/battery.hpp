#pragma once

#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

namespace shoal::pogobot {

/// Takes out what the robot has used since its battery was last looked at. Call it before its motors or LEDs change.
void drain_battery(const Model& model, State& state, std::uint32_t robot);

/// Whether the battery has run out; the robot then is off for good: it stands, dark, and runs nothing any more.
[[nodiscard]] bool switched_off(const Model& model, State& state, std::uint32_t robot);

/// What pogobot_battery_voltage_read returns (mV).
[[nodiscard]] std::int16_t battery_voltage(const Model& model, State& state, std::uint32_t robot);

}  // namespace shoal::pogobot

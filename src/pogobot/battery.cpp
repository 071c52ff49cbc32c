#include "pogobot/battery.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>

// Equations and sources: docs/models/battery.md.
namespace shoal::pogobot {
namespace {

// Shares of a charge that an hour takes. Everything at full: 1 (60 min); two motors at half power: 1/2 (120 min).
constexpr double electronics = 0.25;
constexpr double motors = 0.5;
constexpr double leds = 0.25;
constexpr double hour = 3600.0;  // s
constexpr double full_power = 1023.0;
constexpr double driving_motors = 2.0;  // a third one, if it is there, takes as much again
constexpr double full_light = 5 * 3 * 255.0;

// A lithium iron phosphate cell: nearly flat, with a knee at either end.
constexpr double charges[] = {0.0, 0.05, 0.2, 0.95, 1.0};
constexpr double voltages[] = {2500.0, 2950.0, 3200.0, 3300.0, 3450.0};  // mV

bool drains(const Model& model, const State& state, std::uint32_t robot) {
    return robot < model.robots && model.group_of(state.object[robot]).battery == scenario::Battery::model;
}

double charges_per_second(const Motors& m, const Leds& l) {
    double light = 0.0;
    for (const Led& led : l.led) light += led.r + led.g + led.b;
    const double power = m.power[motor_right] + m.power[motor_left] + m.power[motor_back];
    return (electronics + motors * power / (driving_motors * full_power) + leds * light / full_light) / hour;
}

}  // namespace

void drain_battery(const Model& model, State& state, std::uint32_t robot) {
    if (!drains(model, state, robot)) return;
    Charge& charge = state.charge[robot];
    const double used =
        (state.time - charge.time) * charges_per_second(state.motors[robot], state.leds[robot]);
    charge = {std::max(0.0, charge.left - used), state.time};
}

bool switched_off(const Model& model, State& state, std::uint32_t robot) {
    if (!drains(model, state, robot)) return false;
    drain_battery(model, state, robot);
    if (state.charge[robot].left > 0.0) return false;
    for (auto& power : state.motors[robot].power) power = 0;
    state.leds[robot] = {};
    return true;
}

std::int16_t battery_voltage(const Model& model, State& state, std::uint32_t robot) {
    if (!drains(model, state, robot)) return std::numeric_limits<std::int16_t>::max();
    drain_battery(model, state, robot);
    const double left = state.charge[robot].left;
    std::size_t next = 1;
    while (next + 1 < std::size(charges) && charges[next] < left) ++next;
    const double share = (left - charges[next - 1]) / (charges[next] - charges[next - 1]);
    return static_cast<std::int16_t>(
        std::lround(voltages[next - 1] + share * (voltages[next] - voltages[next - 1])));
}

}  // namespace shoal::pogobot

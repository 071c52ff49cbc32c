#pragma once

#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

namespace shoal::pogobot {

struct Speeds {
    double linear = 0.0;   // m/s, along the heading
    double angular = 0.0;  // rad/s
    double noise = 1.0;    // how much of the motion noise counts
};

/// Draws what sets each robot apart from others with the same kind of locomotion.
void set_up_gaits(const Model& model, State& state);
/// Where gaits are set up.
void set_up_gait(const Model& model, State& state, std::uint32_t robot);

/// Speeds of a robot with a kind of locomotion other than `ideal`; signed powers in motor units.
[[nodiscard]] Speeds gait_speeds(const Gait& gait, double left, double right);

/// The greatest speed that an object of this group is meant to have (m/s).
[[nodiscard]] double top_speed(const scenario::ObjectGroup& group);

/// How a robot moves; where all locomotion is ideal, nobody has a gait of its own.
[[nodiscard]] inline const Gait& gait_of(const State& state, std::uint32_t robot) {
    static constexpr Gait none{};
    return state.gait.empty() ? none : state.gait[robot];
}

}  // namespace shoal::pogobot

#pragma once

#include "physics/world.hpp"
#include "pogobot/formation/formation.hpp"
#include "pogobot/model.hpp"
#include "pogobot/state.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shoal::pogobot {

/// The parts of a run, made from its scenario: arena, walls, objects in their places, and a row for each robot.
struct Setup {
    Model model;
    std::unique_ptr<physics::World> world;
    State state;
    std::vector<std::string> warnings;
};

/// What is known of a run beside its scenario: its log tells.
struct Known {
    scenario::Arena arena;
    std::map<std::int32_t, Placement> places;  // by id of what has a body
};

/// Throws Error for what the scenario asks for and cannot be had.
[[nodiscard]] Setup set_up(scenario::Scenario scenario, std::uint32_t seed, std::shared_ptr<WorkerPool> pool,
                           const Known* known = nullptr);

/// Whether robots of a group may come and go while a run goes on: those with a body of one piece.
[[nodiscard]] bool can_be_added(const scenario::ObjectGroup& group);
/// Whether ids of a group count up from 0.
[[nodiscard]] bool counts_up(const scenario::ObjectGroup& group);
/// One more robot, the last of all. Returns its row; the pseudo robot's is the one after it.
std::uint32_t add_to(Setup& setup, std::uint32_t group, std::int32_t id, const Placement& at);

}  // namespace shoal::pogobot

#pragma once

#include "scenario/arena.hpp"
#include "scenario/scenario.hpp"

#include <cstdint>
#include <string>

namespace shoal::app {

/// The shared object that `target` names: one that is there, or the directory of a controller, built if it is stale.
[[nodiscard]] std::string controller_from(const std::string& target);
/// The scenario of a controller's directory.
[[nodiscard]] std::string scenario_from(const std::string& directory);
/// Writes into the configuration what the run makes of it: the log's metadata tell that.
void note_what_is_used(scenario::Scenario& scenario, const scenario::Arena& arena, std::uint32_t seed);

}  // namespace shoal::app

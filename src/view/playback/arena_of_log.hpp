#pragma once

#include "scenario/arena.hpp"
#include "scenario/scenario.hpp"

#include <string>

namespace shoal::view {

/// The arena from a log's metadata (`arena_polygons`, in units of 100 mm), or if they have none, from the scenario's file.
[[nodiscard]] scenario::Arena arena_of_log(const std::string& polygons, const scenario::Scenario& scenario);

}  // namespace shoal::view

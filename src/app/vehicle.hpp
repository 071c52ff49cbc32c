#pragma once

#include "app/run.hpp"
#include "scenario/document.hpp"

#include <string>
#include <vector>

namespace shoal::app {

/// `shoal run` and `shoal check` for the family vehicle.
[[nodiscard]] int run_vehicles(const std::string& target, scenario::Document document,
                               const RunOptions& options);
[[nodiscard]] std::vector<std::string> check_vehicles(scenario::Document document);

}  // namespace shoal::app

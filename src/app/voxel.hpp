#pragma once

#include "app/run.hpp"
#include "scenario/document.hpp"

#include <string>
#include <vector>

namespace shoal::app {

/// `shoal run` of a scenario of the family voxel: a summary, and a log of where robots were.
[[nodiscard]] int run_voxels(const std::string& target, scenario::Document document,
                             const RunOptions& options);
[[nodiscard]] std::vector<std::string> check_voxels(scenario::Document document);

}  // namespace shoal::app

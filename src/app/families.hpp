#pragma once

#include "app/run.hpp"
#include "scenario/document.hpp"

#include <string>
#include <vector>

namespace shoal::app {

/// What the command does with scenarios of a family.
struct FamilyCommands {
    scenario::Family family;
    /// `target` is what the command line named: a controller's directory or object, or the scenario file itself.
    int (*run)(const std::string& target, scenario::Document document, const RunOptions& options);
    /// Reads the document and the files that it names; returns warnings; throws for mistakes.
    std::vector<std::string> (*check)(scenario::Document document);
};

[[nodiscard]] const FamilyCommands& commands_of(scenario::Family family);

/// `shoal run TARGET`: a directory with a controller, a scenario, or both; or a scenario file.
[[nodiscard]] int run_target(const std::string& target, RunOptions options);

}  // namespace shoal::app

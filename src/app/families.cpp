#include "app/families.hpp"

#include "app/commands.hpp"
#include "app/targets.hpp"
#include "app/vehicle.hpp"
#include "app/voxel.hpp"
#include "base/assert.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace shoal::app {
namespace {

namespace fs = std::filesystem;

int run_pogobots(const std::string& target, scenario::Document document, const RunOptions& options) {
    RunOptions with_controller = options;
    // A scenario file in place of a directory: the controller is beside it.
    const bool is_scenario = target == options.config;
    const fs::path beside = fs::path(target).parent_path();
    with_controller.controller = controller_from(!is_scenario     ? target
                                                 : beside.empty() ? std::string(".")
                                                                  : beside.string());
    return run(std::move(document), with_controller);
}

bool is_scenario_file(const std::string& target) {
    const auto extension = fs::path(target).extension();
    return (extension == ".yaml" || extension == ".yml") && !fs::is_directory(target);
}

constexpr FamilyCommands families[] = {{scenario::Family::pogobot, run_pogobots, check_pogobots},
                                       {scenario::Family::vehicle, run_vehicles, check_vehicles},
                                       {scenario::Family::voxel, run_voxels, check_voxels}};

}  // namespace

const FamilyCommands& commands_of(scenario::Family family) {
    const auto found = std::find_if(std::begin(families), std::end(families),
                                    [&](const FamilyCommands& f) { return f.family == family; });
    SHOAL_ASSERT(found != std::end(families));
    return *found;
}

int run_target(const std::string& target, RunOptions options) {
    if (options.config.empty()) options.config = is_scenario_file(target) ? target : scenario_from(target);
    scenario::Document document = open_scenario(options);
    const auto& commands = commands_of(document.family);
    return commands.run(target, std::move(document), options);
}

}  // namespace shoal::app

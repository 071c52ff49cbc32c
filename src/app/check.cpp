#include "app/commands.hpp"
#include "app/paths.hpp"
#include "scenario/arena.hpp"
#include "scenario/formation_file.hpp"
#include "scenario/scenario.hpp"

#include <fmt/format.h>

namespace shoal::app {
namespace {

// The scenario and the files that it names.
void check(const std::string& file, const std::vector<std::string>& overrides, bool strict) {
    const scenario::Scenario scenario = scenario::load(file, {overrides, strict, {paths().data}});
    static_cast<void>(scenario::load_arena(scenario));
    const auto& settings = scenario.settings;
    if (settings.initial_formation == scenario::Formation::imported) {
        const std::string path =
            scenario::locate(scenario, "formation_filename", settings.formation_filename);
        if (!path.ends_with(".feather")) static_cast<void>(scenario::read_formation_csv(path));
    }
    for (const auto& warning : scenario.warnings) fmt::print(stderr, "warning: {}\n", warning);
    fmt::print("{}: correct\n", file);
}

}  // namespace

int check_scenarios(const std::vector<std::string>& files, const std::vector<std::string>& overrides,
                    bool strict) {
    int status = 0;
    for (const auto& file : files) {
        try {
            check(file, overrides, strict);
        } catch (const std::exception& error) {
            fmt::print(stderr, "{}\n", error.what());
            status = 1;
        }
    }
    return status;
}

}  // namespace shoal::app

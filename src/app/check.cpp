#include "app/commands.hpp"
#include "app/families.hpp"
#include "app/paths.hpp"
#include "scenario/arena.hpp"
#include "scenario/formation_file.hpp"
#include "scenario/scenario.hpp"

#include <fmt/format.h>

namespace shoal::app {
namespace {

void check(const std::string& file, const std::vector<std::string>& overrides, bool strict) {
    scenario::Document document = scenario::open_document(file, {overrides, strict, {paths().data}});
    const auto& commands = commands_of(document.family);
    for (const auto& warning : commands.check(std::move(document)))
        fmt::print(stderr, "warning: {}\n", warning);
    fmt::print("{}: correct\n", file);
}

}  // namespace

// The scenario and the files that it names.
std::vector<std::string> check_pogobots(scenario::Document document) {
    scenario::Scenario scenario = scenario::read_pogobot(std::move(document));
    static_cast<void>(scenario::load_arena(scenario));
    const auto& settings = scenario.settings;
    if (settings.initial_formation == scenario::Formation::imported) {
        const std::string path =
            scenario::locate(scenario, "formation_filename", settings.formation_filename);
        if (!path.ends_with(".feather")) static_cast<void>(scenario::read_formation_csv(path));
    }
    return std::move(scenario.warnings);
}

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

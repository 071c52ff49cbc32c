#include "app/targets.hpp"

#include "app/build.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace shoal::app {

namespace fs = std::filesystem;

std::string controller_from(const std::string& target) {
    if (fs::is_regular_file(target) && fs::path(target).extension() == ".so")
        return fs::absolute(target).string();
    return build_controller(target);
}

std::string scenario_from(const std::string& directory) {
    const fs::path own = fs::path(directory) / "scenario.yaml";
    if (fs::exists(own)) return own.string();
    throw Error(
        {{directory}, "-c", "", "-c FILE, or a scenario.yaml in the directory", "no scenario was named"});
}

void note_what_is_used(scenario::Scenario& scenario, const scenario::Arena& arena, std::uint32_t seed) {
    scenario.tree.set("seed", std::to_string(seed));
    const auto& s = scenario.settings;
    const double fit =
        std::min(s.window_width / (1000.0 * arena.width), s.window_height / (1000.0 * arena.height));
    if (arena.periodic_by_file) scenario.tree.set("boundary_condition", "periodic");
    scenario.tree.set("mm_to_pixels", fmt::format("{:.6g}", fit));
}

}  // namespace shoal::app

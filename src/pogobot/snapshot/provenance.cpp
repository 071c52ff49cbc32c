#include "pogobot/snapshot/provenance.hpp"

#include "pogobot/snapshot/state_file.hpp"
#include "scenario/text.hpp"

#include <filesystem>

namespace shoal::pogobot {

std::vector<std::pair<std::string, std::string>> provenance(const Model& model,
                                                            const std::string& controller) {
    const auto& settings = model.scenario.settings;
    const std::string arena = scenario::locate(model.scenario, "arena_file", settings.arena_file);
    std::vector<std::pair<std::string, std::string>> list{
        {"controller", std::filesystem::absolute(controller).string()},
        {"controller_digest", digest_of_file(controller)},
        {"arena_text", scenario::read_text(arena)}};
    if (settings.initial_formation != scenario::Formation::imported) return list;
    const std::string formation =
        scenario::locate(model.scenario, "formation_filename", settings.formation_filename);
    if (formation.ends_with(".feather")) {
        list.emplace_back("formation_file", std::filesystem::absolute(formation).string());
        list.emplace_back("formation_digest", digest_of_file(formation));
    } else {
        list.emplace_back("formation_text", scenario::read_text(formation));
    }
    return list;
}

}  // namespace shoal::pogobot

#include "scenario/catalogue.hpp"

#include "base/assert.hpp"
#include "scenario/families.hpp"
#include "scenario/scenario.hpp"
#include "scenario/text.hpp"
#include "scenario/values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shoal::scenario {
namespace {

std::string type_names(unsigned types) {
    if (types == every_type) return {};
    std::string names;
    for (const Choice& type : choices_of<ObjectType>()) {
        if ((types >> type.value) & 1u) names += (names.empty() ? "" : ", ") + type.name;
    }
    return names;
}

bool is_any_name(std::string_view part) { return part.starts_with('<'); }

// "objects.robots.nb", "nb" and "msg_success_rate.alpha" stand for the whole path; so does the name of a map's
// member for the map: "objects.robots".
bool stands_for(std::string_view wanted, std::string_view path) {
    auto names = split(wanted, '.');
    const auto parts = split(path, '.');
    if (parts.size() == 1 && names.size() == 2) names.pop_back();
    if (names.size() > parts.size()) return false;
    const auto same = [](std::string_view name, std::string_view part) {
        return name == part || is_any_name(part);
    };
    return std::equal(names.rbegin(), names.rend(), parts.rbegin(), same);
}

std::string describe(const CatalogueEntry& entry) {
    const KeyInfo& key = *entry.key;
    std::string text = fmt::format("{}\n    {}\n    takes    {}\n", entry.path, key.help, expected(key));
    text += key.required ? "    required\n" : fmt::format("    default  {}\n", key.fallback);
    if (const std::string types = type_names(entry.types); !types.empty())
        text += fmt::format("    for      {}\n", types);
    return text;
}

std::string cell(std::string text) {
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
        text.insert(at, "\\");
    return text;
}

std::string row(const CatalogueEntry& entry) {
    const KeyInfo& key = *entry.key;
    const std::string range = range_text(key).empty() ? "" : ", " + range_text(key);
    const std::string fallback = key.required ? "required" : key.fallback;
    return fmt::format("| `{}` | {}{} | {} | {} | {} |\n", key.name, cell(type_name(key)), range,
                       key.unit.name, cell(fallback), cell(key.help));
}

std::string heading(const CatalogueEntry& entry) {
    const std::string place = entry.path.substr(0, entry.path.size() - entry.key->name.size());
    std::string text = fmt::format("\n## {}\n\n", entry.section);
    if (!place.empty()) text += fmt::format("Under `{}`.", place.substr(0, place.size() - 1));
    if (const std::string types = type_names(entry.types); !types.empty())
        text += fmt::format(" For {}.", types);
    if (!place.empty()) text += "\n\n";
    return text + "| key | takes | unit | default | meaning |\n|---|---|---|---|---|\n";
}

}  // namespace

const std::vector<CatalogueEntry>& catalogue(Family family) {
    static const std::vector<std::vector<CatalogueEntry>> entries = [] {
        std::vector<std::vector<CatalogueEntry>> all;
        for (const FamilyKeys& keys : family_keys()) all.push_back(keys.entries());
        return all;
    }();
    const auto& families = family_keys();
    for (std::size_t f = 0; f < families.size(); ++f)
        if (families[f].family == family) return entries[f];
    SHOAL_ASSERT(false);
    return entries.front();
}

std::string explain(std::string_view wanted) {
    std::string text;
    std::vector<std::string> names;
    for (const FamilyKeys& keys : family_keys()) {
        for (const CatalogueEntry& entry : catalogue(keys.family)) {
            names.push_back(entry.key->name);
            if (!stands_for(wanted, entry.path)) continue;
            text += (text.empty() ? "" : "\n") + describe(entry);
            if (keys.family != Family::pogobot)
                text += fmt::format("    family   {}\n", name_of(keys.family));
        }
    }
    if (!text.empty()) return text;
    const std::string near = nearest(wanted.substr(wanted.rfind('.') + 1), names);
    throw Error({{},
                 std::string(wanted),
                 {},
                 {},
                 near.empty() ? "unknown key" : "unknown key; did you mean " + near + "?"});
}

std::string reference_markdown(Family family) {
    std::string text = fmt::format("# Scenario keys{}\n\n",
                                   family == Family::pogobot ? "" : " of the family " + name_of(family));
    text +=
        "A scenario is a YAML file. Null is the same as absent. A number may be written with or without a "
        "fraction, and\n"
        "a switch as true/false, yes/no, on/off, y/n or a number. Any value may be a map of batch options "
        "with a\n"
        "`default_option`, which is what a direct run uses.\n";
    const std::string* section = nullptr;
    for (const CatalogueEntry& entry : catalogue(family)) {
        if (!section || *section != entry.section) text += heading(entry);
        section = &entry.section;
        text += row(entry);
    }
    return text;
}

}  // namespace shoal::scenario

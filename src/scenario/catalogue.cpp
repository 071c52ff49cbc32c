#include "scenario/catalogue.hpp"

#include "scenario/remote_keys.hpp"
#include "scenario/scenario.hpp"
#include "scenario/text.hpp"
#include "scenario/values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shoal::scenario {
namespace {

template <class T>
void add(std::vector<CatalogueEntry>& all, const std::vector<Section<T>>& sections, const std::string& path) {
    for (const Section<T>& section : sections) {
        for (const Key<T>& key : section.keys)
            all.push_back({&key, path + key.name, section.title, section.types});
    }
}

std::string type_names(unsigned types) {
    if (types == every_type) return {};
    std::string names;
    for (const Choice& type : choices_of<ObjectType>()) {
        if ((types >> type.value) & 1u) names += (names.empty() ? "" : ", ") + type.name;
    }
    return names;
}

// "objects.robots.nb" is a key of every category.
std::string general_path(std::string_view key) {
    constexpr std::string_view objects = "objects.";
    if (!key.starts_with(objects)) return std::string(key);
    const std::size_t dot = key.find('.', objects.size());
    return dot == std::string_view::npos ? "objects" : "objects.<category>" + std::string(key.substr(dot));
}

// "nb" and "msg_success_rate.alpha" stand for the whole path, too.
bool ends_in(const std::string& path, const std::string& key) {
    return path == key || (path.ends_with(key) && path[path.size() - key.size() - 1] == '.');
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

const std::vector<CatalogueEntry>& catalogue() {
    static const std::vector<CatalogueEntry> entries = [] {
        std::vector<CatalogueEntry> all;
        add(all, settings_keys(), "");
        add(all, object_keys(), "objects.<category>.");
        add(all, msg_success_rate_keys(), "objects.<category>.msg_success_rate.");
        add(all, remote_keys(), "remote.");
        return all;
    }();
    return entries;
}

std::string explain(std::string_view key) {
    const std::string wanted = general_path(key);
    std::string text;
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : catalogue()) {
        if (ends_in(entry.path, wanted)) text += (text.empty() ? "" : "\n") + describe(entry);
        names.push_back(entry.key->name);
    }
    if (!text.empty()) return text;
    const std::string near = nearest(wanted.substr(wanted.rfind('.') + 1), names);
    throw Error({{},
                 std::string(key),
                 {},
                 {},
                 near.empty() ? "unknown key" : "unknown key; did you mean " + near + "?"});
}

std::string reference_markdown() {
    std::string text =
        "# Scenario keys\n\n"
        "A scenario is a YAML file. Null is the same as absent. A number may be written with or without a "
        "fraction, and\n"
        "a switch as true/false, yes/no, on/off, y/n or a number. Any value may be a map of batch options "
        "with a\n"
        "`default_option`, which is what a direct run uses.\n";
    const std::string* section = nullptr;
    for (const CatalogueEntry& entry : catalogue()) {
        if (!section || *section != entry.section) text += heading(entry);
        section = &entry.section;
        text += row(entry);
    }
    return text;
}

}  // namespace shoal::scenario

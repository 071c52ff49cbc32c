#pragma once

#include "scenario/document.hpp"
#include "scenario/node.hpp"
#include "scenario/object_group.hpp"
#include "scenario/remote_event.hpp"
#include "scenario/settings.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace shoal::scenario {

/// A scenario file, checked: the model that a family is built from.
struct Scenario {
    std::string path;
    std::vector<std::string> search_dirs;  // where files that it names are looked for, in order
    Node tree;                             // effective: defaults of options resolved, overrides applied
    Settings settings;
    std::vector<ObjectGroup> objects;  // in the order of the file
    std::vector<RemoteEvent> remote;   // in the order of the file
    Node parameters;                   // see parameters.hpp
    std::vector<std::string> warnings;
};

/// What a document of the family pogobot says. Throws one Error that tells all mistakes of the file, a line each.
[[nodiscard]] Scenario read_pogobot(Document document);

/// Opened and read at once.
[[nodiscard]] Scenario load(const std::string& path, const LoadOptions& options = {});

/// The same for a scenario that is not in a file of its own; `path` is what errors call it.
[[nodiscard]] Scenario load_text(const std::string& text, const std::string& path,
                                 const LoadOptions& options = {});

/// The path of the file that the top-level key `key` names. Throws Error that lists the places where it was
/// looked for.
[[nodiscard]] std::string locate(const Scenario& scenario, std::string_view key, const std::string& name);

/// What `shoal explain KEY` prints; takes a name (`radius`) or a path (`objects.robots.radius`).
[[nodiscard]] std::string explain(std::string_view key);
/// JSON schema of a family's scenario files, for editors.
[[nodiscard]] std::string json_schema(Family family = Family::pogobot);
/// The reference page of a family's keys.
[[nodiscard]] std::string reference_markdown(Family family = Family::pogobot);

}  // namespace shoal::scenario

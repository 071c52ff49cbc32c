#pragma once

#include "scenario/node.hpp"
#include "scenario/settings.hpp"

#include <string>
#include <vector>

namespace shoal::scenario {

struct LoadOptions {
    std::vector<std::string> overrides;  // "objects.robots.nb=50", the value in YAML
    bool strict = false;                 // unknown keys are errors
    std::vector<std::string>
        search_dirs;  // installed data, looked in after the working and the scenario's directory
};

/// A scenario file before its family reads it: options resolved, overrides applied, the family known.
struct Document {
    std::string path;
    std::vector<std::string> search_dirs;  // where files that it names are looked for, in order
    Node tree;
    Family family = Family::pogobot;
    bool strict = false;
};

[[nodiscard]] Document open_document(const std::string& path, const LoadOptions& options = {});
/// The same for a scenario that is not in a file of its own; `path` is what errors call it.
[[nodiscard]] Document open_text(const std::string& text, const std::string& path,
                                 const LoadOptions& options = {});

/// A reader of another family throws an Error at the `family` key.
void require_family(const Document& document, Family family);

/// The path of the file that the top-level key `key` names. Throws Error that lists the places where it was
/// looked for.
[[nodiscard]] std::string locate(const Document& document, std::string_view key, const std::string& name);

}  // namespace shoal::scenario

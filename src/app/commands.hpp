#pragma once

#include "scenario/document.hpp"

#include <string>
#include <vector>

namespace shoal::app {

/// `shoal new DIR`: copies the template; refuses a directory that is not empty.
[[nodiscard]] int new_project(const std::string& directory);

/// `shoal check FILE…`: 1 if any scenario has a mistake, each of which is printed.
[[nodiscard]] int check_scenarios(const std::vector<std::string>& files,
                                  const std::vector<std::string>& overrides, bool strict);

/// What `check` does with a document of the family pogobot; returns warnings.
[[nodiscard]] std::vector<std::string> check_pogobots(scenario::Document document);

/// `shoal explain KEY`, or the whole reference in another form.
struct ExplainOptions {
    std::string key;
    std::string family;  // of the reference and the schema; empty: pogobot
    bool markdown = false;
    bool json_schema = false;
};
[[nodiscard]] int explain_key(const ExplainOptions& options);

}  // namespace shoal::app

#include "app/commands.hpp"
#include "base/error.hpp"
#include "scenario/choices.hpp"
#include "scenario/scenario.hpp"
#include "scenario/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace shoal::app {
namespace {

scenario::Family family_named(const std::string& name) {
    if (name.empty()) return scenario::Family::pogobot;
    std::vector<std::string> names;
    for (const auto& choice : scenario::choices_of<scenario::Family>()) {
        if (choice.name == name) return static_cast<scenario::Family>(choice.value);
        names.push_back(choice.name);
    }
    const std::string near = scenario::nearest(name, names);
    throw Error({{},
                 "--family",
                 name,
                 fmt::format("one of {}", fmt::join(names, ", ")),
                 near.empty() ? "" : "did you mean " + near});
}

}  // namespace

int explain_key(const ExplainOptions& options) {
    const scenario::Family family = family_named(options.family);
    if (options.json_schema) fmt::print("{}\n", scenario::json_schema(family));
    else if (options.markdown || options.key.empty()) fmt::print("{}", scenario::reference_markdown(family));
    else fmt::print("{}\n", scenario::explain(options.key));
    return 0;
}

}  // namespace shoal::app

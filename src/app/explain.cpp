#include "app/commands.hpp"
#include "base/error.hpp"
#include "scenario/scenario.hpp"

#include <fmt/format.h>

namespace shoal::app {

int explain_key(const ExplainOptions& options) {
    if (options.json_schema) fmt::print("{}\n", scenario::json_schema());
    else if (options.markdown || options.key.empty()) fmt::print("{}", scenario::reference_markdown());
    else fmt::print("{}\n", scenario::explain(options.key));
    return 0;
}

}  // namespace shoal::app

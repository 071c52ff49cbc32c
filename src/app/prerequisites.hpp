#pragma once

#include <string>
#include <vector>

namespace shoal::app {

/// The files that a compiler read, from the rule of make (-MMD) that it left in `file`; none if there is no such file.
[[nodiscard]] std::vector<std::string> read_prerequisites(const std::string& file);

}  // namespace shoal::app

#pragma once

#include "pogobot/model.hpp"

#include <string>
#include <utility>
#include <vector>

namespace shoal::pogobot {

/// What a log's metadata says beside the configuration, so that `shoal replay` can run it again: where the controller is and
/// a digest of it, and the text of the files that the scenario names (of a Feather file its place and digest).
[[nodiscard]] std::vector<std::pair<std::string, std::string>> provenance(const Model& model,
                                                                          const std::string& controller);

}  // namespace shoal::pogobot

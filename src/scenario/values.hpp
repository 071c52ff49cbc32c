#pragma once

#include "scenario/key.hpp"

#include <string>

namespace shoal::scenario {

/// What a key takes, in words: "a number in mm above 0", "one of robot, pogosim", "true or false".
[[nodiscard]] std::string expected(const KeyInfo& key);
/// The same as a type and a range apart: "number", "above 0".
[[nodiscard]] std::string type_name(const KeyInfo& key);
[[nodiscard]] std::string range_text(const KeyInfo& key);

}  // namespace shoal::scenario

#pragma once

#include "scenario/key.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace shoal::scenario {

/// A declared key as documentation sees it.
struct CatalogueEntry {
    const KeyInfo* key;
    std::string path;     // "time_step", "objects.<category>.nb", "objects.<category>.msg_success_rate.alpha"
    std::string section;  // heading
    unsigned types;       // of objects that it applies to
};

/// Every declared key, in the order of the tables.
[[nodiscard]] const std::vector<CatalogueEntry>& catalogue();

}  // namespace shoal::scenario

#pragma once

#include "scenario/catalogue.hpp"

#include <vector>

namespace shoal::scenario {

/// What a family of robots tells the documentation of scenarios: its keys. Paths have `<name>` where users choose.
struct FamilyKeys {
    Family family;
    std::vector<CatalogueEntry> (*entries)();
};

/// A family joins in three places: its name (`Family` and its choices), here, and `app/families.cpp`.
[[nodiscard]] const std::vector<FamilyKeys>& family_keys();

}  // namespace shoal::scenario

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

template <class T>
void add_entries(std::vector<CatalogueEntry>& all, const std::vector<Section<T>>& sections,
                 const std::string& path) {
    for (const Section<T>& section : sections) {
        for (const Key<T>& key : section.keys)
            all.push_back({&key, path + key.name, section.title, section.types});
    }
}

/// Every declared key of a family, in the order of its tables.
[[nodiscard]] const std::vector<CatalogueEntry>& catalogue(Family family = Family::pogobot);

}  // namespace shoal::scenario

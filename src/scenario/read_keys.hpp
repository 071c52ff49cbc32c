#pragma once

#include "scenario/key.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace shoal::scenario {

/// Where a map of keys stands, and the names in it that are no keys of ours.
struct Scope {
    std::string path;                           // dotted; empty for the top level
    std::vector<std::string_view> silent = {};  // for other tools: accepted without a word
    std::vector<std::string_view> unread = {};  // never had an effect: a mild warning
    unsigned type = every_type;                 // bit of the object type
    std::string type_name = {};
};

[[nodiscard]] std::string join_path(const std::string& path, std::string_view name);

/// Not a declared key: for another tool, without effect, or unknown (with the nearest of `names`).
void report_undeclared(const Node& child, const Scope& scope, const std::vector<std::string>& names,
                       Problems& problems);
void report_other_type(const Node& child, const Scope& scope, Problems& problems);
void report_missing(const Node& map, const KeyInfo& key, const Scope& scope, Problems& problems);

template <class T>
[[nodiscard]] const Key<T>* find_key(const std::vector<Section<T>>& sections, std::string_view name,
                                     unsigned* types = nullptr) {
    for (const Section<T>& section : sections) {
        for (const Key<T>& key : section.keys) {
            if (key.name != name) continue;
            if (types) *types = section.types;
            return &key;
        }
    }
    return nullptr;
}

/// Names of the keys that apply to one of `types`.
template <class T>
[[nodiscard]] std::vector<std::string> key_names(const std::vector<Section<T>>& sections,
                                                 unsigned types = every_type) {
    std::vector<std::string> names;
    for (const Section<T>& section : sections) {
        if ((section.types & types) == 0) continue;
        for (const Key<T>& key : section.keys) names.push_back(key.name);
    }
    return names;
}

/// Fills `out` from a map by its declared keys; whatever is wrong goes to `problems`.
template <class T>
void read_keys(const Node& map, const std::vector<Section<T>>& sections, const Scope& scope,
               Problems& problems, T& out) {
    for (const Node& child : map.children) {
        unsigned types = every_type;
        const Key<T>* key = find_key(sections, child.key, &types);
        if (!key) report_undeclared(child, scope, key_names(sections, scope.type), problems);
        else if ((types & scope.type) == 0) report_other_type(child, scope, problems);
        else if (!child.is_null()) key->read({child, *key, join_path(scope.path, child.key), problems}, out);
    }
    for (const Section<T>& section : sections) {
        for (const Key<T>& key : section.keys) {
            if (key.required && !map.find(key.name)) report_missing(map, key, scope, problems);
        }
    }
}

}  // namespace shoal::scenario

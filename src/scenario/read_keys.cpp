#include "scenario/read_keys.hpp"

#include "scenario/text.hpp"
#include "scenario/values.hpp"

#include <algorithm>

namespace shoal::scenario {
namespace {

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// Only the command line has no lines, and a key that someone just typed there must exist.
bool from_command_line(const Node& child) { return child.key_place.line == 0; }

}  // namespace

std::string join_path(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : path + "." + std::string(name);
}

void report_undeclared(const Node& child, const Scope& scope, const std::vector<std::string>& names,
                       Problems& problems) {
    if (contains(scope.silent, child.key)) return;
    Mistake mistake{
        child.key_place.location(), join_path(scope.path, child.key), {}, {}, "this key has no effect"};
    if (contains(scope.unread, child.key)) return problems.warning(mistake);
    const std::string near = nearest(child.key, names);
    mistake.message = near.empty() ? "unknown key" : "unknown key; did you mean " + near + "?";
    if (from_command_line(child)) problems.error(mistake);
    else problems.doubt(mistake);
}

void report_other_type(const Node& child, const Scope& scope, Problems& problems) {
    problems.warning({child.key_place.location(),
                      join_path(scope.path, child.key),
                      {},
                      {},
                      "this key has no effect on objects of type " + scope.type_name});
}

void report_missing(const Node& map, const KeyInfo& key, const Scope& scope, Problems& problems) {
    const Place& place = map.key_place.file ? map.key_place : map.place;
    problems.error(
        {place.location(), join_path(scope.path, key.name), {}, expected(key), "this key is required"});
}

}  // namespace shoal::scenario

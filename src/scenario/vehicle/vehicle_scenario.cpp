#include "scenario/vehicle/vehicle_scenario.hpp"

#include "scenario/read_keys.hpp"
#include "scenario/options.hpp"
#include "scenario/text.hpp"
#include "scenario/vehicle/vehicle_keys.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::scenario {
namespace {

void read_parameters(const Node& group, const std::string& path, Problems& problems, VehicleGroup& out) {
    const Node* map = group.find("parameters");
    if (!map) return;
    if (!map->is_map())
        return problems.error(
            {map->place.location(), path + ".parameters", summary(*map), "a map of numbers", {}});
    for (const Node& child : map->children) {
        const auto value = child.is_scalar() ? parse_double(child.text) : std::nullopt;
        if (value && std::isfinite(*value)) out.parameters.emplace_back(child.key, *value);
        else
            problems.error({child.place.location(),
                            path + ".parameters." + child.key,
                            summary(child),
                            "a finite number",
                            {}});
    }
}

void check_guidance(const Node& node, const std::string& path, Problems& problems, const VehicleGroup& g) {
    const std::size_t wanted = g.corners == RouteCorners::dubins ? 4 : 3;
    const Node* points = node.find("waypoints");
    if (g.guidance == VehicleGuidance::route && g.waypoints.size() < 2)
        problems.error({(points ? points : &node)->place.location(),
                        path + ".waypoints",
                        {},
                        "two points or more",
                        "a route needs way-points"});
    for (std::size_t i = 0; i < g.waypoints.size(); ++i)
        if (g.waypoints[i].size() != wanted)
            problems.error({points->children[i].place.location(),
                            path + ".waypoints",
                            summary(points->children[i]),
                            wanted == 4 ? "[north, east, altitude, course]" : "[north, east, altitude]",
                            {}});
    if (g.guidance == VehicleGuidance::target && g.target.empty())
        problems.error(
            {node.place.location(), path + ".target", {}, "a group", "this guidance needs a target"});
}

void read_group(const Node& node, Problems& problems, std::vector<VehicleGroup>& out) {
    const std::string path = "groups." + node.key;
    if (!node.is_map())
        return problems.error({node.place.location(), path, summary(node), "a map with type, nb, ...", {}});
    VehicleGroup& group = out.emplace_back();
    group.name = node.key;
    group.node = node;
    read_keys(node, vehicle_group_keys(), {path}, problems, group);
    read_parameters(node, path, problems, group);
    check_guidance(node, path, problems, group);
}

void check_targets(const VehicleScenario& scenario, Problems& problems) {
    std::vector<std::string> names;
    for (const auto& group : scenario.groups) names.push_back(group.name);
    for (const auto& group : scenario.groups) {
        const Node* node = group.node.find("target");
        if (!node || std::find(names.begin(), names.end(), group.target) != names.end()) continue;
        const std::string near = nearest(group.target, names);
        problems.error({node->place.location(), "groups." + group.name + ".target", group.target, "a group",
                        near.empty() ? "" : "did you mean " + near});
    }
}

}  // namespace

VehicleScenario read_vehicles(Document document) {
    require_family(document, Family::vehicle);
    VehicleScenario scenario;
    Problems problems(document.strict);
    read_keys(document.tree, vehicle_settings_keys(), {"", batch_keys()}, problems, scenario.settings);
    if (const Node* groups = document.tree.find("groups")) {
        if (!groups->is_map())
            problems.error({groups->place.location(), "groups", summary(*groups), "a map of groups", {}});
        for (const Node& group : groups->children) read_group(group, problems, scenario.groups);
    }
    check_targets(scenario, problems);
    problems.throw_if_any();
    scenario.warnings = problems.take_warnings();
    scenario.document = std::move(document);
    return scenario;
}

}  // namespace shoal::scenario

#include "scenario/voxel/soft_scenario.hpp"

#include "scenario/read_keys.hpp"
#include "scenario/voxel/soft_keys.hpp"

#include <fmt/format.h>

namespace shoal::scenario {
namespace {

bool is_map(const Node& node, const std::string& path, Problems& problems) {
    if (node.is_map()) return true;
    problems.error({node.place.location(), path, summary(node), "a map of keys", {}});
    return false;
}

SoftBody read_body(const Node& node, const std::string& path, Problems& problems) {
    SoftBody body;
    if (!is_map(node, path, problems)) return body;
    read_keys(node, soft_body_keys(), {path}, problems, body);
    if (body.shape.empty() == body.grid.empty())
        problems.error({node.place.location(), path, {}, "a shape or a grid", "there must be one of them"});
    const Node* materials = node.find("materials");
    if (materials == nullptr || !is_map(*materials, path + ".materials", problems)) return body;
    for (const Node& child : materials->children) {
        const std::string own = path + ".materials." + child.key;
        if (child.key.size() != 1)
            problems.error({child.key_place.location(), own, child.key, "a single letter", {}});
        SoftMaterial& material = body.materials[child.key];
        if (!child.is_null() && is_map(child, own, problems))
            read_keys(child, soft_material_keys(), {own}, problems, material);
    }
    return body;
}

std::map<std::string, std::vector<std::string>> read_more_sensors(const Node& node, const std::string& path,
                                                                  Problems& problems) {
    std::map<std::string, std::vector<std::string>> all;
    if (!is_map(node, path, problems)) return all;
    for (const Node& child : node.children)
        for (const Node& item : child.children) all[child.key].push_back(item.text);
    return all;
}

SoftRobot read_robot(const Node& map, const std::string& path, Problems& problems) {
    SoftRobot robot;
    robot.name = map.key;
    if (!is_map(map, path, problems)) return robot;
    read_keys(map, soft_robot_keys(), {path}, problems, robot);
    if (const Node* body = map.find("body")) robot.body = read_body(*body, path + ".body", problems);
    if (const Node* sensors = map.find("more_sensors"))
        robot.more_sensors = read_more_sensors(*sensors, path + ".more_sensors", problems);
    if (const Node* controller = map.find("controller");
        controller && is_map(*controller, path + ".controller", problems))
        read_keys(*controller, soft_controller_keys(), {path + ".controller"}, problems, robot.controller);
    return robot;
}

}  // namespace

SoftScenario read_soft_scenario(const Document& document) {
    require_family(document, Family::voxel);
    SoftScenario scenario;
    Problems problems(document.strict);
    read_keys(document.tree, soft_scenario_keys(), {"", {"family"}}, problems, scenario);
    if (const Node* robots = document.tree.find("robots"); robots && is_map(*robots, "robots", problems))
        for (const Node& child : robots->children)
            scenario.robots.push_back(read_robot(child, "robots." + child.key, problems));
    problems.throw_if_any();
    scenario.warnings = problems.take_warnings();
    return scenario;
}

}  // namespace shoal::scenario

#include "voxel/description/candidate.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "scenario/voxel/soft_keys.hpp"
#include "voxel/shapes/shapes.hpp"
#include "voxel/terrain/terrain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace shoal::voxel {
namespace {

using scenario::SoftController;
using scenario::SoftControllerType;
using scenario::SoftMaterial;

constexpr std::string_view empty_cells = ". ";

struct Cell {
    int x, y;
    std::string letter;
};

template <class T>
void take(const std::optional<T>& from, T& to) {
    if (from) to = *from;
}

Scaffolding scaffolding_of(const std::vector<std::string>& groups) {
    Scaffolding found{false, false, false, false};
    for (const std::string& group : groups) {
        if (group == "side_external") found.side_external = true;
        else if (group == "side_internal") found.side_internal = true;
        else if (group == "side_cross") found.side_cross = true;
        else if (group == "central_cross") found.central_cross = true;
        else
            throw Error(
                {{}, "scaffolding", group, "side_external, side_internal, side_cross or central_cross", {}});
    }
    return found;
}

Material material_of(const SoftMaterial& m) {
    Material material = preset(scenario::name_of(m.preset));
    take(m.side_length, material.side_length);
    take(m.mass_side_ratio, material.mass_side_ratio);
    take(m.mass, material.mass);
    take(m.spring_frequency, material.spring_frequency);
    take(m.spring_damping_ratio, material.spring_damping_ratio);
    take(m.linear_damping, material.linear_damping);
    take(m.angular_damping, material.angular_damping);
    take(m.friction, material.friction);
    take(m.restitution, material.restitution);
    if (m.scaffolding) material.scaffolding = scaffolding_of(*m.scaffolding);
    if (m.stiffness_law)
        material.stiffness_law = *m.stiffness_law == scenario::SoftStiffness::reduced_mass
                                     ? StiffnessLaw::reduced_mass
                                     : StiffnessLaw::effective_mass;
    if (m.actuation)
        material.actuation =
            *m.actuation == scenario::SoftActuation::area ? Actuation::area : Actuation::force;
    take(m.area_min, material.active_area.min);
    take(m.area_max, material.active_area.max);
    take(m.max_force, material.max_force);
    take(m.passive_area_min, material.passive_area.min);
    take(m.passive_area_max, material.passive_area.max);
    take(m.limit_contraction, material.limit_contraction);
    take(m.rope_length, material.rope_length);
    take(m.mass_collision, material.mass_collision);
    return material;
}

// Cells with voxels row by row from the bottom, and the size of the grid.
std::vector<Cell> cells_of(const scenario::SoftBody& body, int& width, int& height) {
    std::vector<Cell> cells;
    if (!body.shape.empty()) {
        const Shape shape = named_shape(body.shape);
        width = shape.width;
        height = shape.height;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                if (shape.has(x, y)) cells.push_back({x, y, "a"});
        return cells;
    }
    height = static_cast<int>(body.grid.size());
    width = static_cast<int>(body.grid.front().size());
    for (int y = 0; y < height; ++y) {
        const std::string& row = body.grid[static_cast<std::size_t>(height - 1 - y)];
        if (static_cast<int>(row.size()) != width)
            throw Error({{}, "grid", row, fmt::format("{} cells, as in the first row", width), {}});
        for (int x = 0; x < width; ++x)
            if (empty_cells.find(row[static_cast<std::size_t>(x)]) == std::string_view::npos)
                cells.push_back({x, y, row.substr(static_cast<std::size_t>(x), 1)});
    }
    return cells;
}

Material material_named(const scenario::SoftBody& body, const std::string& letter) {
    const auto found = body.materials.find(letter);
    if (found != body.materials.end()) return material_of(found->second);
    if (!body.materials.empty()) throw Error({{}, "materials", {}, letter, "the grid has a voxel of it"});
    return paper_material();
}

std::vector<std::vector<Sensor>> sensors_of(const scenario::SoftRobot& robot, const std::vector<Cell>& cells,
                                            int width, int height) {
    std::vector<std::vector<Sensor>> all;
    for (const Cell& cell : cells) {
        const CellPlace place = place_in_grid(cell.x, cell.y, width, height);
        auto& own = all.emplace_back();
        for (const std::string& text : robot.sensors) own.push_back(parse_sensor(text, place));
        const auto more = robot.more_sensors.find(cell.letter);
        if (more == robot.more_sensors.end()) continue;
        for (const std::string& text : more->second) own.push_back(parse_sensor(text, place));
    }
    return all;
}

// Rows of the grid from the top with / between them: # where a voxel shrinks.
std::vector<char> pose_of(const std::string& text, const std::vector<Cell>& cells, int width, int height) {
    const auto row_length = static_cast<std::size_t>(width) + 1;
    if (text.size() + 1 != row_length * static_cast<std::size_t>(height))
        throw Error({{},
                     "controller.poses",
                     text,
                     fmt::format("{} rows of {} cells with / between them", height, width),
                     {}});
    std::vector<char> pose;
    for (const Cell& cell : cells)
        pose.push_back(text[static_cast<std::size_t>(height - 1 - cell.y) * row_length +
                            static_cast<std::size_t>(cell.x)] == '#');
    return pose;
}

std::vector<double> phases_of(const SoftController& c, const std::vector<Cell>& cells) {
    if (!c.phases.empty()) return c.phases;
    std::vector<double> phases;
    for (const Cell& cell : cells) phases.push_back(c.phase_x * cell.x + c.phase_y * cell.y);
    return phases;
}

// Given, drawn from [−1, 1], or zeros.
std::vector<double> weights_of(const SoftController& c, std::size_t count) {
    if (!c.weights.empty()) return c.weights;
    std::vector<double> weights(count, 0.0);
    if (!c.random_weights) return weights;
    RandomStream random(*c.random_weights, 0, Purpose::voxel_weights);
    for (double& weight : weights) weight = random.uniform(-1.0, 1.0);
    return weights;
}

Brain::Kind kind_of(SoftControllerType type) {
    switch (type) {
        case SoftControllerType::sines: return Brain::Kind::sines;
        case SoftControllerType::poses: return Brain::Kind::poses;
        case SoftControllerType::centralized: return Brain::Kind::centralized;
        case SoftControllerType::distributed: return Brain::Kind::distributed;
        case SoftControllerType::none: break;
    }
    return Brain::Kind::none;
}

}  // namespace

Candidate candidate_of(const scenario::SoftRobot& robot) {
    int width = 0;
    int height = 0;
    const std::vector<Cell> cells = cells_of(robot.body, width, height);
    Candidate candidate{Body(width, height), {}};
    for (const Cell& cell : cells)
        candidate.body.set(cell.x, cell.y, material_named(robot.body, cell.letter));
    candidate.body.check();

    const SoftController& c = robot.controller;
    Brain& brain = candidate.brain;
    brain.kind = kind_of(c.type);
    brain.frequency = c.frequency;
    brain.amplitude = c.amplitude;
    brain.phases = phases_of(c, cells);
    brain.sensors = sensors_of(robot, cells, width, height);
    brain.driving_frequency = c.driving_frequency;
    for (const double neurons : c.hidden) brain.hidden.push_back(static_cast<int>(neurons));
    brain.activation = activation_named(c.activation);
    brain.rule =
        c.rule == scenario::SoftRule::input_bias ? PerceptronRule::input_bias : PerceptronRule::every_bias;
    brain.signals = c.signals;
    brain.directional = c.directional;
    brain.homogeneous = c.homogeneous;
    for (const std::string& text : c.poses) brain.poses.push_back(pose_of(text, cells, width, height));
    brain.pose_time = c.pose_time;
    take(c.hold, brain.hold);
    take(c.max_rate, brain.max_rate);
    if (brain.kind == Brain::Kind::centralized || brain.kind == Brain::Kind::distributed)
        brain.weights = weights_of(c, weight_count(brain, candidate.body));
    return candidate;
}

Locomotion task_of(const scenario::SoftScenario& scenario) {
    Locomotion task;
    task.ground = std::make_shared<const Ground>(terrain_points(scenario.terrain));
    task.duration = scenario.simulation_time;
    task.transient = scenario.transient;
    task.control_interval = scenario.control_interval;
    task.settings.dt = scenario.time_step;
    task.settings.gravity_y = -scenario.gravity;
    task.settings.compatibility =
        scenario.compatibility == scenario::SoftPreset::vsr_1_0    ? Compatibility::vsr_1_0
        : scenario.compatibility == scenario::SoftPreset::vsr_1_12 ? Compatibility::vsr_1_12
                                                                   : Compatibility::none;
    return task;
}

}  // namespace shoal::voxel

#include "pogobot/setup.hpp"

#include "base/error.hpp"
#include "pogobot/formation/floor.hpp"
#include "pogobot/imu.hpp"
#include "pogobot/locomotion.hpp"
#include "pogobot/membrane.hpp"
#include "pogobot/placing.hpp"
#include "pogobot/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {
namespace {

using scenario::ObjectGroup;
using scenario::ObjectType;

constexpr double wall_friction = 0.05;
constexpr double pogosim_wall_restitution = 1.8;
constexpr double outside = 0.005;  // m: how far beyond the arena's box a body is lost
constexpr std::int32_t first_wall_id = 65535;

bool is_wall(ObjectType type) { return type == ObjectType::pogowall; }

// A periodic arena has no wall; Pogosim leaves out walls of any geometry there.
bool is_listed(const Model& model, const ObjectGroup& g) {
    const bool left_out = is_wall(g.type) && model.periodic && (model.pogosim || !has_body(g));
    return !is_light(g.type) && !left_out;
}

double bounding_radius(const ObjectGroup& g) {
    if (!has_body(g)) return 0.0;
    return is_membrane(g) ? ring_of(g).bounding_radius : bounding_radius(shape_of(g));
}

// Ids count up from 0 for robots and down from 65535 for walls, membranes and passive objects, both over all categories;
// where they would meet, robots leave out those that are taken.
void list_objects(Model& model) {
    Objects& objects = model.objects;
    std::int32_t taken = 0;
    for (const ObjectGroup& g : model.scenario.objects)
        if (is_listed(model, g) && !counts_up(g)) taken += g.nb;
    std::int32_t next_robot_id = 0;
    std::int32_t next_wall_id = first_wall_id;
    for (std::uint32_t g = 0; g < model.scenario.objects.size(); ++g) {
        const ObjectGroup& group = model.scenario.objects[g];
        if (!is_listed(model, group)) continue;
        const auto radius = static_cast<float>(bounding_radius(group));
        for (int i = 0; i < group.nb; ++i) {
            if (next_robot_id == std::max(0, first_wall_id + 1 - taken)) next_robot_id = first_wall_id + 1;
            objects.group.push_back(g);
            objects.id.push_back(counts_up(group) ? next_robot_id++ : next_wall_id--);
            objects.body.push_back(no_body);
            objects.robot.push_back(is_robot_like(group.type) ? model.robots++ : no_robot);
            objects.radius.push_back(radius);
            objects.bodies.emplace_back();
            objects.parts.emplace_back();
        }
    }
    if (model.robots == 0)
        throw Error({{model.scenario.path},
                     "objects",
                     "",
                     "at least one pogobot, pogobject, pogowall, membrane or active_object",
                     "there is nothing that runs a controller"});
}

double heaviest_body(const Model& model) {
    double heaviest = 0.0;
    for (const ObjectGroup& g : model.scenario.objects)
        if (has_body(g) && !is_membrane(g) && !is_wall(g.type) && g.nb > 0)
            heaviest = std::max(heaviest, g.body_density * area(shape_of(g)));
    return heaviest;
}

/// How much heavier the heaviest body is than a part of these membranes.
double mass_ratio(const Model& model, const ObjectGroup& membranes) {
    return heaviest_body(model) / lightest_part(membranes);
}

// Light parts are pushed aside by heavy bodies unless sub-steps are short: stiffness goes with their square.
void follow_light_parts(const Model& model, physics::WorldDef& def) {
    constexpr double most_substeps = 16.0;
    const int usual = def.substeps;
    for (const ObjectGroup& g : model.scenario.objects) {
        if (!is_membrane(g) || g.nb == 0) continue;
        const double wanted = std::min(most_substeps, std::ceil(0.5 * std::sqrt(mass_ratio(model, g))));
        def.substeps = std::max(def.substeps, static_cast<int>(wanted));
    }
    def.joint_frequency *= static_cast<double>(def.substeps) / usual;
    def.contact_frequency *= static_cast<double>(def.substeps) / usual;
}

physics::WorldDef world_def(const Model& model) {
    physics::WorldDef def;
    const double room = model.periodic ? 0.0 : outside;
    def.domain = {{-room, -room}, {model.arena.width + room, model.arena.height + room}};
    def.periodic = model.periodic;
    double fastest = 0.05;
    for (const auto& g : model.scenario.objects) fastest = std::max(fastest, top_speed(g));
    def.max_push_speed = 2.0 * fastest;
    follow_light_parts(model, def);
    return def;
}

void build_walls(const Model& model, physics::World& world) {
    if (model.periodic) return;
    const physics::Material material{1.0, wall_friction, model.pogosim ? pogosim_wall_restitution : 0.0};
    for (const auto& polygon : model.arena.polygons) world.add_outline(corners_of(polygon), material);
}

physics::BodyId build_body(const ObjectGroup& g, const Placement& at, physics::World& world) {
    physics::BodyDef def;
    def.position = {at.x, at.y};
    def.angle = at.theta;
    def.linear_damping = g.body_linear_damping;
    def.angular_damping = g.body_angular_damping;
    def.is_static = is_wall(g.type);
    const physics::BodyId body = world.add_body(def);
    const physics::Material material{g.body_density, g.body_friction, g.body_restitution};
    const Shape shape = shape_of(g);
    if (shape.is_disc()) world.add_disc(body, {}, shape.radius, material);
    else world.add_polygon(body, shape.corners, material);
    return body;
}

void note_starts(Objects& objects, const Model& model, const physics::World& world) {
    const auto is_robot = [](const ObjectGroup& g) {
        return g.type == ObjectType::pogobot || is_light(g.type);
    };
    const auto& groups = model.scenario.objects;
    if (std::all_of(groups.begin(), groups.end(), is_robot)) return;
    objects.start.resize(objects.size());
    for (std::uint32_t o = 0; o < objects.size(); ++o)
        if (objects.body[o] != no_body) objects.start[o] = world.position(objects.bodies[o]);
}

void build_objects(Model& model, const std::vector<Placement>& places, physics::World& world) {
    Objects& objects = model.objects;
    world.reserve(objects.size());
    for (std::uint32_t o = 0; o < objects.size(); ++o) {
        const ObjectGroup& g = model.group_of(o);
        if (!has_body(g)) continue;
        if (is_membrane(g))
            objects.parts[o] =
                build_membrane(g, places[o], model.pogosim ? Hold::rigid : Hold::springs, world);
        objects.bodies[o] = is_membrane(g) ? objects.parts[o].front() : build_body(g, places[o], world);
        objects.body[o] = objects.bodies[o].index;
    }
    note_starts(objects, model, world);
}

// What is wider than half a periodic arena would meet its own image.
void check_sizes(const Model& model) {
    if (!model.periodic) return;
    const double room = std::min(model.arena.width, model.arena.height);
    for (const ObjectGroup& g : model.scenario.objects)
        if (is_listed(model, g) && g.nb > 0 && 4.0 * bounding_radius(g) > room)
            throw Error(
                {{model.scenario.path},
                 "objects." + g.category,
                 fmt::format("{:.4g} mm across", 2000.0 * bounding_radius(g)),
                 fmt::format("at most half of the periodic arena's shorter side, {:.4g} mm", 500.0 * room),
                 ""});
}

void warn_of_membranes(const Model& model, std::vector<std::string>& warnings) {
    constexpr double most = 1100.0;
    for (const ObjectGroup& g : model.scenario.objects) {
        if (!is_membrane(g) || g.nb == 0) continue;
        if (g.stiffness == 0.0 && !model.pogosim)
            warnings.push_back(fmt::format(
                "objects.{}: stiffness 0 means no springs: only its links hold the membrane", g.category));
        const double ratio = mass_ratio(model, g);
        if (ratio > most)
            warnings.push_back(
                fmt::format("objects.{}: the heaviest body is {:.0f} times heavier than its parts "
                            "and may tear through them; a body_density of {:.3g} is safer",
                            g.category, ratio, 0.01 * g.body_density * ratio / 1000.0));
    }
}

void build_robot(const Model& model, State& state, std::uint32_t r) {
    state.motor_noise[r] = RandomStream(model.seed, r, Purpose::motor_noise);
    state.seeds[r] = RandomStream(model.seed, r, Purpose::firmware_seed);
    if (r == model.robots) return;
    const ObjectGroup& g = model.group_of(state.object[r]);
    const auto& bias = g.angular_systematic_bias_domain;
    state.bias[r] =
        static_cast<float>(RandomStream(model.seed, r, Purpose::motor_bias).integer(bias.low, bias.high));
    if (g.temporal_noise_stddev > 0.0)
        state.drift_ns[r] = std::llround(
            1e9 * RandomStream(model.seed, r, Purpose::clock_drift).uniform(0.0, g.temporal_noise_stddev));
}

void build_robots(const Model& model, State& state) {
    const std::size_t rows = model.robots + 1;
    state.object.resize(rows, no_robot);
    state.clock.resize(rows);
    state.drift_ns.resize(rows, 0);
    state.motors.resize(rows);
    state.leds.resize(rows);
    for (auto* column : {&state.bias, &state.noise_x, &state.noise_y, &state.noise_w})
        column->resize(rows, 0.0F);
    state.motor_noise.resize(rows);
    state.seeds.resize(rows);
    state.exports.resize(rows, 1);
    state.charge.resize(rows);
    for (std::uint32_t o = 0; o < model.objects.size(); ++o)
        if (model.objects.robot[o] != no_robot) state.object[model.objects.robot[o]] = o;
    for (std::uint32_t r = 0; r < rows; ++r) build_robot(model, state, r);
}

/// Objects are placed as the scenario says unless the place of each is known.
std::vector<Placement> places_of(const Model& model, const Known* known, std::vector<std::string>& warnings) {
    const Objects& objects = model.objects;
    std::vector<Placement> places;
    for (std::uint32_t o = 0; known != nullptr && o < objects.size(); ++o) {
        const bool is_placed = has_body(model.group_of(o));
        const auto place = known->places.find(objects.id[o]);
        if (is_placed && (is_membrane(model.group_of(o)) || place == known->places.end())) break;
        places.push_back(is_placed ? place->second : Placement{});
    }
    return places.size() == objects.size() ? places : place_objects(model, warnings);
}

/// Makes room for a robot before the last row, which moves up.
template <class T>
void insert_row(Column<T>& rows, std::uint32_t row, T value = {}) {
    if (rows.empty()) return;  // nobody has one
    rows.push_back(rows.back());
    rows[row] = value;
}

void insert_robot(State& state, std::uint32_t robot, std::uint32_t object) {
    insert_row(state.object, robot, object);
    insert_row(state.clock, robot);
    insert_row(state.drift_ns, robot);
    insert_row(state.motors, robot);
    insert_row(state.leds, robot);
    for (auto* column : {&state.bias, &state.noise_x, &state.noise_y, &state.noise_w})
        insert_row(*column, robot);
    insert_row(state.motor_noise, robot);
    insert_row(state.gait, robot);
    insert_row(state.photosensing, robot);
    insert_row(state.imu, robot);
    insert_row(state.charge, robot, Charge{1.0, state.time});
    insert_row(state.seeds, robot);
    insert_row(state.exports, robot, std::uint8_t{1});
}

}  // namespace

bool counts_up(const ObjectGroup& g) { return is_robot_like(g.type) && !is_wall(g.type) && !is_membrane(g); }

bool can_be_added(const ObjectGroup& g) { return counts_up(g) && has_body(g); }

std::uint32_t add_to(Setup& setup, std::uint32_t group, std::int32_t id, const Placement& at) {
    Model& model = setup.model;
    Objects& objects = model.objects;
    const ObjectGroup& g = model.scenario.objects[group];
    const auto object = static_cast<std::uint32_t>(objects.size());
    const std::uint32_t robot = model.robots++;
    objects.group.push_back(group);
    objects.id.push_back(id);
    objects.bodies.push_back(build_body(g, at, *setup.world));
    objects.body.push_back(objects.bodies.back().index);
    objects.robot.push_back(robot);
    objects.radius.push_back(static_cast<float>(bounding_radius(g)));
    objects.parts.emplace_back();
    if (!objects.start.empty()) objects.start.push_back({at.x, at.y});
    insert_robot(setup.state, robot, object);
    build_robot(model, setup.state, robot);
    if (!setup.state.gait.empty()) set_up_gait(model, setup.state, robot);
    set_up_imu(model, setup.state, robot);
    return robot;
}

Setup set_up(scenario::Scenario loaded, std::uint32_t seed, std::shared_ptr<WorkerPool> pool,
             const Known* known) {
    Setup setup;
    Model& model = setup.model;
    model.scenario = std::move(loaded);
    const auto& settings = model.scenario.settings;
    model.seed = seed;
    model.pogosim = settings.compatibility == scenario::Compatibility::pogosim;
    model.time_step =
        model.pogosim ? static_cast<double>(static_cast<float>(settings.time_step)) : settings.time_step;
    model.arena = known ? known->arena : scenario::load_arena(model.scenario);
    model.periodic =
        model.arena.periodic_by_file || settings.boundary_condition == scenario::BoundaryCondition::periodic;
    if (model.arena.periodic_by_file && settings.boundary_condition != scenario::BoundaryCondition::periodic)
        setup.warnings.push_back(
            "arena_file: the file is empty, so the arena is a square with periodic boundaries");
    check_sizes(model);
    for (const ObjectGroup& g : model.scenario.objects)
        if (model.pogosim && (g.msg_success_rate.zeta || g.msg_success_rate.theta))
            setup.warnings.push_back(
                "objects." + g.category +
                ".msg_success_rate: Pogosim ignores zeta and theta, and so does this run");
    list_objects(model);
    if (model.objects.size() > first_wall_id + 1)
        setup.warnings.push_back(
            "objects: a robot's own id has 16 bits, so some robots see the same; ids in the log differ");

    setup.world = std::make_unique<physics::World>(world_def(model), std::move(pool));
    build_walls(model, *setup.world);
    warn_of_membranes(model, setup.warnings);
    build_objects(model, places_of(model, known, setup.warnings), *setup.world);
    build_robots(model, setup.state);
    set_up_gaits(model, setup.state);
    set_up_imus(model, setup.state);
    return setup;
}

}  // namespace shoal::pogobot

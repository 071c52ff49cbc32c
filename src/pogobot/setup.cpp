#include "pogobot/setup.hpp"

#include "base/error.hpp"
#include "pogobot/formation.hpp"
#include "pogobot/formation_floor.hpp"
#include "record/poses.hpp"
#include "scenario/formation_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {
namespace {

using scenario::Geometry;
using scenario::ObjectGroup;
using scenario::ObjectType;

constexpr double wall_friction = 0.05;
constexpr double pogosim_wall_restitution = 1.8;
constexpr double outside = 0.005;  // m: how far beyond the arena's box a body is lost
constexpr std::int32_t first_wall_id = 65535;

Error not_yet(const Model& model, const ObjectGroup& group, const std::string& what) {
    return Error(
        {{model.scenario.path}, "objects." + group.category, "", "", what + " are not simulated yet"});
}

bool is_wall(ObjectType type) { return type == ObjectType::pogowall; }

double bounding_radius(const ObjectGroup& g) {
    switch (g.geometry) {
        case Geometry::disk: return g.radius;
        case Geometry::rectangle: return 0.5 * std::hypot(g.body_width, g.body_height);
        case Geometry::triangle: return g.side_length / std::sqrt(3.0);
        default: return 0.0;
    }
}

void check_groups(const Model& model) {
    for (const auto& g : model.scenario.objects) {
        if (g.type == ObjectType::membrane || g.type == ObjectType::rectmembrane)
            throw not_yet(model, g, "membranes");
        const bool whole = g.geometry == Geometry::arena || g.geometry == Geometry::global;
        if (is_wall(g.type) && g.geometry != Geometry::arena)
            throw not_yet(model, g, "walls of another geometry than 'arena'");
        if (!is_light(g.type) && !is_wall(g.type) && whole)
            throw Error({{model.scenario.path},
                         "objects." + g.category + ".geometry",
                         g.geometry == Geometry::arena ? "arena" : "global",
                         "disk, rectangle or triangle: this object has a body",
                         ""});
    }
}

bool counts_up(ObjectType type) { return is_robot_like(type) && !is_wall(type); }

bool is_listed(const Model& model, const ObjectGroup& g) {
    return !is_light(g.type) && !(is_wall(g.type) && model.periodic);
}

// Ids count up from 0 for robots and down from 65535 for walls and passive objects, both over all categories; where
// they would meet, robots leave out those that are taken.
void list_objects(Model& model) {
    Objects& objects = model.objects;
    std::int32_t taken = 0;
    for (const ObjectGroup& g : model.scenario.objects)
        if (is_listed(model, g) && !counts_up(g.type)) taken += g.nb;
    std::int32_t next_robot_id = 0;
    std::int32_t next_wall_id = first_wall_id;
    for (std::uint32_t g = 0; g < model.scenario.objects.size(); ++g) {
        const ObjectGroup& group = model.scenario.objects[g];
        if (!is_listed(model, group)) continue;
        for (int i = 0; i < group.nb; ++i) {
            if (next_robot_id == std::max(0, first_wall_id + 1 - taken)) next_robot_id = first_wall_id + 1;
            objects.group.push_back(g);
            objects.id.push_back(counts_up(group.type) ? next_robot_id++ : next_wall_id--);
            objects.body.push_back(no_body);
            objects.robot.push_back(is_robot_like(group.type) ? model.robots++ : no_robot);
            objects.radius.push_back(is_wall(group.type) ? 0.0F : static_cast<float>(bounding_radius(group)));
            objects.bodies.emplace_back();
        }
    }
    if (model.robots == 0)
        throw Error({{model.scenario.path},
                     "objects",
                     "",
                     "at least one pogobot, pogobject, pogowall or active_object",
                     "there is nothing that runs a controller"});
}

physics::WorldDef world_def(const Model& model) {
    physics::WorldDef def;
    const double room = model.periodic ? 0.0 : outside;
    def.domain = {{-room, -room}, {model.arena.width + room, model.arena.height + room}};
    def.periodic = model.periodic;
    double fastest = 0.05;
    for (const auto& g : model.scenario.objects) fastest = std::max(fastest, g.max_linear_speed);
    def.max_push_speed = 2.0 * fastest;
    return def;
}

void build_walls(const Model& model, physics::World& world) {
    if (model.periodic) return;
    const physics::Material material{1.0, wall_friction, model.pogosim ? pogosim_wall_restitution : 0.0};
    for (const auto& polygon : model.arena.polygons) {
        std::vector<physics::Vec2> corners;
        for (const auto& p : polygon) corners.push_back({p.x, p.y});
        world.add_outline(corners, material);
    }
}

physics::BodyId build_body(const ObjectGroup& g, const Placement& at, physics::World& world) {
    physics::BodyDef def;
    def.position = {at.x, at.y};
    def.angle = at.theta;
    def.linear_damping = g.body_linear_damping;
    def.angular_damping = g.body_angular_damping;
    const physics::BodyId body = world.add_body(def);
    const physics::Material material{g.body_density, g.body_friction, g.body_restitution};
    if (g.geometry == Geometry::disk) {
        world.add_disc(body, {}, g.radius, material);
    } else if (g.geometry == Geometry::rectangle) {
        world.add_box(body, g.body_width, g.body_height, material);
    } else {
        // Equilateral, centroid at the origin, one corner towards −y.
        const double r = g.side_length / std::sqrt(3.0);
        const physics::Vec2 corners[] = {
            {0.0, -r}, {0.5 * g.side_length, 0.5 * r}, {-0.5 * g.side_length, 0.5 * r}};
        world.add_polygon(body, corners, material);
    }
    return body;
}

std::vector<scenario::ImportedPose> imported_poses(const Model& model) {
    const auto& settings = model.scenario.settings;
    if (settings.initial_formation != scenario::Formation::imported) return {};
    const std::string path =
        scenario::locate(model.scenario, "formation_filename", settings.formation_filename);
    std::vector<scenario::ImportedPose> poses;
    if (path.ends_with(".feather")) {
        for (const auto& p : record::read_poses(path)) poses.push_back({p.x, p.y, p.theta});
    } else {
        poses = scenario::read_formation_csv(path);
    }
    scenario::place_in_arena(poses, settings, model.arena);
    return poses;
}

bool has_place(const ObjectGroup& g) {
    return !is_light(g.type) && !is_wall(g.type) && g.nb > 0 && g.x && g.y;
}

// Coordinates are taken as they are written, but some are hardly meant.
void warn_of_places(const Model& model, std::vector<std::string>& warnings) {
    const auto& groups = model.scenario.objects;
    if (std::none_of(groups.begin(), groups.end(), has_place)) return;
    const Floor floor(model.arena, model.periodic);
    for (const ObjectGroup& g : groups) {
        if (!has_place(g)) continue;
        const std::string place = fmt::format("({:g}, {:g}) mm", 1000.0 * *g.x, 1000.0 * *g.y);
        if (g.nb > 1)
            warnings.push_back(
                fmt::format("objects.{}: its {} copies all start at {}", g.category, g.nb, place));
        if (!model.periodic && !floor.inside({*g.x, *g.y}))
            warnings.push_back(
                fmt::format("objects.{}: it starts outside the arena, at {}", g.category, place));
    }
}

// Objects with coordinates stand where they were put; the formation takes the others, in order of creation.
std::vector<Placement> place_objects(const Model& model, std::vector<std::string>& warnings) {
    const Objects& objects = model.objects;
    std::vector<Placement> places(objects.size());
    std::vector<std::uint32_t> free;
    FormationRequest request{model.scenario.settings, model.arena, model.periodic, {}, {},
                             imported_poses(model),   model.seed};
    for (std::uint32_t o = 0; o < objects.size(); ++o) {
        const ObjectGroup& g = model.group_of(o);
        if (is_wall(g.type)) continue;
        if (g.x && g.y) {
            places[o] = {*g.x, *g.y, g.theta.value_or(0.0)};
            request.taken.push_back({*g.x, *g.y, objects.radius[o]});
        } else {
            free.push_back(o);
            request.radii.push_back(objects.radius[o]);
        }
    }
    if (free.empty()) return places;
    const std::vector<Placement> formation = make_formation(request, warnings);
    for (std::size_t i = 0; i < free.size(); ++i) places[free[i]] = formation[i];
    return places;
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
    for (std::uint32_t r = 0; r < rows; ++r) {
        state.motor_noise[r] = RandomStream(model.seed, r, Purpose::motor_noise);
        state.seeds[r] = RandomStream(model.seed, r, Purpose::firmware_seed);
    }
    for (std::uint32_t o = 0; o < model.objects.size(); ++o) {
        const std::uint32_t r = model.objects.robot[o];
        if (r == no_robot) continue;
        const ObjectGroup& g = model.group_of(o);
        state.object[r] = o;
        const auto& bias = g.angular_systematic_bias_domain;
        state.bias[r] =
            static_cast<float>(RandomStream(model.seed, r, Purpose::motor_bias).integer(bias.low, bias.high));
        if (g.temporal_noise_stddev > 0.0)
            state.drift_ns[r] = std::llround(
                1e9 *
                RandomStream(model.seed, r, Purpose::clock_drift).uniform(0.0, g.temporal_noise_stddev));
    }
}

}  // namespace

Setup set_up(scenario::Scenario loaded, std::uint32_t seed, std::shared_ptr<WorkerPool> pool) {
    Setup setup;
    Model& model = setup.model;
    model.scenario = std::move(loaded);
    const auto& settings = model.scenario.settings;
    model.seed = seed;
    model.pogosim = settings.compatibility == scenario::Compatibility::pogosim;
    model.time_step =
        model.pogosim ? static_cast<double>(static_cast<float>(settings.time_step)) : settings.time_step;
    model.arena = scenario::load_arena(model.scenario);
    model.periodic =
        model.arena.periodic_by_file || settings.boundary_condition == scenario::BoundaryCondition::periodic;
    if (model.arena.periodic_by_file && settings.boundary_condition != scenario::BoundaryCondition::periodic)
        setup.warnings.push_back(
            "arena_file: the file is empty, so the arena is a square with periodic boundaries");
    check_groups(model);
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
    warn_of_places(model, setup.warnings);
    const std::vector<Placement> places = place_objects(model, setup.warnings);
    for (std::uint32_t o = 0; o < model.objects.size(); ++o) {
        if (is_wall(model.group_of(o).type)) continue;
        model.objects.bodies[o] = build_body(model.group_of(o), places[o], *setup.world);
        model.objects.body[o] = model.objects.bodies[o].index;
    }
    build_robots(model, setup.state);
    return setup;
}

}  // namespace shoal::pogobot

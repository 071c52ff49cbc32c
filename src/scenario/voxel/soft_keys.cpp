#include "scenario/voxel/soft_keys.hpp"

namespace shoal::scenario {
namespace {

using namespace unit;

constexpr Unit metre{"m"}, kilogram{"kg"}, newton{"N"}, m_per_s{"m/s"}, per_cell{"rad a cell"};

}  // namespace

const std::vector<Section<SoftScenario>>& soft_scenario_keys() {
    using S = SoftScenario;
    static const std::vector<Section<S>> sections = {
        {"Run",
         every_type,
         {
             {"simulation_time", &S::simulation_time, s, above(0), "How long it lasts."},
             {"time_step", &S::time_step, s, {1e-5, 0.1}, "Step of the physics; 1/60 if not given."},
             {"control_interval", &S::control_interval, none, between(0, 1000000),
              "Steps that are left out between two calls of a controller."},
             {"transient", &S::transient, s, at_least(0), "Time at the start that measures leave out."},
             {"compatibility", &S::compatibility,
              "Whose formulas actuation follows: the paper's, or those of a release."},
         }},
        {"World",
         every_type,
         {
             {"terrain", &S::terrain,
              "Name of the ground: flat, flat-0, flatWithStart-SEED, hilly-HEIGHT-WIDTH-SEED, "
              "steppy-HEIGHT-WIDTH-SEED, downhill-DEGREES, uphill-DEGREES or uneven-HEIGHT."},
             {"gravity", &S::gravity, m_per_s2, any, "Downwards."},
             {"robots", "Robots by name, each alone in a world of its own.", required},
         }},
        {"Output",
         every_type,
         {
             {"data_filename", &S::data_filename, "Log that is written, a row a robot and instant."},
             {"save_data_period", &S::save_data_period, s, above(0), "Time between rows of a robot."},
         }},
    };
    return sections;
}

const std::vector<Section<SoftRobot>>& soft_robot_keys() {
    using R = SoftRobot;
    static const std::vector<Section<R>> sections = {
        {"Robots",
         every_type,
         {
             {"number", &R::number, none, between(1, 1000000), "How many of them."},
             {"body", "Its voxels.", required},
             {"sensors", &R::sensors, "Sensors of every voxel, such as area_ratio or average(touch, 0.25).",
              otherwise("none")},
             {"more_sensors", "Further sensors of the voxels of a material, by its letter.",
              otherwise("none")},
             {"controller", "What makes it move.", otherwise("none: it lies there")},
         }},
    };
    return sections;
}

const std::vector<Section<SoftBody>>& soft_body_keys() {
    using B = SoftBody;
    static const std::vector<Section<B>> sections = {
        {"Bodies",
         every_type,
         {
             {"shape", &B::shape,
              "A named shape, all of material a: box-WxH, worm-WxH, biped-WxH, tripod-WxH, comb-WxH, ball-D, "
              "or free-0110-1111 (columns from the feet up).",
              otherwise("needed if there is no grid")},
             {"grid", &B::grid, "Rows from the top: a letter for each voxel, . for none.",
              otherwise("needed if there is no shape")},
             {"materials", "Materials by letter.", otherwise("the paper's")},
         }},
    };
    return sections;
}

const std::vector<Section<SoftMaterial>>& soft_material_keys() {
    using M = SoftMaterial;
    const Absent preset = otherwise("the preset's");
    static const std::vector<Section<M>> sections = {
        {"Materials",
         every_type,
         {
             {"preset", &M::preset, "Whose defaults hold for what is not given."},
             {"side_length", &M::side_length, metre, above(0),
              "Side of a voxel at rest, the same in all of a body.", preset},
             {"mass_side_ratio",
              &M::mass_side_ratio,
              none,
              {0, 0.5, true},
              "Side of a mass over that.",
              preset},
             {"mass", &M::mass, kilogram, above(0), "Of a voxel.", preset},
             {"spring_frequency", &M::spring_frequency, hz, at_least(0), "Of its springs; 0 makes it rigid.",
              preset},
             {"spring_damping_ratio", &M::spring_damping_ratio, none, between(0, 1), "Of its springs.",
              preset},
             {"linear_damping", &M::linear_damping, per_s, at_least(0), "Of the motion of masses.", preset},
             {"angular_damping", &M::angular_damping, per_s, at_least(0), "Of the rotation of masses.",
              preset},
             {"friction", &M::friction, none, at_least(0), "Of masses; contacts take the geometric mean.",
              preset},
             {"restitution", &M::restitution, none, between(0, 1),
              "Of masses; contacts take the greater one.", preset},
             {"scaffolding", &M::scaffolding,
              "Groups of springs: side_external, side_internal, side_cross, central_cross.", preset},
             {"stiffness_law", &M::stiffness_law, "What the spring frequency is multiplied with.", preset},
             {"actuation", &M::actuation, "Control values change rest lengths, or push masses.", preset},
             {"area_min",
              &M::area_min,
              none,
              {0, 1, true},
              "Area ratio that a control value of 1 aims at.",
              preset},
             {"area_max", &M::area_max, none, at_least(1), "Area ratio that a control value of −1 aims at.",
              preset},
             {"max_force", &M::max_force, newton, at_least(0),
              "At a control value of ±1, if actuation is by force.", preset},
             {"passive_area_min", &M::passive_area_min, none, at_least(0),
              "Hard lower limit of the area ratio.", preset},
             {"passive_area_max", &M::passive_area_max, none, at_least(1),
              "Hard upper limit of the area ratio.", preset},
             {"limit_contraction", &M::limit_contraction, "Masses of a voxel keep out of each other.",
              preset},
             {"rope_length", &M::rope_length, metre, above(0), "Neighbouring masses get no farther apart.",
              preset},
             {"mass_collision", &M::mass_collision, "Masses touch other masses of the same robot.", preset},
         }},
    };
    return sections;
}

const std::vector<Section<SoftController>>& soft_controller_keys() {
    using C = SoftController;
    static const std::vector<Section<C>> sections = {
        {"Controllers",
         every_type,
         {
             {"type", &C::type, "Which controller.", required},
             {"frequency", &C::frequency, hz, any, "sines: amplitude × sin(2π × frequency × t + phase)."},
             {"amplitude", &C::amplitude, none, any, "sines."},
             {"phases", &C::phases, rad, any, "sines: of each voxel, row by row from the bottom.",
              otherwise("from phase_x and phase_y")},
             {"phase_x", &C::phase_x, per_cell, any, "sines: phase of a voxel, times its column."},
             {"phase_y", &C::phase_y, per_cell, any, "sines: phase of a voxel, times its row."},
             {"pose_time", &C::pose_time, s, above(0), "poses: time of each."},
             {"poses", &C::poses,
              "poses: for each, rows of the grid from the top with / between them, # where a voxel shrinks.",
              otherwise("none; poses need some")},
             {"rule", &C::rule, "Networks: where biases are, and how weights are ordered."},
             {"activation", &C::activation, "Networks: tanh, relu, sigmoid, sin, sign or identity."},
             {"hidden", &C::hidden, none, between(1, 100000), "Networks: neurons of hidden layers.",
              otherwise("no hidden layer")},
             {"weights", &C::weights, none, any, "Networks: all of their weights.", otherwise("zeros")},
             {"random_weights", &C::random_weights, none, any,
              "Networks: seed of weights drawn from [−1, 1].", otherwise("none")},
             {"driving_frequency", &C::driving_frequency, hz, any,
              "Networks: a sine of time as a further input; 0 gives zeros.", otherwise("none")},
             {"homogeneous", &C::homogeneous, "distributed: all voxels share their weights."},
             {"directional", &C::directional, "distributed: neighbours get signals of their own."},
             {"signals", &C::signals, none, between(0, 1000), "distributed: numbers that pass each side."},
             {"hold", &C::hold, s, above(0), "Values are held for this long.", otherwise("none")},
             {"max_rate", &C::max_rate, per_s, above(0), "Values change by no more than this a second.",
              otherwise("none")},
         }},
    };
    return sections;
}

std::vector<CatalogueEntry> soft_entries() {
    std::vector<CatalogueEntry> all;
    const std::string robot = "robots.<name>.";
    add_entries(all, soft_scenario_keys(), "");
    add_entries(all, soft_robot_keys(), robot);
    add_entries(all, soft_body_keys(), robot + "body.");
    add_entries(all, soft_material_keys(), robot + "body.materials.<letter>.");
    add_entries(all, soft_controller_keys(), robot + "controller.");
    return all;
}

}  // namespace shoal::scenario

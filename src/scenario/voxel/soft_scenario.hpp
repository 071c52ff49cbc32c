#pragma once

#include "scenario/document.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Scenarios of the family voxel, as they are written: soft robots made of voxels. src/voxel makes bodies and brains of them.
namespace shoal::scenario {

enum class SoftPreset { paper, vsr_1_0, vsr_1_12 };
enum class SoftStiffness { reduced_mass, effective_mass };
enum class SoftActuation { area, force };
enum class SoftRule { input_bias, every_bias };

/// A material; what is absent is the preset's.
struct SoftMaterial {
    SoftPreset preset = SoftPreset::paper;
    std::optional<double> side_length, mass_side_ratio, mass;      // m, –, kg
    std::optional<double> spring_frequency, spring_damping_ratio;  // Hz, –
    std::optional<double> linear_damping, angular_damping;         // 1/s
    std::optional<double> friction, restitution;
    std::optional<std::vector<std::string>> scaffolding;
    std::optional<SoftStiffness> stiffness_law;
    std::optional<SoftActuation> actuation;
    std::optional<double> area_min, area_max;                  // area ratios
    std::optional<double> max_force;                           // N
    std::optional<double> passive_area_min, passive_area_max;  // area ratios
    std::optional<bool> limit_contraction, mass_collision;
    std::optional<double> rope_length;  // m
};

struct SoftBody {
    std::string shape;              // worm-10x1, biped-4x3, … ; empty if there is a grid
    std::vector<std::string> grid;  // rows from the top, a letter a voxel, '.' or ' ' for none
    std::map<std::string, SoftMaterial> materials;  // by letter
};

enum class SoftControllerType { none, sines, poses, centralized, distributed };

struct SoftController {
    SoftControllerType type = SoftControllerType::none;
    double frequency = 1.0, amplitude = 1.0;  // Hz, –
    std::vector<double> phases;               // rad, by voxel
    double phase_x = 0.0, phase_y = 0.0;      // rad a cell
    double pose_time = 0.5;                   // s
    std::vector<std::string> poses;  // cells that shrink, as rows of a grid from the top, / between rows
    SoftRule rule = SoftRule::input_bias;
    std::string activation = "tanh";
    std::vector<double> hidden;  // neurons of hidden layers
    std::vector<double> weights;
    std::optional<std::uint32_t> random_weights;  // seed
    std::optional<double> driving_frequency;      // Hz
    bool homogeneous = true, directional = true;
    int signals = 1;
    std::optional<double> hold;      // s
    std::optional<double> max_rate;  // 1/s
};

struct SoftRobot {
    std::string name;
    int number = 1;
    SoftBody body;
    std::vector<std::string> sensors;                              // of every voxel
    std::map<std::string, std::vector<std::string>> more_sensors;  // of voxels of a material
    SoftController controller;
};

struct SoftScenario {
    double simulation_time = 60.0;  // s
    double time_step = 1.0 / 60.0;  // s
    SoftPreset compatibility = SoftPreset::paper;
    std::string terrain = "flat";
    double gravity = 9.8;           // m/s²
    double transient = 0.0;         // s at the start that measures leave out
    int control_interval = 1;       // steps that are left out between two calls of the controller
    double save_data_period = 0.1;  // s
    std::string data_filename = "frames/data.feather";
    std::vector<SoftRobot> robots;
    std::vector<std::string> warnings;
};

/// Throws Mistakes that name every wrong key.
[[nodiscard]] SoftScenario read_soft_scenario(const Document& document);

}  // namespace shoal::scenario

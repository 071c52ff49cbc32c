#pragma once

#include "scenario/point.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace shoal::scenario {

enum class Family { pogobot, voxel, vehicle };
enum class Compatibility { robot, pogosim };
enum class ArenaAspect { keep, square };
enum class BoundaryCondition { solid, periodic };
enum class LostBody { stop, freeze };
enum class LightShadows { none, objects };
enum class Globals { shared, per_robot };
enum class CommunicationObstacles { robots, all };
enum class LogFormat { dated, minimal };
enum class Formation {
    random,
    aligned_random,
    random_near_walls,
    aligned_random_near_walls,
    disk,
    aligned_disk,
    lloyd,
    power_lloyd,
    chessboard,
    aligned_chessboard,
    imported,
};

/// The top-level keys of a scenario under their own names, in SI units. The initial values are the defaults;
/// ranges, file units and help are in settings_keys.cpp.
struct Settings {
    Family family = Family::pogobot;
    Compatibility compatibility = Compatibility::robot;

    std::string arena_file;
    double arena_surface = 1.0;                    // m²
    ArenaAspect arena_aspect = ArenaAspect::keep;  // square when absent and compatibility is pogosim
    BoundaryCondition boundary_condition = BoundaryCondition::solid;
    double arena_temperature = 42.0;  // °C

    double simulation_time = 100;  // s
    double time_step = 0.01;       // s
    std::optional<std::uint32_t> seed;
    int threads = 0;
    double firmware_timeout = 10;  // s of wall time
    std::optional<Globals> globals;
    int firmware_stack = 64;  // KiB
    LostBody on_lost_body = LostBody::stop;

    bool enable_data_logging = true;
    std::string data_filename = "data.feather";
    double save_data_period = 1.0;  // s
    std::optional<std::vector<std::string>> data_logger_fields;
    std::optional<std::vector<std::string>> data_logger_category;
    bool data_logger_leds = false;
    int data_logger_flush_row_count = 1048576;
    double data_logger_flush_period = 5;  // s of wall time
    bool enable_console_logging = false;
    std::string console_filename = "console.txt";
    LogFormat log_format = LogFormat::dated;
    bool delete_old_files = false;
    double save_video_period = -1;  // s
    std::string frames_name = "frames/f{:010.4f}.png";

    bool communication_ignore_occlusions = false;
    CommunicationObstacles communication_obstacles = CommunicationObstacles::robots;
    int light_map_nb_bin_x = 100;
    int light_map_nb_bin_y = 100;
    LightShadows light_shadows = LightShadows::none;

    Formation initial_formation = Formation::power_lloyd;
    std::optional<Point> initial_formation_center;  // m
    std::string initial_formation_root_object = "arena";
    double formation_min_space_between_neighbors = 0;                                        // m
    double formation_max_space_between_neighbors = std::numeric_limits<double>::infinity();  // m
    int formation_attempts_per_point = 100;
    int formation_max_restarts = 100;
    double chessboard_distance_between_neighbors = 0.1;  // m
    bool formation_cluster_at_center = true;
    std::string formation_filename;
    std::optional<Point> imported_formation_min_coords;  // units of the formation file
    std::optional<Point> imported_formation_max_coords;  // units of the formation file

    bool GUI = true;
    double GUI_speed_up = 1.0;
    bool progress_bar = false;
    int window_width = 800;   // px
    int window_height = 800;  // px
    double mm_to_pixels = 1.0;
    bool show_time = true;
    bool show_scale_bar = true;
    bool show_communication_channels = false;
    bool show_communication_channels_above_all = false;
    bool show_lateral_LEDs = true;
    bool show_light_levels = false;
    bool show_trajectory_traces = false;
};

}  // namespace shoal::scenario

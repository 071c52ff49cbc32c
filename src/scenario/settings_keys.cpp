#include "scenario/key.hpp"

namespace shoal::scenario {

// name, member, [unit, range,] help [, what holds when absent]. Defaults are the initial values in settings.hpp.
const std::vector<Section<Settings>>& settings_keys() {
    using S = Settings;
    using namespace unit;
    static const std::vector<Section<S>> sections = {
        {"Run", every_type, {
            {"simulation_time", &S::simulation_time, s, at_least(0), "End of the run."},
            {"time_step", &S::time_step, s, above(0), "Duration of a physics tick."},
            {"seed", &S::seed, none, any, "Seed of all random numbers; --seed comes first.", otherwise("drawn, and told in the log")},
            {"threads", &S::threads, none, between(0, 1024), "Worker threads; 0 takes as many as are worth it. Results do not depend on it."},
            {"family", &S::family, "Kind of robots that are simulated."},
            {"compatibility", &S::compatibility, "True to the robot, or to what Pogosim computes where that differs."},
            {"on_lost_body", &S::on_lost_body, "A body whose state is no longer finite or that left the arena stops the run, or is frozen."},
            {"firmware_timeout", &S::firmware_timeout, s, above(0).or_infinite(), "Wall time that one step of one robot may take before the run ends."},
        }},
        {"Arena", every_type, {
            {"arena_file", &S::arena_file, "Outline and holes as CSV; looked for in the working directory, beside the scenario, in the installed data.", required},
            {"arena_surface", &S::arena_surface, mm2, above(0), "Area of the outline without its holes, after scaling."},
            {"arena_aspect", &S::arena_aspect, "Keep the aspect of the file, or stretch its bounding box to a square.", otherwise("keep; square with compatibility: pogosim")},
            {"boundary_condition", &S::boundary_condition, "Walls along the outline, or a torus on its bounding box."},
            {"arena_temperature", &S::arena_temperature, celsius, at_least(-273.15), "Temperature that the IMU reads."},
            {"light_map_nb_bin_x", &S::light_map_nb_bin_x, none, between(1, 10000), "Light map cells along x."},
            {"light_map_nb_bin_y", &S::light_map_nb_bin_y, none, between(1, 10000), "Light map cells along y."},
            {"communication_ignore_occlusions", &S::communication_ignore_occlusions, "Messages pass through bodies, in every direction."},
        }},
        {"Content", every_type, {
            {"objects", "Categories of objects by name, created in this order.", required},
            {"parameters", "Values that the firmware reads by name.", otherwise("none")},
        }},
        {"Initial formation", every_type, {
            {"initial_formation", &S::initial_formation, "How objects without fixed coordinates are placed."},
            {"initial_formation_center", &S::initial_formation_center, mm, any, "Centre of the disk formations.", otherwise("centroid of the outline")},
            {"initial_formation_root_object", &S::initial_formation_root_object, "Category whose contour bounds the formation, or arena."},
            {"formation_min_space_between_neighbors", &S::formation_min_space_between_neighbors, mm, at_least(0), "Least placement radius: centres are at least twice this apart."},
            {"formation_max_space_between_neighbors", &S::formation_max_space_between_neighbors, mm, above(0).or_infinite(), "Random formations: greatest distance to an object placed before."},
            {"formation_attempts_per_point", &S::formation_attempts_per_point, none, at_least(1), "Random formations: tries for each object."},
            {"formation_max_restarts", &S::formation_max_restarts, none, at_least(0), "Random formations: fresh starts before giving up."},
            {"chessboard_distance_between_neighbors", &S::chessboard_distance_between_neighbors, mm, above(0), "Pitch of the chessboard."},
            {"formation_cluster_at_center", &S::formation_cluster_at_center, "Chessboard: a compact block at the centre, else spread over the arena."},
            {"formation_filename", &S::formation_filename, "Imported formation, .csv or .feather; looked for as arena_file.", otherwise("none")},
            {"imported_formation_min_coords", &S::imported_formation_min_coords, none, any, "Corner of the file's box that is mapped to the arena's minimum corner.", otherwise("none: the file is in mm")},
            {"imported_formation_max_coords", &S::imported_formation_max_coords, none, any, "Corner of the file's box that is mapped to the arena's maximum corner.", otherwise("none: the file is in mm")},
        }},
        {"Recording", every_type, {
            {"enable_data_logging", &S::enable_data_logging, "Write the data file."},
            {"data_filename", &S::data_filename, "Data file (Feather); its directories are made."},
            {"save_data_period", &S::save_data_period, s, any, "Time between exports; 0 or less exports the start only."},
            {"data_logger_fields", &S::data_logger_fields, "Columns to write.", otherwise("all")},
            {"data_logger_category", &S::data_logger_category, "Categories of which rows are written.", otherwise("all")},
            {"data_logger_flush_row_count", &S::data_logger_flush_row_count, rows, at_least(1), "Most rows in a record batch."},
            {"data_logger_flush_period", &S::data_logger_flush_period, s, above(0).or_infinite(), "Wall time after which rows are written out."},
            {"enable_console_logging", &S::enable_console_logging, "Write console messages to a file too."},
            {"console_filename", &S::console_filename, "File of console messages, emptied at the start."},
            {"log_format", &S::log_format, "Form of console lines: with the date, or the message only."},
            {"save_video_period", &S::save_video_period, s, any, "Time between frames; 0 or less writes none."},
            {"frames_name", &S::frames_name, "Frame files; {} is replaced by the time in s, formatted as in Python."},
            {"delete_old_files", &S::delete_old_files, "Delete *.png in the directory of frames_name at the start."},
        }},
        {"Window", every_type, {
            {"GUI", &S::GUI, "Show the window; -g comes first."},
            {"GUI_speed_up", &S::GUI_speed_up, none, above(0), "A frame is drawn every time_step times this."},
            {"progress_bar", &S::progress_bar, "Show a progress bar; -P comes first."},
            {"window_width", &S::window_width, px, between(1, 16384), "Width of window and frames."},
            {"window_height", &S::window_height, px, between(1, 16384), "Height of window and frames."},
            {"mm_to_pixels", &S::mm_to_pixels, px_per_mm, above(0), "Scale of the drawing."},
            {"show_time", &S::show_time, "Draw the simulated time."},
            {"show_scale_bar", &S::show_scale_bar, "Draw a scale bar."},
            {"show_communication_channels", &S::show_communication_channels, "Draw links between robots in range."},
            {"show_communication_channels_above_all", &S::show_communication_channels_above_all, "Draw links above the objects."},
            {"show_lateral_LEDs", &S::show_lateral_LEDs, "Draw LEDs 1 to 4."},
            {"show_light_levels", &S::show_light_levels, "Draw the light map."},
            {"show_trajectory_traces", &S::show_trajectory_traces, "Draw the paths of the robots."},
        }},
    };
    return sections;
}

}  // namespace shoal::scenario

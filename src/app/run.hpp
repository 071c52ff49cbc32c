#pragma once

#include "app/picture_options.hpp"
#include "scenario/document.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shoal::app {

/// What a command line says of a run.
struct RunOptions : PictureOptions {
    std::string controller;  // shared object
    std::string config;      // scenario file
    bool no_gui = false;
    bool verbose = false;
    bool quiet = false;
    bool hide_robot_messages = false;
    bool progress = false;
    bool strict = false;
    std::optional<std::uint32_t> seed;
    std::optional<int> threads;
    std::vector<std::string> overrides;  // KEY=VALUE
    std::string save;                    // state file to write; empty: none
    std::optional<double> save_at;       // s; at the end if absent
    std::string resume;                  // state file to go on from; empty: from the start
    std::string picture;                 // PNG file of a still picture; empty: none
    std::optional<double> picture_at;    // s; at the end if absent
    VideoOptions video;
};

/// The scenario that the options name.
[[nodiscard]] scenario::Document open_scenario(const RunOptions& options);

/// Runs a scenario to its end. Returns the exit status: 0 ended; 1 the scenario file cannot be used; 2 something
/// went wrong after that; 128 + signal when a signal stopped it. In all cases but 1 the log is complete up to then.
[[nodiscard]] int run(scenario::Document document, const RunOptions& options);

}  // namespace shoal::app

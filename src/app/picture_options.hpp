#pragma once

#include "scenario/settings.hpp"
#include "view/look.hpp"

#include <optional>
#include <string>

namespace shoal::app {

/// How pictures, frames and videos look.
struct PictureOptions {
    std::optional<view::Size> size;  // px, also of the window; the scenario's if absent
    std::string layers;              // what to show and hide, see view/layers.hpp
    view::Aim aim;
};

struct VideoOptions {
    std::string file;  // empty: none
    double fps = 25.0;
    double speed = 1.0;        // seconds of simulated time a second
    double from = 0.0;         // s of simulated time
    std::optional<double> to;  // s; the end if absent
};

/// What the options say, and where they do not, the scenario.
[[nodiscard]] view::Look look_of(const PictureOptions& options, const scenario::Settings& settings);

}  // namespace shoal::app

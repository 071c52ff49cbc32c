#pragma once

#include "app/picture_options.hpp"

#include <string>

namespace shoal::app {

/// What a command line says of the video of a log.
struct FilmOptions : PictureOptions {
    std::string log;
    std::string colour;  // column of the log
    VideoOptions video;
};

/// Makes a video of a finished log. Returns the exit status: 0; 2 when something is wrong; 128 + signal
/// when a signal stopped it, and then the video is complete up to there.
[[nodiscard]] int film(const FilmOptions& options);

/// Shows a finished log in a window until it is closed. The exit status is as above.
[[nodiscard]] int view_log(const FilmOptions& options);

}  // namespace shoal::app

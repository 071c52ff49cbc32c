#pragma once

#include <string>
#include <string_view>

namespace shoal::view {

/// The program that makes videos.
struct Ffmpeg {
    std::string program;   // path
    std::string encoders;  // as it lists them

    [[nodiscard]] bool has_encoder(std::string_view name) const;
};

/// The program named by SHOAL_FFMPEG, or the one on the PATH, or that of the Python package imageio-ffmpeg. Throws Error
/// that says how to get it if there is none, or if it does not run.
[[nodiscard]] Ffmpeg find_ffmpeg();

}  // namespace shoal::view

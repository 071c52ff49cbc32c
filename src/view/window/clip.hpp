#pragma once

#include "view/draw/canvas.hpp"
#include "view/film/video.hpp"

#include <optional>
#include <string>

namespace shoal::view {

/// A video of what a window shows, as fast as it was seen.
class Clip {
public:
    /// Throws Error for want of ffmpeg.
    Clip(const std::string& path, const Canvas& canvas);

    /// Whether another canvas fits in.
    [[nodiscard]] bool fits(const Canvas& canvas) const;
    /// Adds what is seen now, at `wall` s. Throws Error if ffmpeg fails.
    void add(const Canvas& canvas, double wall);
    /// Throws Error if the video could not be completed.
    void finish() { video_.finish(); }

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] double length() const;  ///< s

private:
    std::string path_;
    Size size_;
    std::optional<double> begin_;  // s of wall time
    Video video_;
};

}  // namespace shoal::view

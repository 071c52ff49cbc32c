#pragma once

#include "record/target_file.hpp"
#include "view/film/ffmpeg.hpp"
#include "view/film/process.hpp"
#include "view/look.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace shoal::view {

/// A video in the making: .mp4, .webm or .gif by the ending of its name. It is written beside its place and moved there
/// when it is complete; a file that is not is deleted.
class Video {
public:
    /// Throws Error, before anything else happens, for a name, a place or an ffmpeg that will not do.
    Video(const std::string& path, Size size, double fps);
    ~Video();
    Video(const Video&) = delete;
    Video& operator=(const Video&) = delete;

    /// A frame: red, green, blue, alpha of each pixel, by rows. Throws Error if ffmpeg has failed.
    void add(std::span<const std::uint8_t> rgba);
    /// Throws Error if the video could not be completed, or has no frame.
    void finish();

    [[nodiscard]] std::uint64_t frames() const { return frames_; }

private:
    [[nodiscard]] std::vector<std::string> command(Size size, double fps) const;
    void make_gif() const;
    [[noreturn]] void fail(const std::string& reason) const;

    bool gif_;
    Ffmpeg ffmpeg_;
    record::TargetFile target_;
    std::vector<std::string> leftovers_;  // files to delete in the end
    std::unique_ptr<Process> encoder_;
    std::uint64_t frames_ = 0;
};

}  // namespace shoal::view

#pragma once

#include <cstdint>

namespace shoal::view {

/// What of a run a video shows, and how fast. Times are simulated ones, in s.
struct Shot {
    double from = 0.0, to = 0.0;
    double speed = 1.0;  // seconds of simulated time a second
    double fps = 25.0;

    /// As many as make the duration of the video right to half a frame.
    [[nodiscard]] std::uint64_t frames() const;
    /// When frame i is seen.
    [[nodiscard]] double time_of(std::uint64_t frame) const;
};

}  // namespace shoal::view

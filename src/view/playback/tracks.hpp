#pragma once

#include "physics/vec2.hpp"
#include "record/log_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

namespace shoal::view {

/// A row of a log.
struct Sample {
    float time;   // s
    float x, y;   // m
    float angle;  // rad; NaN if it is not known
    std::uint32_t row;
};

/// Where something was between two rows.
struct Between {
    physics::Vec2 at;   // m
    double angle;       // rad; NaN if it is not known
    std::uint32_t row;  // the last one until then
};

/// `shortest` makes a way the shortest of its images. Before the first sample, and after the last, nothing moves.
[[nodiscard]] Between interpolate(std::span<const Sample> samples, double time,
                                  const std::function<physics::Vec2(physics::Vec2)>& shortest);

/// The rows of a log by what they are of, in order of time.
struct Tracks {
    /// Rows without a place are left out. Throws Error for a log that is not of one run.
    explicit Tracks(const record::LogReader& log);

    static constexpr int whole = -1;
    std::map<std::pair<std::int32_t, int>, std::vector<Sample>> of;  // by id, and part or whole
    double begin = 0.0, end = 0.0;                                   // s
    std::size_t rows = 0;
};

}  // namespace shoal::view

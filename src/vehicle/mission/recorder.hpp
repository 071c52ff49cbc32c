#pragma once

#include "record/log.hpp"
#include "vehicle/mission/mission.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace shoal::vehicle {

/// Takes what is due of a mission: rows of the log (a row a vehicle and instant), and what summary and plot need.
class Recorder {
public:
    Recorder(const Mission& mission, std::string configuration, std::uint32_t seed);

    void look();  ///< call at the start and after each step
    void close();

    [[nodiscard]] std::uint64_t rows() const { return log_.rows(); }
    /// A line a group: what became of its vehicles, and how far off their paths they were.
    [[nodiscard]] std::vector<std::string> summary() const;
    /// Paths, altitudes and cross-track errors as an SVG page.
    void plot(const std::string& path) const;

private:
    /// A vehicle as the plot sees it.
    struct Track {
        std::size_t group;
        std::size_t vehicle;
        std::vector<float> time, north, east, altitude, aside;
    };
    void note_errors();
    void note_tracks();
    void write_rows();

    const Mission& mission_;
    record::Log log_;
    double due_ = 0.0;  // s
    std::vector<Track> tracks_;
    std::vector<double> worst_, squares_;  // m, m²: of cross-track errors in the second half
    std::uint64_t looks_ = 0;              // in the second half
};

}  // namespace shoal::vehicle

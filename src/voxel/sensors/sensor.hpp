#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace shoal::voxel {

enum class SensorKind {
    angle,
    applied_force,
    area_ratio,
    velocity,
    touch,
    crumpling,
    lidar,
    sine,
    constant,
    control_power,
    average,
    trend,
    normalization,
    soft_normalization,
    dynamic_normalization,
    noisy,
    mean,
    difference,
    past,
};

/// A sensor of one voxel, or a wrapper around another one; docs/models/voxel-sensors.md has their formulas.
struct Sensor {
    SensorKind kind = SensorKind::area_ratio;
    std::vector<double> numbers;  // what stood between its brackets
    bool x = true, y = true;      // velocity: which axes …
    bool rotated = false;         // … and whether they turn with the voxel
    std::vector<Sensor> inner;    // of a wrapper: one

    /// How many numbers it gives.
    [[nodiscard]] int width() const;
    /// The domain of its i-th number.
    [[nodiscard]] double low(int i) const;
    [[nodiscard]] double high(int i) const;
};

/// Where a voxel is in its grid, for sensors whose short names depend on it.
struct CellPlace {
    double x = 0.0, y = 0.0;  // 0 … 1
};
[[nodiscard]] CellPlace place_in_grid(int x, int y, int width, int height);

/// Reads `average(rotated_velocity_x(8), 0.5)`, or a short name such as `t`, `a`, `vxy` or `cpg`. Throws Error for mistakes.
[[nodiscard]] Sensor parse_sensor(std::string_view text, CellPlace place = {});

}  // namespace shoal::voxel

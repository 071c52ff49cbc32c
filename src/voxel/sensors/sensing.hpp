#pragma once

#include "voxel/population.hpp"
#include "voxel/sensors/sensor.hpp"
#include "voxel/terrain/java_random.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace shoal::voxel {

/// The sensors of all voxels of one robot, as a list in which wrappers follow what they wrap. Reading them allocates nothing.
class Sensing {
public:
    Sensing() = default;
    /// `sensors[i]` are those of the i-th voxel; `interval` is the time between two readings (s).
    Sensing(const std::vector<std::vector<Sensor>>& sensors, double interval);

    /// How many numbers all sensors give.
    [[nodiscard]] std::size_t size() const { return inputs_.size(); }
    /// Reads the robot's voxels, which were measured before. Valid until the next call.
    std::span<const double> read(const Population& population, std::size_t world, std::size_t robot);
    /// The numbers of the i-th voxel within what read() gave.
    [[nodiscard]] std::size_t begin_of(std::size_t voxel) const { return voxel_begin_[voxel]; }

private:
    /// One sensor or wrapper: its numbers are values_[out …], those of what it wraps values_[in …].
    struct Node {
        Sensor sensor;
        std::size_t voxel = 0;
        std::size_t in = 0, out = 0, width = 0;
        std::size_t history = 0, capacity = 0;  // entries of a ring, each a time and the inner's numbers
        std::size_t next = 0, filled = 0;
        double energy = 0.0;
        JavaRandom random{0};
    };
    struct Moment {
        const Population* population;
        std::size_t world, row;
        double time;
    };

    std::size_t add(const Sensor& sensor, std::size_t voxel, double interval);
    void sense(Node& node, const Moment& moment);
    void wrap(Node& node, double time);
    void remember(Node& node, double time);
    void over_window(Node& node, double time);
    void over_readings(Node& node);
    [[nodiscard]] const double* entry(const Node& node, std::size_t age) const;

    std::vector<Node> nodes_;
    std::vector<double> values_, histories_, inputs_;
    std::vector<std::size_t> outputs_;  // where in values_ each input is
    std::vector<std::size_t> voxel_begin_;
    double last_time_ = 0.0;
};

/// Distance from `from` along `angle` to the ground or a box, at most `reach` (m).
[[nodiscard]] double ray_length(const Population& population, std::size_t world, Point from, double angle,
                                double reach);

}  // namespace shoal::voxel

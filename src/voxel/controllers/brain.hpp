#pragma once

#include "voxel/body.hpp"
#include "voxel/controllers/perceptron.hpp"
#include "voxel/sensors/sensing.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace shoal::voxel {

/// How a robot is controlled; docs/models/voxel-controllers.md has the formulas. Values are by voxel, in the order of the grid.
struct Brain {
    enum class Kind { none, sines, centralized, distributed, poses, function };

    Kind kind = Kind::none;

    // sines: amplitude · sin(2π frequency t + phase) + from + t / duration · (to − from)
    double frequency = 1.0;  // Hz
    double amplitude = 1.0;
    std::vector<double> phases;  // rad
    std::vector<double> from, to;
    double duration = 60.0;  // s

    // centralized, distributed: a network over what the sensors read
    std::vector<std::vector<Sensor>> sensors;
    std::optional<double> driving_frequency;  // Hz: sin(2π frequency t) is one more input; 0 gives zeros
    std::vector<int> hidden;                  // neurons of the inner layers
    Activation activation = Activation::tanh;
    PerceptronRule rule = PerceptronRule::input_bias;
    std::vector<double> weights;  // homogeneous: of one voxel; otherwise of all voxels, one after the other
    int signals = 1;              // to and from each neighbour
    bool directional = true;      // neighbours get signals of their own
    bool homogeneous = true;

    // poses: cells in the pose shrink, all others expand
    std::vector<std::vector<char>> poses;
    double pose_time = 0.5;  // s

    // function: of the time (s) and the readings; writes one value a voxel. May throw where one thread evaluates
    std::function<void(double, std::span<const double>, std::span<double>)> function;

    double hold = 0.0;      // s: values change only so often; 0 at every call
    double max_rate = 0.0;  // 1/s: values change by no more than this; 0 as they like
};

/// Weights of a brain for this body; 0 for those that have none.
[[nodiscard]] std::size_t weight_count(const Brain& brain, const Body& body);

/// A brain at work in one robot. A call allocates nothing.
class Mind {
public:
    /// `interval` is the time between two calls (s). Throws Error where counts do not fit the body.
    Mind(Brain brain, const Body& body, double interval);

    /// Writes one value a voxel, unclipped.
    void decide(const Population& population, std::size_t world, std::size_t robot, std::span<double> values);

private:
    void sines(double time, std::span<double> values) const;
    void pose(double time, std::span<double> values) const;
    void centralized(double time, std::span<const double> readings, std::span<double> values);
    void distributed(double time, std::span<const double> readings, std::span<double> values);
    void restrain(double time, std::span<double> values);
    void make_networks(const Body& body);

    Brain brain_;
    double interval_;
    Sensing sensing_;
    std::vector<Perceptron> networks_;
    std::vector<double> inputs_, sent_, sending_, held_;
    std::vector<std::size_t> neighbours_;  // N, E, S, W of each voxel; its own count where there is none
    double held_since_ = -1.0;
};

}  // namespace shoal::voxel

#pragma once

#include "voxel/controllers/brain.hpp"
#include "voxel/population.hpp"

#include "base/worker_pool.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace shoal::voxel {

struct Candidate {
    Body body;
    Brain brain;
};

/// Walk as far as possible within a time.
struct Locomotion {
    std::shared_ptr<const Ground> ground;
    double duration = 60.0;    // s
    double transient = 0.0;    // s at the start that do not count
    int control_interval = 1;  // c: the controller is called every c + 1 steps
    std::optional<double> x;  // m, of the robot's left end; 1 m right of the ground's second point without it
    double drop = 1.0;        // m between robot and ground at the start
    bool paths = false;       // keep the centre of each step
    Settings settings;
};

/// What a robot did after the transient. docs/models/voxel-tasks.md has the formulas.
struct Measures {
    double time = 0.0;               // s
    double distance = 0.0;           // m along x, of the robot's centre
    double velocity = 0.0;           // m/s
    double relative_velocity = 0.0;  // 1/s: by the longer side of the body at rest
    double centre_y = 0.0;           // m, mean over steps
    double highest_y = 0.0;          // m, of the centre
    double squared_control = 0.0;    // s: mean over cells of Σ f² dt over calls, unclipped
    double squared_control_change = 0.0;
    double control_energy = 0.0;  // Σ f² over steps and voxels
    double control_power = 0.0;   // 1/s
    double area_energy = 0.0;     // Σ ratio² over steps and voxels
    double area_power = 0.0;
    double corrected_efficiency = 0.0;  // distance / (1 + control energy)
    std::vector<Point> path;
};

/// Runs every candidate alone in a world of its own, on all threads of the pool. The result of one depends on nothing but itself.
[[nodiscard]] std::vector<Measures> evaluate(const Locomotion& task, std::span<const Candidate> candidates,
                                             WorkerPool& pool);

/// A candidate's world as it starts.
[[nodiscard]] World world_of(const Locomotion& task, const Body& body);

}  // namespace shoal::voxel

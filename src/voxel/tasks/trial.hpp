#pragma once

#include "voxel/tasks/locomotion.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace shoal::voxel {

/// One robot of a population while it is evaluated: its controller, and the sums that its measures are made of.
class Trial {
public:
    Trial(const Locomotion& task, const Candidate& candidate, const Population& population,
          std::size_t world);

    /// Calls the controller and leaves its values in the population's control column.
    void control(Population& population);
    /// Takes note of the state after a step. `counts` is whether the transient is over.
    void observe(const Population& population, bool counts);
    [[nodiscard]] Measures measures() const;

private:
    [[nodiscard]] Point centre(const Population& population) const;

    std::size_t world_;
    Mind mind_;
    std::vector<double> values_, last_values_;
    double dt_, cells_, longest_side_, transient_;
    bool keeps_path_, counts_ = false;
    Point start_, now_;
    double start_time_ = 0.0, now_time_ = 0.0, steps_ = 0.0;
    Measures sums_;
};

/// Candidates while they are evaluated, each alone in a world of its own. What becomes of a block of worlds depends on nothing else:
/// blocks may be at different times, and several threads may each have one.
class Trials {
public:
    /// Throws Error for bodies and brains that are out of their domains or do not fit each other.
    Trials(const Locomotion& task, std::span<const Candidate> candidates);

    [[nodiscard]] const Population& population() const { return population_; }
    [[nodiscard]] std::size_t size() const { return trials_.size(); }
    [[nodiscard]] Measures measures(std::size_t candidate) const { return trials_[candidate].measures(); }

    /// Whether the block's time is up.
    [[nodiscard]] bool over(std::size_t block) const;
    /// One step of a block, and its controllers if it is their turn.
    void step_block(std::size_t block);
    /// One step of all blocks.
    void step(WorkerPool& pool);

private:
    Locomotion task_;
    Population population_;
    std::vector<Trial> trials_;  // by world
    std::vector<int> steps_;     // done, by block
};

}  // namespace shoal::voxel

#pragma once

#include "voxel/tasks/locomotion.hpp"

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

}  // namespace shoal::voxel

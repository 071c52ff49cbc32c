#pragma once

#include "scenario/voxel/soft_scenario.hpp"
#include "voxel/tasks/locomotion.hpp"

namespace shoal::voxel {

/// The body and the brain that a scenario describes. Throws Error that names what does not fit.
[[nodiscard]] Candidate candidate_of(const scenario::SoftRobot& robot);

/// The task that a scenario describes.
[[nodiscard]] Locomotion task_of(const scenario::SoftScenario& scenario);

}  // namespace shoal::voxel

#include "voxel/tasks/locomotion.hpp"

#include "base/error.hpp"
#include "voxel/tasks/trial.hpp"
#include "voxel/terrain/terrain.hpp"

#include <fmt/format.h>

#include <cmath>

namespace shoal::voxel {
namespace {

void check(const Locomotion& task) {
    if (!(task.duration > 0.0) || !std::isfinite(task.duration))
        throw Error({{}, "duration", fmt::format("{}", task.duration), "more than 0 s", {}});
    if (!(task.transient >= 0.0 && task.transient < task.duration))
        throw Error(
            {{}, "transient", fmt::format("{}", task.transient), "from 0 s to less than the duration", {}});
    if (task.control_interval < 0)
        throw Error({{}, "control_interval", fmt::format("{}", task.control_interval), "0 or more", {}});
    if (!task.ground) throw Error({{}, "terrain", "none", "a ground to walk on", {}});
}

}  // namespace

World world_of(const Locomotion& task, const Body& body) {
    const double x = task.x.value_or(usual_start(*task.ground));
    const Point corner = place_on(*task.ground, body, x, task.drop);
    return {{{body, corner.x, corner.y}}, task.ground, {}};
}

std::vector<Measures> evaluate(const Locomotion& task, std::span<const Candidate> candidates,
                               WorkerPool& pool) {
    check(task);
    if (candidates.empty()) return {};
    Trials trials(task, candidates);
    pool.for_ranges(trials.population().block_count(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block)
            while (!trials.over(block)) trials.step_block(block);
    });
    std::vector<Measures> all;
    for (std::size_t i = 0; i < trials.size(); ++i) all.push_back(trials.measures(i));
    return all;
}

}  // namespace shoal::voxel

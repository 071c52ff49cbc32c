#include "voxel/tasks/locomotion.hpp"

#include "base/error.hpp"
#include "voxel/tasks/trial.hpp"
#include "voxel/terrain/terrain.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

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

/// A whole evaluation of a block of worlds, on one thread.
void run_block(const Locomotion& task, Population& population, std::size_t block, std::span<Trial> trials) {
    const auto worlds = population.block_worlds(block);
    const Rows rows = population.block_rows(block);
    for (int step = 1; population.time(worlds.front()) < task.duration; ++step) {
        population.step_block(block);
        population.measure_block(block);
        const bool counts = population.time(worlds.front()) >= task.transient;
        for (const auto world : worlds) trials[world].observe(population, counts);
        if (step % (task.control_interval + 1) != 0) continue;
        for (const auto world : worlds) trials[world].control(population);
        population.apply_control(rows);
    }
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
    std::vector<World> worlds;
    for (const Candidate& candidate : candidates) {
        candidate.body.check();
        worlds.push_back(world_of(task, candidate.body));
    }
    if (worlds.empty()) return {};
    Population population(std::move(worlds), task.settings);
    std::vector<Trial> trials;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        trials.emplace_back(task, candidates[i], population, i);
    pool.for_ranges(population.block_count(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block) run_block(task, population, block, trials);
    });
    std::vector<Measures> all;
    for (const Trial& trial : trials) all.push_back(trial.measures());
    return all;
}

}  // namespace shoal::voxel

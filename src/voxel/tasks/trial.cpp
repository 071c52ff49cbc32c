#include "voxel/tasks/trial.hpp"

#include <algorithm>

namespace shoal::voxel {

Trial::Trial(const Locomotion& task, const Candidate& candidate, const Population& population,
             std::size_t world)
    : world_(world), mind_(candidate.brain, candidate.body, task.settings.dt * (task.control_interval + 1)),
      values_(candidate.body.voxel_count(), 0.0), last_values_(values_), dt_(task.settings.dt),
      cells_(static_cast<double>(candidate.body.width()) * candidate.body.height()),
      longest_side_(candidate.body.side_length() * std::max(candidate.body.width(), candidate.body.height())),
      transient_(task.transient), keeps_path_(task.paths), counts_(task.transient <= 0.0),
      start_(population.robot_centre(world)), now_(start_) {
    sums_.highest_y = start_.y;
    if (keeps_path_) sums_.path.reserve(static_cast<std::size_t>(task.duration / dt_) + 2);
}

void Trial::control(Population& population) {
    mind_.decide(population, world_, 0, values_);
    const Rows rows = population.rows(world_);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        population.control()[rows.begin + i] = static_cast<float>(values_[i]);
        if (!counts_) continue;
        const double change = values_[i] - last_values_[i];
        sums_.squared_control += values_[i] * values_[i] * dt_;
        sums_.squared_control_change += change * change * dt_;
    }
    last_values_ = values_;
}

Point Trial::centre(const Population& population) const {
    const Rows rows = population.rows(world_);
    Point sum;
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        sum.x += population.centre_x()[row];
        sum.y += population.centre_y()[row];
    }
    const auto n = static_cast<double>(rows.size());
    return {sum.x / n, sum.y / n};
}

void Trial::observe(const Population& population, bool counts) {
    now_ = centre(population);
    now_time_ = population.time(world_);
    if (keeps_path_) sums_.path.push_back(now_);
    if (!counts) return;
    if (!counts_) {
        counts_ = true;
        start_ = now_, start_time_ = now_time_;
        sums_.highest_y = now_.y;
        return;
    }
    steps_ += 1.0;
    sums_.centre_y += now_.y;
    sums_.highest_y = std::max(sums_.highest_y, now_.y);
    const Rows rows = population.rows(world_);
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        const double f = population.applied_control()[row], ratio = population.area_ratio()[row];
        sums_.control_energy += f * f;
        sums_.area_energy += ratio * ratio;
    }
}

Measures Trial::measures() const {
    Measures out = sums_;
    out.time = now_time_ - start_time_;
    if (steps_ == 0.0) return out;
    out.distance = now_.x - start_.x;
    out.velocity = out.distance / out.time;
    out.relative_velocity = out.velocity / longest_side_;
    out.centre_y /= steps_;
    out.squared_control /= cells_;
    out.squared_control_change /= cells_;
    out.control_power = out.control_energy / out.time;
    out.area_power = out.area_energy / out.time;
    out.corrected_efficiency = out.distance / (1.0 + out.control_energy);
    return out;
}

namespace {

std::vector<World> worlds_of(const Locomotion& task, std::span<const Candidate> candidates) {
    std::vector<World> worlds;
    for (const Candidate& candidate : candidates) {
        candidate.body.check();
        worlds.push_back(world_of(task, candidate.body));
    }
    return worlds;
}

}  // namespace

Trials::Trials(const Locomotion& task, std::span<const Candidate> candidates)
    : task_(task), population_(worlds_of(task, candidates), task.settings),
      steps_(population_.block_count(), 0) {
    for (std::size_t i = 0; i < candidates.size(); ++i)
        trials_.emplace_back(task, candidates[i], population_, i);
}

bool Trials::over(std::size_t block) const {
    return population_.time(population_.block_worlds(block).front()) >= task_.duration;
}

void Trials::step_block(std::size_t block) {
    const auto worlds = population_.block_worlds(block);
    population_.step_block(block);
    population_.measure_block(block);
    const bool counts = population_.time(worlds.front()) >= task_.transient;
    for (const auto world : worlds) trials_[world].observe(population_, counts);
    if (++steps_[block] % (task_.control_interval + 1) != 0) return;
    for (const auto world : worlds) trials_[world].control(population_);
    population_.apply_control(population_.block_rows(block));
}

void Trials::step(WorkerPool& pool) {
    pool.for_ranges(population_.block_count(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block) step_block(block);
    });
}

}  // namespace shoal::voxel

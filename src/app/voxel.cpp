#include "app/voxel.hpp"

#include "base/error.hpp"
#include "record/log.hpp"
#include "voxel/description/candidate.hpp"
#include "voxel/tasks/trial.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>

namespace shoal::app {
namespace {

using Clock = std::chrono::steady_clock;

struct Prepared {
    scenario::SoftScenario scenario;
    voxel::Locomotion task;
    std::vector<voxel::Candidate> candidates;  // one a robot
    std::vector<std::size_t> kind;             // by robot: which entry of the scenario it is of
};

// Errors of the room say no more than the key.
template <class Make>
auto named(const std::string& place, const Make& make) {
    try {
        return make();
    } catch (const Error& error) {
        throw Error(fmt::format("{}: {}", place, error.what()));
    }
}

Prepared prepare(const scenario::Document& document) {
    Prepared prepared{scenario::read_soft_scenario(document), {}, {}, {}};
    prepared.task = named(document.path, [&] { return voxel::task_of(prepared.scenario); });
    for (std::size_t i = 0; i < prepared.scenario.robots.size(); ++i) {
        const auto& robot = prepared.scenario.robots[i];
        const voxel::Candidate candidate = named(document.path + ": robots." + robot.name, [&] {
            voxel::Candidate made = voxel::candidate_of(robot);
            static_cast<void>(voxel::Mind(made.brain, made.body, prepared.scenario.time_step));
            return made;
        });
        for (int n = 0; n < robot.number; ++n) {
            prepared.candidates.push_back(candidate);
            prepared.kind.push_back(i);
        }
    }
    if (prepared.candidates.empty()) throw Error(fmt::format("{}: robots: there are none", document.path));
    return prepared;
}

// A row a robot and instant.
class VoxelLog {
public:
    VoxelLog(const Prepared& prepared, const scenario::Document& document)
        : prepared_(prepared),
          log_({prepared.scenario.data_filename,
                {{"time", record::Type::float64},
                 {"robot_category", record::Type::utf8},
                 {"robot_id", record::Type::int32},
                 {"x", record::Type::float64},
                 {"y", record::Type::float64},
                 {"control", record::Type::float32},
                 {"area_ratio", record::Type::float32},
                 {"touching", record::Type::float32}},
                {{"configuration", scenario::emit_yaml(document.tree)}, {"family", "voxel"}}}) {}

    void write(const voxel::Population& population) {
        for (std::size_t world = 0; world < population.world_count(); ++world) {
            const voxel::Rows rows = population.rows(world);
            double x = 0.0, y = 0.0, control = 0.0, area = 0.0, touching = 0.0;
            for (std::size_t row = rows.begin; row < rows.end; ++row) {
                x += population.centre_x()[row];
                y += population.centre_y()[row];
                control += static_cast<double>(population.applied_control()[row]);
                area += static_cast<double>(population.area_ratio()[row]);
                touching += population.touches_ground()[row];
            }
            const auto n = static_cast<double>(rows.size());
            log_.set(0, population.time(world));
            log_.set(1, prepared_.scenario.robots[prepared_.kind[world]].name);
            log_.set(2, static_cast<std::int32_t>(world));
            log_.set(3, x / n);
            log_.set(4, y / n);
            log_.set(5, static_cast<float>(control / n));
            log_.set(6, static_cast<float>(area / n));
            log_.set(7, static_cast<float>(touching / n));
            log_.end_row();
        }
        log_.end_instant();
    }
    void close() { log_.close(); }
    [[nodiscard]] std::uint64_t rows() const { return log_.rows(); }

private:
    const Prepared& prepared_;
    record::Log log_;
};

void print_summary(const Prepared& prepared, const voxel::Trials& trials, double seconds) {
    fmt::print("{:<16} {:>4} {:>10} {:>10} {:>14}\n", "robot", "id", "distance/m", "speed/m/s",
               "control power");
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const voxel::Measures m = trials.measures(i);
        fmt::print("{:<16} {:>4} {:>10.3f} {:>10.4f} {:>14.2f}{}\n",
                   prepared.scenario.robots[prepared.kind[i]].name, i, m.distance, m.velocity,
                   m.control_power, std::isfinite(m.distance) ? "" : "  lost: its motion is no number");
    }
    const std::size_t voxels = trials.population().voxel_count();
    const double simulated = prepared.scenario.simulation_time;
    const double steps = simulated / prepared.scenario.time_step;
    fmt::print(
        "{:g} s of simulated time in {:.3f} s: {:.0f} x real time, {} voxels, {:.3f} µs a voxel and step\n",
        simulated, seconds, simulated / seconds, voxels,
        1e6 * seconds / (static_cast<double>(voxels) * steps));
}

}  // namespace

int run_voxels(const std::string& /*target*/, scenario::Document document, const RunOptions& options) {
    if (!options.video.file.empty() || !options.picture.empty() || !options.save.empty() ||
        !options.resume.empty())
        throw Error(
            "scenarios of the family voxel take no --video, --picture, --save or --resume yet; shoal.voxel "
            "in "
            "Python draws them");
    const Prepared prepared = prepare(document);
    for (const auto& warning : prepared.scenario.warnings) fmt::print(stderr, "{}\n", warning);
    WorkerPool pool(options.threads.value_or(0));
    voxel::Trials trials(prepared.task, prepared.candidates);
    VoxelLog log(prepared, document);
    const auto start = Clock::now();
    std::size_t instants = 1;
    while (!trials.over(0)) {  // all are at the same time
        trials.step(pool);
        constexpr double rounding = 1e-9;  // s: times are sums
        if (trials.population().time(0) <
            static_cast<double>(instants) * prepared.scenario.save_data_period - rounding)
            continue;
        ++instants;
        log.write(trials.population());
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    log.close();
    if (options.quiet) return 0;
    print_summary(prepared, trials, seconds);
    fmt::print("data: {} ({} rows)\n", prepared.scenario.data_filename, log.rows());
    return 0;
}

std::vector<std::string> check_voxels(scenario::Document document) {
    Prepared prepared = prepare(document);
    return std::move(prepared.scenario.warnings);
}

}  // namespace shoal::app

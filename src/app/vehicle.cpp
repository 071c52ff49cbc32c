#include "app/vehicle.hpp"

#include "app/stop_signal.hpp"
#include "base/error.hpp"
#include "record/console.hpp"
#include "record/progress.hpp"
#include "scenario/vehicle/vehicle_scenario.hpp"
#include "vehicle/mission/mission.hpp"
#include "vehicle/mission/recorder.hpp"

#include <fmt/format.h>

#include <chrono>
#include <random>

namespace shoal::app {
namespace {

using Clock = std::chrono::steady_clock;

// Options of a run that only the other families have.
void refuse_others(const RunOptions& options) {
    const auto refuse = [](bool given, const char* name) {
        if (given) throw Error({{}, name, "", "", "this option does not apply to the family vehicle"});
    };
    refuse(!options.save.empty(), "--save");
    refuse(!options.resume.empty(), "--resume");
    refuse(!options.picture.empty(), "--picture");
    refuse(!options.video.file.empty(), "--video");
}

void finish(const vehicle::Mission& mission, vehicle::Recorder& recorder, double wall,
            record::Console& console) {
    recorder.close();
    const auto& s = mission.scenario().settings;
    for (const auto& line : recorder.summary()) console.info(line);
    std::size_t vehicles = 0;
    for (const auto& leader : mission.leaders()) vehicles += leader.group().size();
    console.info(fmt::format("{:g} s of simulated time in {:.3f} s: {:.0f} x real time, {} vehicles",
                             mission.time(), wall, wall > 0.0 ? mission.time() / wall : 0.0, vehicles));
    if (s.enable_data_logging)
        console.info(fmt::format("data: {} ({} rows)", s.data_filename, recorder.rows()));
    if (s.plot_filename.empty()) return;
    recorder.plot(s.plot_filename);
    console.info(fmt::format("paths: {}", s.plot_filename));
}

int run_to_end(scenario::VehicleScenario scenario, const RunOptions& options, record::Console& console) {
    const auto& s = scenario.settings;
    const std::uint32_t seed = options.seed ? *options.seed : s.seed ? *s.seed : std::random_device{}();
    if (!options.seed && !s.seed) console.info(fmt::format("Using random seed {}", seed));
    scenario.document.tree.set("seed", std::to_string(seed));
    const std::string configuration = scenario::emit_yaml(scenario.document.tree);
    const int threads = options.threads.value_or(s.threads);
    record::Progress progress(s.simulation_time, {options.progress});

    const auto start = Clock::now();
    vehicle::Mission mission(std::move(scenario), seed, threads);
    mission.tell = [&](const std::string& event) { console.info(event); };
    vehicle::Recorder recorder(mission, configuration, seed);
    recorder.look();
    while (!mission.over() && stop_signal() == 0) {
        mission.step();
        recorder.look();
        if (options.progress) progress.update(mission.time());
    }
    if (options.progress) progress.finish(mission.time());
    finish(mission, recorder, std::chrono::duration<double>(Clock::now() - start).count(), console);
    return stop_signal() == 0 ? 0 : 128 + stop_signal();
}

}  // namespace

std::vector<std::string> check_vehicles(scenario::Document document) {
    auto scenario = scenario::read_vehicles(std::move(document));
    auto warnings = std::move(scenario.warnings);
    static_cast<void>(vehicle::Mission(std::move(scenario), 0, 1));
    return warnings;
}

int run_vehicles(const std::string&, scenario::Document document, const RunOptions& options) {
    refuse_others(options);
    auto scenario = scenario::read_vehicles(std::move(document));
    record::ConsoleOptions console_options;
    console_options.level = options.quiet ? record::Level::warning : record::Level::info;
    record::Console console(console_options);
    for (const auto& warning : scenario.warnings) console.warning(warning);
    try {
        note_stop_signals();
        return run_to_end(std::move(scenario), options, console);
    } catch (const std::exception& error) {
        fmt::print(stderr, "Error: {}\n", error.what());
        return 2;
    }
}

}  // namespace shoal::app

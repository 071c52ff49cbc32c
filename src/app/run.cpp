#include "app/run.hpp"

#include "app/onlookers.hpp"
#include "app/paths.hpp"
#include "app/stop_signal.hpp"
#include "app/targets.hpp"
#include "base/error.hpp"
#include "pogobot/simulation.hpp"
#include "pogobot/snapshot/state_file.hpp"
#include "record/console.hpp"
#include "record/progress.hpp"
#include "scenario/scenario.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <limits>
#include <random>
#include <thread>

namespace shoal::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double long_run = 2.0;                  // s of wall time: a longer run shows how far it is
constexpr std::size_t objects_per_thread = 2000;  // fewer are not worth a thread

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// A standard stream that the caller closed must not lend its number to the log: prints would end up in there.
void fill_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDWR));
}

record::ConsoleOptions console_options(const scenario::Settings& settings, const RunOptions& options) {
    record::ConsoleOptions console;
    if (settings.log_format == scenario::LogFormat::minimal) console.format = record::ConsoleFormat::minimal;
    console.level = options.quiet     ? record::Level::warning
                    : options.verbose ? record::Level::debug
                                      : record::Level::info;
    console.robot_messages = !options.hide_robot_messages && !options.quiet;
    if (settings.enable_console_logging) console.file = settings.console_filename;
    return console;
}

int threads_for(const scenario::Scenario& scenario, const RunOptions& options) {
    const int wanted = options.threads.value_or(scenario.settings.threads);
    if (wanted > 0) return wanted;
    std::size_t objects = 0;
    for (const auto& group : scenario.objects) objects += static_cast<std::size_t>(group.nb);
    const auto cores = std::max(1U, std::thread::hardware_concurrency());
    return static_cast<int>(std::clamp<std::size_t>(objects / objects_per_thread, 1, cores));
}

// The effective configuration, as the log's metadata keeps it.
void note_options(scenario::Scenario& scenario, const scenario::Arena& arena, const RunOptions& options,
                  std::uint32_t seed) {
    note_what_is_used(scenario, arena, seed);
    scenario.tree.set("GUI", scenario.settings.GUI && !options.no_gui ? "true" : "false");
    scenario.tree.set("progress_bar", options.progress ? "true" : "false");
}

void summarise(const pogobot::Simulation& simulation, double wall, record::Console& console) {
    const auto& settings = simulation.model().scenario.settings;
    const double rate = wall > 0.0 ? simulation.time() / wall : 0.0;
    console.info(fmt::format(
        "{:g} s of simulated time in {:.3f} s: {:.0f} x real time, {} objects, {:.3g} µs an object and tick",
        simulation.time(), wall, rate, simulation.model().objects.size(),
        1e6 * wall /
            std::max(1.0, static_cast<double>(simulation.state().tick) *
                              static_cast<double>(simulation.model().objects.size()))));
    if (settings.enable_data_logging)
        console.info(fmt::format("data: {} ({} rows)", settings.data_filename, simulation.rows()));
    if (settings.enable_console_logging)
        console.info(fmt::format("console log: {}", settings.console_filename));
}

// A run that goes on from a state writes the rest of the rows: they must not take the place of the first part.
void keep_first_part(const scenario::Settings& settings, const RunOptions& options) {
    const std::string& log = settings.data_filename;
    if (options.resume.empty() || !settings.enable_data_logging || !std::filesystem::is_regular_file(log))
        return;
    throw Error(
        {{log},
         "data_filename",
         "",
         "",
         "the rest of the run would take the place of this log; name another file, for instance with --set "
         "data_filename=rest.feather"});
}

/// Writes the state file that was asked for.
class StateSaver {
public:
    StateSaver(pogobot::Simulation& simulation, const RunOptions& options, record::Console& console)
        : simulation_(simulation), console_(console), path_(options.save),
          at_(options.save_at.value_or(std::numeric_limits<double>::infinity())) {}

    void look() {
        if (!path_.empty() && simulation_.time() >= at_ - pogobot::instant_rounding) save();
    }
    void finish() {
        if (!path_.empty()) save();
    }

private:
    void save() {
        simulation_.save_to_file(path_);
        console_.info(fmt::format("state at {:g} s: {}", simulation_.time(), path_));
        path_.clear();
    }

    pogobot::Simulation& simulation_;
    record::Console& console_;
    std::string path_;  // empty: nothing to save any more
    double at_;         // s
};

/// Null if none is wanted, or there is no display.
std::unique_ptr<view::Window> open_window(pogobot::Simulation& simulation, const RunOptions& options,
                                          record::Console& console) {
    const auto& settings = simulation.model().scenario.settings;
    if (!settings.GUI || options.no_gui) return nullptr;
    return view::view_library().window(simulation, console, look_of(options, settings));
}

int run_to_end(scenario::Scenario scenario, const RunOptions& options, std::uint32_t seed,
               record::Console& console) {
    const auto start = Clock::now();
    const double total = scenario.settings.simulation_time;
    const bool progress_wanted = options.progress || scenario.settings.progress_bar;
    const int threads = threads_for(scenario, options);
    auto filming = Filming::begin(options.video, look_of(options, scenario.settings).size, total, console);
    pogobot::Simulation simulation(std::move(scenario), {options.controller, seed, threads, options.resume},
                                   console);
    std::optional<Onlookers> onlookers;
    StateSaver saver(simulation, options, console);
    record::Progress progress(total, {progress_wanted});
    try {
        onlookers.emplace(simulation, options, std::move(filming));
        onlookers->look();
        saver.look();
        const auto step = [&] {
            simulation.step();
            onlookers->look();
            saver.look();
            if ((simulation.state().tick & 15) == 0 && (progress_wanted || seconds_since(start) > long_run))
                progress.update(simulation.time());
        };
        const auto stopped = [] { return stop_signal() != 0; };
        if (const auto window = open_window(simulation, options, console)) window->run({step, stopped});
        else
            while (!simulation.over() && !stopped()) step();
        if (progress_wanted) progress.finish(simulation.time());
        saver.finish();
        simulation.finish();
        onlookers->finish();
    } catch (...) {
        simulation.close_log();
        if (onlookers) onlookers->finish_video();
        throw;
    }
    summarise(simulation, seconds_since(start), console);
    if (stop_signal() == 0) return onlookers->failed() ? 2 : 0;
    console.warning(fmt::format("stopped by signal {} at {:g} s; the log is complete up to there",
                                stop_signal(), simulation.time()));
    return 128 + stop_signal();
}

void print_error(const std::exception& error) { fmt::print(stderr, "Error: {}\n", error.what()); }

}  // namespace

scenario::Document open_scenario(const RunOptions& options) {
    return scenario::open_document(options.config, {options.overrides, options.strict, {paths().data}});
}

int run(scenario::Document document, const RunOptions& options) {
    fill_closed_streams();
    scenario::Scenario scenario;
    scenario::Arena arena;
    try {
        scenario = scenario::read_pogobot(std::move(document));
        arena = scenario::load_arena(scenario);
    } catch (const std::exception& error) {
        print_error(error);
        return 1;
    }
    try {
        record::Console console(console_options(scenario.settings, options));
        for (const auto& warning : scenario.warnings) console.warning(warning);
        const std::uint32_t seed = options.seed             ? *options.seed
                                   : scenario.settings.seed ? *scenario.settings.seed
                                   : !options.resume.empty()
                                       ? pogobot::read_state_file(options.resume).origin.seed
                                       : std::random_device{}();
        keep_first_part(scenario.settings, options);
        if (!options.seed && !scenario.settings.seed && options.resume.empty())
            console.info(fmt::format("Using random seed {}", seed));
        note_options(scenario, arena, options, seed);
        note_stop_signals();
        return run_to_end(std::move(scenario), options, seed, console);
    } catch (const std::exception& error) {
        print_error(error);
        return 2;
    }
}

}  // namespace shoal::app

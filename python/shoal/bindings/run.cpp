#include "run.hpp"

#include "app/targets.hpp"
#include "base/error.hpp"
#include "base/math.hpp"
#include "pogobot/snapshot/state_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <random>

namespace shoal::python {
namespace {

using Clock = std::chrono::steady_clock;
using pogobot::no_body;
using pogobot::no_robot;

constexpr double mm_per_m = 1000.0;
constexpr std::uint64_t ticks_between_looks = 8;  // at the clock

std::uint32_t seed_of(const scenario::Settings& settings, const RunRequest& request) {
    if (request.seed) return *request.seed;
    if (settings.seed) return *settings.seed;
    if (!request.resume.empty()) return pogobot::read_state_file(request.resume).origin.seed;
    return std::random_device{}();
}

std::string controller_of(const RunRequest& request) {
    if (request.controller.empty()) return app::paths().library + "/libshoal_puppet.so";
    return app::controller_from(request.controller);
}

}  // namespace

Run::Turn::Turn(Run& run) : run_(run) {
    if (run.busy_.test_and_set()) throw Error("another thread is in this simulation");
}

Run::Run(const RunRequest& request) {
    scenario::Scenario scenario =
        scenario::load(request.config, {request.overrides, request.strict, {app::paths().data}});
    const scenario::Arena arena = scenario::load_arena(scenario);
    record::ConsoleOptions options;
    options.robot_messages = request.robot_messages;
    if (scenario.settings.enable_console_logging) options.file = scenario.settings.console_filename;
    options.take_line = [this](record::Level level, std::string_view line) {
        const std::lock_guard lock(lines_mutex_);
        lines_.emplace_back(level, line);
    };
    console_ = std::make_unique<record::Console>(options);
    for (const auto& warning : scenario.warnings) console_->warning(warning);
    const std::uint32_t seed = seed_of(scenario.settings, request);
    app::note_what_is_used(scenario, arena, seed);
    scenario.tree.set("GUI", "false");
    if (!request.log) scenario.settings.data_filename.clear();
    else if (!request.log->empty()) scenario.settings.data_filename = *request.log;
    simulation_ = std::make_unique<pogobot::Simulation>(
        std::move(scenario),
        pogobot::SimulationOptions{controller_of(request), seed, request.threads, request.resume, true},
        *console_);
    list_groups();
    look();
}

Run::~Run() = default;

void Run::list_groups() {
    const auto& model = simulation_->model();
    for (std::uint32_t g = 0; g < model.scenario.objects.size(); ++g) {
        const auto& of_group = model.objects.group;
        const auto first = std::find(of_group.begin(), of_group.end(), g);
        const auto last =
            std::find_if(first, of_group.end(), [&](std::uint32_t other) { return other != g; });
        if (first == last) continue;
        const auto row = static_cast<std::uint32_t>(first - of_group.begin());
        groups_.emplace_back(model.scenario.objects[g].category,
                             Group{g, row, static_cast<std::uint32_t>(last - first), model.objects.robot[row],
                                   mm_per_m * static_cast<double>(model.objects.radius[row])});
    }
}

const Group& Run::group(const std::string& category) const {
    std::string known;
    for (const auto& [name, group] : groups_) {
        if (name == category) return group;
        known += (known.empty() ? "" : ", ") + name;
    }
    throw Error(
        {{simulation_->model().scenario.path}, "objects", category, known, "no such category of objects"});
}

const Group& Run::robots(const std::string& category) const {
    const Group& found = group(category);
    if (found.robot != no_robot) return found;
    throw Error({{simulation_->model().scenario.path},
                 "objects." + category,
                 "",
                 "objects that run a controller",
                 "these have no motors, LEDs or sensors"});
}

void Run::require_going() const {
    if (!fault_.empty()) throw Error("this run has ended: " + fault_);
    if (ended_) throw Error("this run has ended");
}

// After a fault of the firmware the log is complete, and nothing more can be done but read.
std::uint64_t Run::advance(std::uint64_t ticks, double wall) {
    const Turn turn(*this);
    require_going();
    const auto until = Clock::now() + std::chrono::duration<double>(wall);
    std::uint64_t done = 0;
    try {
        while (done < ticks && !simulation_->over()) {
            simulation_->step();
            ++done;
            if (done % ticks_between_looks == 0 && Clock::now() > until) break;
        }
    } catch (const Error& error) {
        fault_ = error.what();
        ended_ = true;
        look();
        simulation_->close_log();
        throw;
    }
    look();
    return done;
}

void Run::finish() {
    const Turn turn(*this);
    if (ended_.exchange(true)) return;
    try {
        simulation_->finish();
    } catch (const Error& error) {
        fault_ = error.what();
        simulation_->close_log();
        throw;
    }
}

void Run::close() {
    const Turn turn(*this);
    if (!ended_.exchange(true)) simulation_->close_log();
}

void Run::look() {
    time_ = simulation_->time();
    tick_ = simulation_->state().tick;
    over_ = simulation_->over();
    if (poses_.empty()) return;
    const auto& objects = simulation_->model().objects;
    const auto& world = simulation_->world();
    const std::size_t n = objects.size();
    for (std::size_t o = 0; o < n; ++o) {
        if (objects.body[o] == no_body) continue;
        const auto at = mm_per_m * world.position(objects.bodies[o]);
        poses_[o] = at.x;
        poses_[n + o] = at.y;
        if (objects.parts[o].empty()) poses_[2 * n + o] = math::wrap_angle(world.angle(objects.bodies[o]));
    }
}

std::span<const double> Run::poses() {
    if (!poses_.empty()) return poses_;
    const Turn turn(*this);
    poses_.assign(3 * simulation_->model().objects.size(), std::numeric_limits<double>::quiet_NaN());
    look();
    return poses_;
}

record::Rows Run::kept_rows() {
    const Turn turn(*this);
    if (!simulation_->model().scenario.settings.enable_data_logging)
        throw Error("there is no table: the scenario sets enable_data_logging to false");
    return simulation_->kept_rows();
}

record::Rows Run::rows_now(const std::string& category) {
    const Turn turn(*this);
    return simulation_->rows_now(group(category).index);
}

void Run::save(pogobot::Snapshot& snapshot) {
    const Turn turn(*this);
    simulation_->save(snapshot);
}

void Run::restore(const pogobot::Snapshot& snapshot) {
    const Turn turn(*this);
    require_going();
    simulation_->restore(snapshot);
    look();
}

void Run::save_to_file(const std::string& path) {
    const Turn turn(*this);
    simulation_->save_to_file(path);
}

view::Stills& Run::stills(const app::PictureOptions& options) {
    const std::string wanted =
        fmt::format("{} {} {} {} {}", options.size->width, options.size->height, options.layers,
                    options.aim.zoom, options.aim.follow ? fmt::to_string(*options.aim.follow) : "nobody");
    if (!stills_ || stills_are_ != wanted) {
        const auto look = app::look_of(options, simulation_->model().scenario.settings);
        stills_ = view::view_library().stills(*simulation_, look);
        stills_are_ = wanted;
    }
    return *stills_;
}

std::vector<std::uint8_t> Run::picture(const app::PictureOptions& options) {
    const Turn turn(*this);
    view::Stills& drawn = stills(options);
    drawn.note_traces();
    const auto bytes = drawn.draw();
    return {bytes.begin(), bytes.end()};
}

std::vector<std::pair<record::Level, std::string>> Run::take_lines() {
    const std::lock_guard lock(lines_mutex_);
    return std::exchange(lines_, {});
}

}  // namespace shoal::python

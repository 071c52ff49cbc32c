// The whole simulator (firmware, motors, physics, a log each second) on run-and-tumble at the density of 100 robots on
// 1.5 m², against the physics alone of Box2D 2.4.1 for as many discs at 10 % cover, in turns in one run.

#include "app/build.hpp"
#include "pogobot/firmware.hpp"
#include "pogobot/services.hpp"
#include "pogobot/setup.hpp"
#include "pogobot/simulation.hpp"
#include "record/console.hpp"
#include "scenario/scenario.hpp"
#include "support/box2d_twin.hpp"
#include "table.hpp"

#include <fmt/format.h>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

extern char** environ;

namespace {

using namespace shoal;

constexpr double dt = 0.01;    // s
constexpr double speed = 0.1;  // m/s
constexpr double cover = 0.1;
constexpr int rounds = 5;
const std::string example = std::string(SHOAL_SOURCE_DIR) + "/examples/pogobot/run_and_tumble";
const std::string log_file = fmt::format("/tmp/shoal-bench-{}.feather", ::getpid());

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::vector<std::string> settings(std::size_t robots, double seconds) {
    return {fmt::format("objects.robots.nb={}", robots),
            fmt::format("arena_surface={}", 15000.0 * static_cast<double>(robots)),
            fmt::format("simulation_time={}", seconds), "data_filename=" + log_file,
            "enable_console_logging=false"};
}

class Ours {
public:
    Ours(const std::string& controller, std::size_t robots, const std::vector<std::string>& more = {})
        : simulation_(
              scenario::load(example + "/paper.yaml", {with(more, robots), false, {SHOAL_SOURCE_DIR}}),
              {controller, 1, 1}, console_) {}
    // µs a robot and tick.
    double measure(std::size_t robots, int ticks) {
        const double start = now();
        for (int i = 0; i < ticks; ++i) simulation_.step();
        return 1e6 * (now() - start) / (static_cast<double>(robots) * ticks);
    }

private:
    static std::vector<std::string> with(const std::vector<std::string>& more, std::size_t robots) {
        auto all = settings(robots, 1e9);
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    record::Console console_{{record::ConsoleFormat::minimal, record::Level::error}};
    pogobot::Simulation simulation_;
};

class Peer {
public:
    explicit Peer(std::size_t discs) : world_(10.0) {
        const scenes::Material material{10.0, 0.3, 0.5};
        const auto lattice = scenes::lattice(discs, cover);
        world_.add_outline(scenes::rectangle(lattice.box), material);
        for (const auto p : lattice.places)
            bodies_.push_back(world_.add_disc(p, scenes::robot_radius, {}, material));
    }
    double measure(std::size_t discs, int ticks) {
        const auto velocities = scenes::random_velocities(discs, speed, round_++);
        for (std::size_t i = 0; i < discs; ++i) world_.set_velocity(bodies_[i], velocities[i]);
        const double start = now();
        for (int i = 0; i < ticks; ++i) world_.step(dt);
        return 1e6 * (now() - start) / (static_cast<double>(discs) * ticks);
    }

private:
    scenes::Box2dWorld world_;
    std::vector<b2Body*> bodies_;
    std::uint32_t round_ = 0;
};

bench::Row steps(const std::string& controller, std::size_t n, double goal) {
    Ours ours(controller, n);
    Peer peer(n);
    const int ticks = static_cast<int>(std::max<std::size_t>(200, 200000 / n));
    bench::Row row{fmt::format("run_and_tumble N={} (µs a robot-tick)", n), 1e300, 1e300, goal};
    for (int round = 0; round <= rounds; ++round) {
        const double a = ours.measure(n, ticks);
        const double b = peer.measure(n, ticks);
        if (round == 0) continue;  // warms up
        row.ours = std::min(row.ours, a);
        row.peer = std::min(row.peer, b);
    }
    return row;
}

// Here "peer" is the same run without messages.
bench::Row in_turns(bench::Row row, Ours& ours, Ours& peer, std::size_t n) {
    const int ticks = static_cast<int>(std::max<std::size_t>(200, 200000 / n));
    for (int round = 0; round <= rounds; ++round) {
        const double a = ours.measure(n, ticks);
        const double b = peer.measure(n, ticks);
        if (round == 0) continue;  // warms up
        row.ours = std::min(row.ours, a);
        row.peer = std::min(row.peer, b);
    }
    return row;
}

bench::Row messages(const std::string& controller, std::size_t n, double goal) {
    Ours talking(controller, n);
    Ours silent(controller, n, {"parameters.talk=false"});
    return in_turns({fmt::format("messages at 20 %, N={} (µs a robot-tick)", n), 1e300, 1e300, goal}, talking,
                    silent, n);
}

// Here "peer" is the same run in the default mode.
bench::Row compatibility(const std::string& controller, std::size_t n, double goal) {
    Ours compatible(controller, n, {"compatibility=pogosim"});
    Ours usual(controller, n);
    return in_turns({fmt::format("compatibility: pogosim, N={} (µs a robot-tick)", n), 1e300, 1e300, goal},
                    compatible, usual, n);
}

struct Child {
    double seconds;       // wall time, start to exit
    double memory_bytes;  // most that was resident
};

/// `log`: with a row of each robot every so many seconds, or no log.
Child run_program(std::size_t robots, double simulated, std::optional<double> log) {
    std::vector<std::string> words{SHOAL_PROGRAM, "run", example,     "-c", example + "/paper.yaml",
                                   "-g",          "-q",  "--threads", "1"};
    auto overrides = settings(robots, simulated);
    overrides.push_back(log ? fmt::format("save_data_period={}", *log) : "enable_data_logging=false");
    for (const auto& value : overrides) words.insert(words.end(), {"--set", value});
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const double start = now();
    pid_t child = 0;
    ::posix_spawn(&child, argv[0], nullptr, nullptr, argv.data(), environ);
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    if (status != 0) fmt::print(stderr, "{} failed\n", fmt::join(words, " "));
    return {now() - start, 1024.0 * static_cast<double>(usage.ru_maxrss)};
}

// The program from start to exit against Box2D's physics of the same minute.
bench::Row whole_program(double goal) {
    Peer peer(100);
    bench::Row row{"run_and_tumble N=100, 60 s, program from start to exit (s)", 1e300, 1e300, goal};
    for (int round = 0; round <= 3 * rounds; ++round) {
        row.ours = std::min(row.ours, run_program(100, 60.0, {}).seconds);
        row.peer = std::min(row.peer, peer.measure(100, 6000) * 100 * 6000 * 1e-6);
    }
    return row;
}

// Here "peer" is the same run without a log.
bench::Row log_each_tenth(double goal) {
    bench::Row row{"run_and_tumble N=100, 60 s, program with a log each 0.1 s (s)", 1e300, 1e300, goal};
    for (int round = 0; round <= 3 * rounds; ++round) {
        row.ours = std::min(row.ours, run_program(100, 60.0, 0.1).seconds);
        row.peer = std::min(row.peer, run_program(100, 60.0, {}).seconds);
    }
    return row;
}

// Robots in turns, each going on from one sleep to the next: variables in, onto its stack, back, variables out. Here and
// below "peer" is what we allow ourselves.
bench::Row stack_switch(std::size_t robots) {
    const std::string source = std::string(SHOAL_SOURCE_DIR) + "/bench/controllers/bare_switch";
    const std::string controller = app::build_controller(source);
    record::Console console{{record::ConsoleFormat::minimal, record::Level::error}};
    auto setup = pogobot::set_up(
        scenario::load(example + "/paper.yaml", {settings(robots, 1e9), false, {SHOAL_SOURCE_DIR}}), 1,
        std::make_shared<WorkerPool>(1));
    pogobot::Recorder recorder(setup.model, setup.state, *setup.world);
    pogobot::Services services(setup.model, setup.state, *setup.world, recorder, console);
    pogobot::Firmware firmware(controller, setup.model, setup.state, services);
    services.set_guard(&firmware.guard());
    services.set_programs(firmware.programs());
    firmware.boot();
    firmware.start();
    const int ticks = static_cast<int>(2'000'000 / robots);
    bench::Row row{fmt::format("bare programs N={}: a switch (ns; allowed: 150)", robots), 1e300, 150.0, 1.0};
    for (int round = 0; round < rounds; ++round) {
        const double start = now();
        for (int i = 0; i < ticks; ++i) {
            setup.state.time = dt * static_cast<double>(++setup.state.tick);
            firmware.run_due_steps();
        }
        row.ours = std::min(row.ours, 1e9 * (now() - start) / (static_cast<double>(robots) * ticks));
    }
    return row;
}

bench::Row start_up() {
    bench::Row row{"start to exit without a tick, N=100 (s; allowed: 0.1)", 1e300, 0.1, 1.0};
    for (int round = 0; round < rounds; ++round)
        row.ours = std::min(row.ours, run_program(100, 0.0, 1.0).seconds);
    return row;
}

// To be measured first: what a child is said to have used is at least what this program used when it started it.
bench::Row memory() {
    const double small = run_program(20000, 1.0, {}).memory_bytes;
    const double large = run_program(40000, 1.0, {}).memory_bytes;
    constexpr double user_data = 64.0;  // bytes: what a robot of this controller keeps, in whole cache lines
    return {"memory a robot beside user data (bytes; allowed: 1000)", (large - small) / 20000.0 - user_data,
            1000.0, 1.0};
}

}  // namespace

int main(int count, char** arguments) {
    std::string csv;
    if (count == 3 && std::strcmp(arguments[1], "--csv") == 0) csv = arguments[2];
    else if (count != 1) {
        fmt::print(stderr, "usage: bench_pogobot [--csv FILE]\n");
        return 2;
    }
    const std::string controller = app::build_controller(example);
    std::vector<bench::Row> rows;
    const auto add = [&](const bench::Row& row) {
        rows.push_back(row);
        bench::print(row);
    };
    bench::print_header();
    add(memory());
    add(steps(controller, 100, 1.0 / 0.6));
    add(steps(controller, 1000, 1.0 / 0.6));
    add(steps(controller, 10000, 1.0 / 0.6));
    const std::string chatter = app::build_controller(std::string(SHOAL_SOURCE_DIR) + "/bench/chatter");
    add(messages(chatter, 100, 1.0 / 1.5));
    add(messages(chatter, 1000, 1.0 / 1.5));
    add(compatibility(chatter, 100, 1.0 / 1.3));
    add(compatibility(chatter, 1000, 1.0 / 1.3));
    add(stack_switch(100));
    add(stack_switch(1000));
    add(whole_program(1.0 / 0.35));
    add(log_each_tenth(1.0 / 1.1));
    add(start_up());
    ::unlink(log_file.c_str());
    if (!csv.empty()) bench::write_csv(csv, rows);
    return 0;
}

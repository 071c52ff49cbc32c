// Threads and growth: the whole simulator on run-and-tumble at the density of 100 robots on 1.5 m², and the physics alone
// at 10 % and 60 % cover, on one and two threads, from 1,000 to 1,000,000 robots. Both sides of a row are ours.

#include "app/build.hpp"
#include "pogobot/simulation.hpp"
#include "record/console.hpp"
#include "scenario/scenario.hpp"
#include "support/scenes.hpp"
#include "table.hpp"

#include <fmt/format.h>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace shoal;

constexpr double dt = 0.01;    // s
constexpr double speed = 0.1;  // m/s
constexpr int warm_up = 200;   // ticks: until robots have left their first places
constexpr int rounds = 7;
const std::string example = SHOAL_SOURCE_DIR "/examples/pogobot/run_and_tumble";

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double resident_bytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

/// Something that takes steps of n robots.
struct Work {
    std::size_t n;
    std::function<void()> step;
    /// µs a robot and step.
    double measure(int steps) const {
        const double start = now();
        for (int i = 0; i < steps; ++i) step();
        return 1e6 * (now() - start) / (static_cast<double>(n) * steps);
    }
};

int steps_of(std::size_t n) { return static_cast<int>(std::clamp<std::size_t>(500'000 / n, 5, 400)); }

// Discs whose drives keep them at their speed, in a new direction each second: they never come to rest.
struct Discs {
    Discs(std::size_t n, double cover, int threads)
        : scene(scenes::moving_discs(n, cover, speed, std::make_shared<WorkerPool>(threads))) {}
    void step() {
        if (steps++ % 100 == 0) {
            const auto velocities = scenes::random_velocities(scene.bodies.size(), speed, steps);
            for (std::size_t i = 0; i < velocities.size(); ++i)
                scene.world.set_drive(scene.bodies[i], velocities[i], 0.0, 1.0, 0.0);
        }
        scene.world.step(dt);
    }
    scenes::Scene scene;
    std::uint32_t steps = 0;
};

Work discs(std::size_t n, double cover, int threads) {
    auto discs = std::make_shared<Discs>(n, cover, threads);
    return {n, [discs] { discs->step(); }};
}

struct Run {
    Run(const std::string& controller, std::size_t n, int threads, const std::vector<std::string>& more)
        : simulation(scenario::load(example + "/paper.yaml", {settings(n, more), false, {SHOAL_SOURCE_DIR}}),
                     {controller, 1, threads}, console) {}

    static std::vector<std::string> settings(std::size_t n, const std::vector<std::string>& more) {
        std::vector<std::string> all{fmt::format("objects.robots.nb={}", n),
                                     fmt::format("arena_surface={}", 15000.0 * static_cast<double>(n)),
                                     "simulation_time=1e9", "enable_data_logging=false",
                                     "enable_console_logging=false"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    record::Console console{{record::ConsoleFormat::minimal, record::Level::error}};
    pogobot::Simulation simulation;
};

Work swarm(const std::string& controller, std::size_t n, int threads,
           const std::vector<std::string>& more = {}) {
    auto run = std::make_shared<Run>(controller, n, threads, more);
    return {n, [run] { run->simulation.step(); }};
}

// In turns, the best of some rounds each.
bench::Row compare(const std::string& name, const Work& ours, const Work& peer, double goal) {
    for (const Work* work : {&ours, &peer}) work->measure(work->n > 200'000 ? warm_up / 10 : warm_up);
    bench::Row row{name, 1e300, 1e300, goal};
    for (int round = 0; round < rounds; ++round) {
        row.ours = std::min(row.ours, ours.measure(steps_of(ours.n)));
        row.peer = std::min(row.peer, peer.measure(steps_of(peer.n)));
    }
    return row;
}

using Maker = std::function<Work(std::size_t n, int threads)>;

// The peer is the same work on one thread: the ratio is the gain.
bench::Row threads_row(const std::string& name, const Maker& make, double goal) {
    constexpr std::size_t n = 10'000;
    return compare(name + " N=10000, 2 threads against 1", make(n, 2), make(n, 1), goal);
}

// The peer is 1,000 robots: the ratio is 1 where a robot costs the same.
bench::Row growth_row(const std::string& name, const Maker& make, std::size_t n, double goal) {
    return compare(fmt::format("{} N={} against 1000", name, n), make(n, 1), make(1000, 1), goal);
}

// How a robot-step grows to a million of them, and how much memory that takes.
std::vector<bench::Row> million(const std::string& controller, double goal) {
    constexpr std::size_t n = 1'000'000;
    constexpr double user_data = 64.0;  // bytes a robot of this controller, in whole cache lines
    const bench::Row growth = growth_row(
        "run_and_tumble", [&](std::size_t count, int threads) { return swarm(controller, count, threads); },
        n, goal);
    return {growth,
            {"1,000,000 robots beside user data (MB; allowed: 1000)",
             1e-6 * (resident_bytes() - user_data * n), 1000.0, 1.0}};
}

// Seconds for 10 s of 64 worlds of 100 robots each, set-up included, by this many threads that take one after the other.
double worlds_seconds(const std::string& controller, int threads) {
    constexpr int worlds = 64;
    constexpr int ticks = 1000;
    std::atomic<int> next{0};
    const double start = now();
    {
        std::vector<std::jthread> workers;
        for (int i = 0; i < threads; ++i)
            workers.emplace_back([&] {
                for (int world = next++; world < worlds; world = next++)
                    swarm(controller, 100, 1, {fmt::format("seed={}", world)}).measure(ticks);
            });
    }
    return now() - start;
}

bench::Row worlds_row(const std::string& controller, double goal) {
    bench::Row row{"64 worlds of 100 robots (s), 2 threads against 1", 1e300, 1e300, goal};
    for (int round = 0; round < 3; ++round) {
        row.ours = std::min(row.ours, worlds_seconds(controller, 2));
        row.peer = std::min(row.peer, worlds_seconds(controller, 1));
    }
    return row;
}

struct Words {
    std::string csv, only;
    bool wrong = false;
};

Words read_words(int count, char** arguments) {
    Words words;
    for (int i = 1; i < count; ++i) {
        const bool has_value = i + 1 < count;
        if (std::strcmp(arguments[i], "--csv") == 0 && has_value) words.csv = arguments[++i];
        else if (std::strcmp(arguments[i], "--only") == 0 && has_value) words.only = arguments[++i];
        else words.wrong = true;
    }
    return words;
}

}  // namespace

int main(int count, char** arguments) {
    const Words words = read_words(count, arguments);
    if (words.wrong) {
        fmt::print(stderr, "usage: bench_scale [--only threads|growth|worlds|million] [--csv FILE]\n");
        return 2;
    }
    const std::string controller = app::build_controller(example);
    const Maker sparse = [](std::size_t n, int threads) { return discs(n, 0.1, threads); };
    const Maker dense = [](std::size_t n, int threads) { return discs(n, 0.6, threads); };
    const Maker whole = [&](std::size_t n, int threads) { return swarm(controller, n, threads); };

    std::vector<bench::Row> rows;
    const auto wanted = [&](const char* part) { return words.only.empty() || words.only == part; };
    const auto add = [&](const bench::Row& row) {
        rows.push_back(row);
        bench::print(row);
    };
    bench::print_header();
    if (wanted("threads")) {
        add(threads_row("discs 10 %", sparse, 1.7));
        add(threads_row("discs 60 %", dense, 1.7));
        add(threads_row("run_and_tumble", whole, 1.7));
    }
    if (wanted("growth")) {
        add(growth_row("discs 10 %", sparse, 100'000, 1.0 / 1.5));
        add(growth_row("discs 60 %", dense, 100'000, 1.0 / 1.5));
        add(growth_row("run_and_tumble", whole, 100'000, 1.0 / 1.5));
    }
    if (wanted("worlds")) add(worlds_row(controller, 1.9));
    if (wanted("million"))
        for (const auto& row : million(controller, 1.0 / 1.5)) add(row);
    if (!words.csv.empty()) bench::write_csv(words.csv, rows);
    return 0;
}

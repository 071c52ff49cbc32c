// Discs of 26.5 mm that move at random 100 mm/s in a closed box: time of one disc for one step, against Box2D 2.4.1 on
// the same discs (in its own scale: 1 unit = 100 mm), in turns, the best of several rounds of each. Where Python has
// pyb2d3, also against Box2D v3.

#include "support/box2d_twin.hpp"
#include "table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <thread>

namespace {

using namespace shoal;
using scenes::Vec2;

constexpr double dt = 0.01;         // s
constexpr double speed = 0.1;       // m/s
constexpr double box2d_scale = 10;  // units per metre
constexpr int rounds = 5;

double seconds_of(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Enough steps for a steady figure, whole seconds of simulated time for small crowds.
int steps_of(std::size_t n) { return static_cast<int>(std::clamp<std::size_t>(400000 / n, 20, 1000)); }

class Ours {
public:
    Ours(std::size_t n, double cover, int threads)
        : scene_(scenes::moving_discs(n, cover, speed, std::make_shared<WorkerPool>(threads))) {}
    void steer(const std::vector<Vec2>& velocities) {
        for (std::size_t i = 0; i < velocities.size(); ++i)
            scene_.world.set_velocity(scene_.bodies[i], velocities[i], 0.0);
    }
    void step() { scene_.world.step(dt); }

private:
    scenes::Scene scene_;
};

class Peer {
public:
    Peer(std::size_t n, double cover) : world_(box2d_scale) {
        const scenes::Material material{10.0, 0.3, 0.5};
        const auto lattice = scenes::lattice(n, cover);
        world_.add_outline(scenes::rectangle(lattice.box), material);
        for (const Vec2 p : lattice.places)
            bodies_.push_back(world_.add_disc(p, scenes::robot_radius, {}, material));
    }
    void steer(const std::vector<Vec2>& velocities) {
        for (std::size_t i = 0; i < velocities.size(); ++i) world_.set_velocity(bodies_[i], velocities[i]);
    }
    void step() { world_.step(dt); }

private:
    scenes::Box2dWorld world_;
    std::vector<b2Body*> bodies_;
};

// Microseconds a disc and step. New velocities every second keep the discs moving as friction and impacts slow them.
template <class Simulation>
double measure(Simulation& simulation, std::size_t n, int steps, std::uint32_t round) {
    double seconds = 0.0;
    for (int done = 0; done < steps; done += 100) {
        simulation.steer(
            scenes::random_velocities(n, speed, 100 * round + static_cast<std::uint32_t>(done / 100)));
        seconds += seconds_of([&] {
            for (int i = done; i < std::min(steps, done + 100); ++i) simulation.step();
        });
    }
    return 1e6 * seconds / (static_cast<double>(n) * steps);
}

template <class A, class B>
bench::Row compare(const std::string& name, A& ours, B& peer, std::size_t n, double goal) {
    bench::Row row{name, 1e300, 1e300, goal};
    for (std::uint32_t round = 0; round <= rounds; ++round) {
        const double a = measure(ours, n, steps_of(n), round);
        const double b = measure(peer, n, steps_of(n), round);
        if (round == 0) continue;  // warms up
        row.ours = std::min(row.ours, a);
        row.peer = std::min(row.peer, b);
    }
    bench::print(row);
    return row;
}

std::string name_of(double cover, std::size_t n) {
    return fmt::format("discs {:.0f} % N={}", 100.0 * cover, n);
}

std::vector<bench::Row> against_box2d(std::size_t largest) {
    std::vector<bench::Row> rows;
    for (const double cover : {0.1, 0.6})
        for (const std::size_t n : {100U, 1000U, 10000U, 50000U}) {
            if (n > largest) continue;
            Ours ours(n, cover, 1);
            Peer peer(n, cover);
            rows.push_back(compare(name_of(cover, n), ours, peer, n, 4.0));
        }
    return rows;
}

// Microseconds a disc and step of Box2D v3, from a program of its own; 0 if it cannot be had.
double box2d_v3(const std::string& python, std::size_t n, double cover, int steps) {
    const std::string script = SHOAL_SOURCE_DIR "/bench/box2d_v3.py";
    FILE* const pipe = popen(fmt::format("{} {} {} {} {}", python, script, n, cover, steps).c_str(), "r");
    if (pipe == nullptr) return 0.0;
    double best = 0.0;
    const bool read = std::fscanf(pipe, "%lf", &best) == 1;
    return pclose(pipe) == 0 && read ? best : 0.0;
}

std::vector<bench::Row> against_box2d_v3(std::size_t largest, const std::string& python) {
    std::vector<bench::Row> rows;
    for (const double cover : {0.1, 0.6})
        for (const std::size_t n : {100U, 1000U, 10000U}) {
            if (n > largest) continue;
            bench::Row row{name_of(cover, n) + " v3", 1e300, box2d_v3(python, n, cover, steps_of(n)), 3.0};
            if (row.peer == 0.0) {
                fmt::print("Box2D v3 is left out: {} cannot run bench/box2d_v3.py (pip install pyb2d3)\n",
                           python);
                return rows;
            }
            Ours ours(n, cover, 1);
            for (std::uint32_t round = 0; round <= rounds; ++round)
                row.ours = std::min(row.ours, measure(ours, n, steps_of(n), round));
            rows.push_back(row);
            bench::print(row);
        }
    return rows;
}

// Here the peer is ourselves on one thread: the ratio is the gain from threads.
std::vector<bench::Row> against_one_thread() {
    std::vector<bench::Row> rows;
    const int threads = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
    for (const double cover : {0.1, 0.6}) {
        constexpr std::size_t n = 10000;
        Ours ours(n, cover, threads);
        Ours single(n, cover, 1);
        rows.push_back(
            compare(fmt::format("{} threads={}", name_of(cover, n), threads), ours, single, n, 1.7));
    }
    return rows;
}

}  // namespace

int main(int count, char** arguments) {
    std::string csv;
    std::string python = "python3";
    bool threads = false;
    std::size_t largest = 50000;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(arguments[i], "--threads") == 0) threads = true;
        else if (std::strcmp(arguments[i], "--csv") == 0 && i + 1 < count) csv = arguments[++i];
        else if (std::strcmp(arguments[i], "--python") == 0 && i + 1 < count) python = arguments[++i];
        else if (std::strcmp(arguments[i], "--largest") == 0 && i + 1 < count)
            largest = std::stoul(arguments[++i]);
        else {
            fmt::print(stderr,
                       "usage: bench_physics [--threads] [--largest N] [--python PROGRAM] [--csv FILE]\n");
            return 2;
        }
    }
    bench::print_header();
    auto rows = threads ? against_one_thread() : against_box2d(largest);
    if (!threads)
        for (const auto& row : against_box2d_v3(largest, python)) rows.push_back(row);
    if (!csv.empty()) bench::write_csv(csv, rows);
    return 0;
}

// Populations of voxel robots with the phase gait on flat ground, against a plain scalar loop over the same springs, welds and
// contacts in the same run; microseconds a voxel-step, best of several rounds in turns.

#include "table.hpp"
#include "voxel/population.hpp"
#include "voxel_reference.hpp"

#include "base/math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace shoal;
using namespace shoal::voxel;
using bench::Row;

constexpr int control_interval = 2;  // steps, as the paper has it
constexpr int rounds = 5;
constexpr double work = 40000.0;  // voxel-steps a round
constexpr double drop = 1.0;      // m

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::shared_ptr<const Ground> flat() {
    return std::make_shared<const Ground>(std::vector<Point>{{-1e5, 0.0}, {1e5, 0.0}});
}

float gait(double t, int x, int width) {
    return static_cast<float>(math::sincos(math::pi * x / width - math::two_pi * t).sin);
}

// Something that steps voxels: called with a number of steps.
using Steps = std::function<void(int)>;

class Ours {
public:
    Ours(const Body& body, int count, int threads, bool reads)
        : population_(std::vector<Body>(static_cast<std::size_t>(count), body), flat(), 0.0, drop),
          pool_(threads), width_(body.width()), reads_(reads) {}

    void run(int steps) {
        pool_.for_ranges(population_.block_count(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t block = begin; block < end; ++block) run_block(block, steps);
        });
    }
    [[nodiscard]] const Population& population() const { return population_; }

private:
    void run_block(std::size_t block, int steps) {
        for (int i = 0; i < steps; i += control_interval) {
            const double t = population_.time(population_.block_worlds(block).front());
            for (const std::uint32_t w : population_.block_worlds(block)) {
                const Rows rows = population_.rows(w);
                for (std::size_t row = rows.begin; row < rows.end; ++row)
                    population_.control()[row] = gait(t, static_cast<int>(row - rows.begin) % width_, width_);
            }
            population_.apply_control(population_.block_rows(block));
            population_.step_block(block, control_interval);
            if (reads_) population_.measure_block(block);
        }
    }

    Population population_;
    WorkerPool pool_;
    int width_;
    bool reads_;
};

class Reference {
public:
    Reference(const Body& body, int substeps)
        : robot_(body, 0.0, drop, substeps, 1.0 / 60.0), width_(body.width()), values_(body.voxel_count()) {}

    void run(int steps) {
        for (int i = 0; i < steps; ++i, ++step_) {
            if (step_ % control_interval == 0) {
                for (std::size_t v = 0; v < values_.size(); ++v)
                    values_[v] = gait(step_ / 60.0, static_cast<int>(v) % width_, width_);
                robot_.control(values_);
            }
            robot_.step();
        }
    }
    [[nodiscard]] double centre_x() const { return robot_.centre_x(); }

private:
    bench::VoxelReference robot_;
    int width_;
    std::vector<float> values_;
    int step_ = 0;
};

struct Contender {
    Steps run;
    double voxels;
    double best = 1e30;  // µs a voxel-step

    void round() {
        const int steps =
            std::max(control_interval, static_cast<int>(work / voxels) / control_interval * control_interval);
        const double start = now();
        run(steps);
        best = std::min(best, (now() - start) * 1e6 / (steps * voxels));
    }
};

void measure(std::vector<Contender*> contenders) {
    for (Contender* contender : contenders) contender->round();  // warm-up: robots come down
    for (Contender* contender : contenders) contender->best = 1e30;
    for (int i = 0; i < rounds; ++i)
        for (Contender* contender : contenders) contender->round();
}

// The two must do the same while the robot falls and its springs work; on the ground small differences grow.
void check_reference(const Body& body) {
    Ours ours(body, 1, 1, false);
    Reference reference(body, ours.population().substeps(0));
    ours.run(10);
    reference.run(10);
    const double apart = std::abs(ours.population().robot_centre(0).x - reference.centre_x());
    if (apart > 0.01) fmt::print("the reference is {} m away from ours after 10 steps\n", apart);
}

void print_last(const std::vector<Row>& rows) { bench::print(rows.back()); }

void bench_grid(int width, int height, const Material& material, const std::string& of,
                std::vector<Row>& rows) {
    const Body body(width, height, material);
    check_reference(body);
    const double voxels = static_cast<double>(body.voxel_count());
    Ours one(body, 1, 1, false), eight(body, 8, 1, false), many(body, 64, 1, false),
        reading(body, 64, 1, true);
    Ours both(body, 64, 2, false);
    Reference plain(body, one.population().substeps(0));
    Contender a{[&](int n) { one.run(n); }, voxels}, b{[&](int n) { eight.run(n); }, 8 * voxels};
    Contender c{[&](int n) { many.run(n); }, 64 * voxels}, d{[&](int n) { reading.run(n); }, 64 * voxels};
    Contender e{[&](int n) { both.run(n); }, 64 * voxels}, r{[&](int n) { plain.run(n); }, voxels};
    measure({&a, &b, &c, &d, &e, &r});
    const std::string grid = fmt::format("voxel {}x{}{}", width, height, of);
    const auto add = [&](const std::string& what, double ours, double peer, double goal) {
        rows.push_back({fmt::format("{} {}", grid, what), ours, peer, goal});
        print_last(rows);
    };
    add("x1", a.best, r.best, 0.0);
    add("x8", b.best, r.best, 0.0);
    add("x64", c.best, r.best, 4.0);
    add("x64, readings", d.best, r.best, 0.0);
    add("x64, 2 threads : 1", e.best, c.best, 1.9);
    add("alone : x64", a.best, c.best, 1.0 / 3.0);
}

double ours_of(const std::vector<Row>& rows, const std::string& name) {
    for (const Row& row : rows)
        if (row.name == name) return row.ours;
    return 0.0;
}

}  // namespace

int main(int argc, char** argv) {
    std::string csv;
    for (int i = 1; i + 1 < argc; ++i)
        if (std::strcmp(argv[i], "--csv") == 0) csv = argv[i + 1];
    std::vector<Row> rows;
    bench::print_header();
    constexpr int grids[][2] = {{4, 1}, {5, 5}, {10, 10}, {20, 20}};
    for (const auto& [width, height] : grids) bench_grid(width, height, paper_material(), "", rows);
    bench_grid(
        5, 5,
        [] {
            Material material = vsr_1_12_material();
            material.mass_collision = false;
            return material;
        }(),
        " vsr-1.12", rows);
    rows.push_back({"voxel 5x5 x64 (allowed: 0.4 us)", ours_of(rows, "voxel 5x5 x64"), 0.4, 1.0});
    print_last(rows);
    rows.push_back(
        {"voxel 20x20 x64 : 5x5 x64", ours_of(rows, "voxel 20x20 x64"), ours_of(rows, "voxel 5x5 x64"), 0.8});
    print_last(rows);
    if (!csv.empty()) bench::write_csv(csv, rows);
    return 0;
}

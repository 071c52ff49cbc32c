#include "voxel/support.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::voxel {
namespace {

TEST(Walking, AWormWalks) {
    Population population({world(Body(10, 1, vsr_1_12_material()), flat(), 0.0, 1.0)});
    const double before = population.robot_centre(0).x;
    walk(population, 1200);
    EXPECT_GT(std::abs(population.robot_centre(0).x - before), 15.0);  // m in 20 s, half of its length
    EXPECT_GT(population.robot_centre(0).y, 0.5);
}

TEST(Walking, WithoutActuationNothingWalks) {
    Population population({world(Body(10, 1, vsr_1_12_material()), flat(), 0.0, 1.0)});
    const double before = population.robot_centre(0).x;
    population.step(600);
    EXPECT_NEAR(population.robot_centre(0).x, before, 0.05);
}

TEST(Walking, StepsConverge) {
    // A short run: later ones part ways, as all walking does.
    const auto place = [](int finer) {
        Settings settings;
        settings.dt = 1.0 / 60.0 / finer;
        settings.substeps = 8;
        Population population({world(Body(4, 2, vsr_1_12_material()), nullptr)}, settings);
        for (int i = 0; i < 30 * finer; ++i) {
            wave(population, (i / finer) / 60.0);
            population.step();
        }
        return population.mass(population.rows(0).begin, 0).centre;
    };
    const Point one = place(1), two = place(2), four = place(4), eight = place(8);
    const auto apart = [](Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); };
    EXPECT_LT(apart(two, four), 0.6 * apart(one, two));
    EXPECT_LT(apart(four, eight), 0.6 * apart(two, four));
    EXPECT_LT(apart(one, eight), 0.01);
}

}  // namespace
}  // namespace shoal::voxel

#include "base/error.hpp"

#include "voxel/support.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::voxel {
namespace {

TEST(Welds, HoldMassesTogetherExactly) {
    Population population({world(Body(4, 2, vsr_1_12_material()), flat(), 0.0, 1.0)});
    walk(population, 200);
    const std::size_t first = population.rows(0).begin;
    const MassReading a = population.mass(first, 1), b = population.mass(first + 1, 0);
    EXPECT_NEAR(std::hypot(a.centre.x - b.centre.x, a.centre.y - b.centre.y), 1.05, 1e-6);
    EXPECT_EQ(a.angle, b.angle);
}

TEST(Welds, ThatBreakLetVoxelsGoAndKeepMomentum) {
    Settings settings = weightless();
    settings.breakable = true;
    Population population({world(Body(2, 1, undamped(vsr_1_12_material())), nullptr)}, settings);
    population.set_velocity(0, 0, {1.0, 0.0}, 1.0);
    population.step(30);
    const Point before = population.momentum(0);
    const std::size_t first = population.rows(0).begin;
    const Point place = population.mass(first, 1).centre;
    population.break_weld(first, first + 1);
    EXPECT_NEAR(population.mass(first, 1).centre.x, place.x, 1e-6);
    EXPECT_NEAR(population.momentum(0).x, before.x, 1e-6);
    EXPECT_NEAR(population.momentum(0).y, before.y, 1e-6);
    population.step(120);
    population.measure();
    const double dx = population.centre_x()[first] - population.centre_x()[first + 1];
    const double dy = population.centre_y()[first] - population.centre_y()[first + 1];
    EXPECT_GT(std::hypot(dx, dy), 4.0);  // they fly apart
    EXPECT_NEAR(population.momentum(0).x, before.x, 1e-4);
}

TEST(Welds, BreakOnlyWhereTheyMay) {
    Settings settings;
    settings.breakable = true;
    Population population({world(Body(3, 1, paper_material()), nullptr)}, settings);
    const std::size_t first = population.rows(0).begin;
    EXPECT_THROW(population.break_weld(first, first + 2), Error);
    Population solid({world(Body(3, 1, paper_material()), nullptr)});
    EXPECT_THROW(solid.break_weld(first, first + 1), Error);
}

}  // namespace
}  // namespace shoal::voxel

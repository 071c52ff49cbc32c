#include "voxel/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace shoal::voxel {
namespace {

double lowest(const Population& population, std::size_t world, std::size_t robot = 0) {
    double y = 1e9;
    const Rows rows = population.rows(world, robot);
    for (std::size_t row = rows.begin; row < rows.end; ++row)
        for (int k = 0; k < 4; ++k) y = std::min(y, population.corner(row, k).y);
    return y;
}

Material rigid(double friction) {
    Material material = undamped(vsr_1_12_material());
    material.spring_frequency = 0.0;
    material.friction = friction;
    material.restitution = 0.0;
    return material;
}

// A rigid voxel set on a slope whose contacts have this friction; how far it slides in a second (m).
double slide(double slope, double friction) {
    const double angle = std::atan(slope);
    const auto ground = std::make_shared<const Ground>(
        std::vector<Point>{{-1000.0, 1000.0 * slope}, {1000.0, -1000.0 * slope}}, friction);
    Population population({world(Body(1, 1, rigid(friction)), ground, 0.0, 0.0)});
    population.step(300);  // until it lies on the slope
    const Point before = population.robot_centre(0);
    population.step(60);
    const Point after = population.robot_centre(0);
    return (after.x - before.x) * std::cos(angle) - (after.y - before.y) * std::sin(angle);
}

TEST(Contact, FrictionHoldsOnAnInclineUpToItsAngle) {
    EXPECT_NEAR(slide(0.3, 0.35), 0.0, 1e-3);
    EXPECT_GT(slide(0.3, 0.2), 0.5);
}

TEST(Contact, ASlidingVoxelHasTheAccelerationOfCoulombsLaw) {
    const double slope = 0.5, mu = 0.2, angle = std::atan(slope);
    const auto ground =
        std::make_shared<const Ground>(std::vector<Point>{{-1000.0, 500.0}, {1000.0, -500.0}}, mu);
    Population population({world(Body(1, 1, rigid(mu)), ground, 0.0, 0.0)});
    const auto along = [&] {
        const Point v = population.mass(population.rows(0).begin, 0).velocity;
        return v.x * std::cos(angle) - v.y * std::sin(angle);
    };
    population.step(300);
    const double before = along();
    population.step(60);
    EXPECT_NEAR(along() - before, 9.8 * (std::sin(angle) - mu * std::cos(angle)), 0.05);
}

TEST(Contact, ARestingRobotLiesOnTheGroundAndFeelsIt) {
    Population population({world(Body(4, 3, vsr_1_12_material()), flat(), 0.0, 1.0)});
    population.step(30);
    population.step(1000);
    EXPECT_NEAR(lowest(population, 0), 0.0, 2e-3);
    const std::size_t first = population.rows(0).begin;
    for (std::size_t x = 0; x < 4; ++x) {
        EXPECT_EQ(population.touches_ground()[first + x], 1) << x;
        EXPECT_EQ(population.touches_ground()[first + 8 + x], 0) << x;
    }
}

TEST(Contact, AFallBouncesByItsRestitution) {
    Material material = rigid(0.0);
    material.restitution = 0.5;
    Population population({world(Body(1, 1, material), flat(), 0.0, 5.0)});
    double fastest = 0.0, rising = 0.0;
    for (int i = 0; i < 120; ++i) {
        population.step();
        const double v = population.mass(population.rows(0).begin, 0).velocity.y;
        fastest = std::min(fastest, v);
        rising = std::max(rising, v);
    }
    EXPECT_NEAR(rising, -0.5 * fastest, 0.1);
}

TEST(Contact, NothingSinksIntoPeaksValleysAndSteps) {
    const std::vector<std::vector<Point>> grounds{
        {{-50.0, -20.0}, {1.4, 0.0}, {50.0, -20.0}},
        {{-50.0, 30.0}, {1.5, 0.0}, {50.0, 30.0}},
        {{-50.0, 0.0}, {3.9, 0.0}, {4.4, 2.0}, {50.0, 2.0}},
    };
    for (const auto& points : grounds) {
        const auto ground = std::make_shared<const Ground>(points);
        Population population({world(Body(3, 1, vsr_1_12_material()), ground, -3.0, 6.0)});
        population.step(600);
        const Rows rows = population.rows(0);
        for (std::size_t row = rows.begin; row < rows.end; ++row)
            for (int k = 0; k < 4; ++k) {
                const Point p = population.corner(row, k);
                EXPECT_GT(p.y, ground->height(p.x) - 0.05);
                const MassReading mass = population.mass(row, k);
                for (const Point& q : points) {  // no point of the ground is inside of a mass
                    const double dx = q.x - mass.centre.x, dy = q.y - mass.centre.y;
                    const double c = std::cos(mass.angle), s = std::sin(mass.angle);
                    const double out =
                        std::max(std::abs(c * dx + s * dy), std::abs(c * dy - s * dx)) - 0.5 * mass.side;
                    EXPECT_GT(out, -0.05);
                }
            }
    }
}

TEST(Contact, RobotsStandOnEachOther) {
    World both = world(Body(4, 1, vsr_1_12_material()), flat(), 0.0, 0.0);
    both.robots.push_back({Body(2, 1, vsr_1_12_material()), 3.0, 3.2});
    Population population({both});
    population.step(600);
    EXPECT_NEAR(lowest(population, 0, 0), 0.0, 0.01);
    EXPECT_GT(lowest(population, 0, 1), 2.3);
    population.step(1);
    EXPECT_EQ(population.touches()[population.rows(0, 1).begin], 1);
    EXPECT_EQ(population.touches_ground()[population.rows(0, 1).begin], 0);
}

TEST(Contact, BoxesCarryFallAndTurnOnTheirPins) {
    World all = world(Body(2, 1, vsr_1_12_material()), flat(), -3.0, 4.2);
    all.boxes.push_back({.kind = Box::Kind::fixed, .x = 0.0, .y = 3.5, .width = 20.0, .height = 1.0});
    all.boxes.push_back({.kind = Box::Kind::free, .x = 30.0, .y = 5.0, .width = 2.0, .height = 2.0});
    all.boxes.push_back(
        {.kind = Box::Kind::pinned, .x = 60.0, .y = 5.0, .width = 8.0, .height = 1.0, .angle = 0.1});
    const Point pin{60.0 + 0.5 * std::sin(0.1), 5.0 - 0.5 * std::cos(0.1)};
    Population population({all});
    population.step(300);
    EXPECT_NEAR(lowest(population, 0), 4.0, 0.01);
    EXPECT_EQ(population.box(0, 0).y, 3.5);
    EXPECT_NEAR(population.box(0, 1).y, 1.0, 0.01);
    const Box seesaw = population.box(0, 2);
    EXPECT_GT(std::abs(seesaw.angle), 0.2);  // top-heavy on its pin, so it tips over
    EXPECT_NEAR(seesaw.x + 0.5 * std::sin(seesaw.angle), pin.x, 1e-9);
    EXPECT_NEAR(seesaw.y - 0.5 * std::cos(seesaw.angle), pin.y, 1e-9);
}

TEST(Contact, RobotsThatMeetInFlightKeepTheirMomentum) {
    World both = world(Body(2, 2, undamped(vsr_1_12_material())), nullptr, 0.0, 0.0);
    both.robots.push_back({Body(2, 2, undamped(vsr_1_12_material())), 10.0, 1.0});
    Population population({both}, weightless());
    population.set_velocity(0, 0, {4.0, 0.0});
    const Point before = population.momentum(0);
    population.step(300);
    const Point after = population.momentum(0);
    EXPECT_NEAR(after.x, before.x, 1e-4);
    EXPECT_NEAR(after.y, before.y, 1e-4);
    EXPECT_GT(population.mass(population.rows(0, 1).begin, 0).velocity.x, 0.5);
}

TEST(Contact, RopesBoundTheDistanceOfMassesBothWays) {
    Material material;
    material.actuation = Actuation::force;
    material.max_force = 1000.0;
    material.rope_length = 2.4;
    for (const float f : {1.0F, -1.0F}) {
        Population population({world(Body(1, 1, material), nullptr)}, weightless());
        population.control()[0] = f;
        population.apply_control();
        double least = 1e9, most = 0.0;
        for (int i = 0; i < 300; ++i) {
            population.step();
            for (int k = 0; k < 4; ++k) {
                const Point a = population.mass(0, k).centre, b = population.mass(0, (k + 1) % 4).centre;
                least = std::min(least, std::hypot(a.x - b.x, a.y - b.y));
                most = std::max(most, std::hypot(a.x - b.x, a.y - b.y));
            }
        }
        EXPECT_GT(least, material.mass_side() - 0.02) << f;
        EXPECT_LT(most, 2.42) << f;
    }
}

}  // namespace
}  // namespace shoal::voxel

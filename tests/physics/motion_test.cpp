#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

// Single bodies against closed forms. A sub-step is h = dt / 4.
namespace shoal::physics {
namespace {

using scenes::add_disc;
using scenes::run;

constexpr double dt = 0.01;
constexpr double h = dt / 4;

TEST(Motion, FreeFallIsTheSumOfItsSubsteps) {
    WorldDef def;
    def.gravity = {0.0, -9.81};
    World world(def);
    const BodyId disc = add_disc(world, {2.0, 3.0}, 0.02, {0.5, 0.0});
    run(world, 100);
    EXPECT_NEAR(world.velocity(disc).y, -9.81, 1e-4);
    EXPECT_NEAR(world.position(disc).x, 2.5, 1e-6);
    EXPECT_NEAR(world.position(disc).y, 3.0 - 0.5 * 9.81 * (1.0 + h), 1e-5);
}

TEST(Motion, DampingDividesByOnePlusRateTimesSubstep) {
    World world({});
    BodyDef def;
    def.velocity = {1.0, -0.5};
    def.angular_velocity = 3.0;
    def.linear_damping = 0.8;
    def.angular_damping = 2.5;
    const BodyId body = world.add_body(def);
    world.add_disc(body, {}, 0.02, {});
    run(world, 50);
    const double linear = std::pow(1.0 / (1.0 + 0.8 * h), 200);
    EXPECT_NEAR(world.velocity(body).x, linear, 1e-5);
    EXPECT_NEAR(world.velocity(body).y, -0.5 * linear, 1e-5);
    EXPECT_NEAR(world.angular_velocity(body), 3.0 * std::pow(1.0 / (1.0 + 2.5 * h), 200), 1e-5);
}

TEST(Motion, ForceActsForOneStepImpulseAtOnce) {
    World world({});
    const Material kilogram{1.0 / (M_PI * 0.02 * 0.02), 0.3, 0.0};
    const BodyId disc = add_disc(world, {}, 0.02, {}, kilogram);
    EXPECT_NEAR(world.mass(disc), 1.0, 1e-6);
    EXPECT_NEAR(world.inertia(disc), 0.5 * 0.02 * 0.02, 1e-9);
    world.apply_force(disc, {2.0, 0.0}, 1e-4);
    run(world, 10);
    EXPECT_NEAR(world.velocity(disc).x, 2.0 * dt, 1e-7);
    EXPECT_NEAR(world.angular_velocity(disc), 1e-4 * dt / 2e-4, 1e-6);
    world.apply_impulse(disc, {0.0, 0.3}, -1e-6);
    EXPECT_NEAR(world.velocity(disc).y, 0.3, 1e-7);
    EXPECT_NEAR(world.angular_velocity(disc), 0.005 - 0.005, 1e-6);
}

TEST(Motion, ASlowBodyFarFromTheOriginStillMoves) {
    World world({});
    const BodyId disc = add_disc(world, {1e6, -1e6}, 0.02, {1e-3, 0.0});
    run(world, 1000);
    EXPECT_NEAR(world.position(disc).x - 1e6, 0.01, 1e-6);
}

TEST(Drive, ReachesItsAimAtTheGivenAcceleration) {
    World world({});
    const BodyId disc = add_disc(world, {});
    world.set_drive(disc, {0.3, 0.4}, 2.0, 1.0, 10.0);
    run(world, 25);
    EXPECT_NEAR(length(world.velocity(disc)), 0.25, 1e-5);
    EXPECT_NEAR(world.angular_velocity(disc), 2.0, 1e-5);
    run(world, 50);
    EXPECT_NEAR(world.velocity(disc).x, 0.3, 1e-6);
    EXPECT_NEAR(world.velocity(disc).y, 0.4, 1e-6);
    world.set_drive(disc, {}, 0.0, 0.0, 0.0);
    run(world, 10);
    EXPECT_NEAR(world.velocity(disc).x, 0.3, 1e-6);  // switched off: nothing slows it
}

TEST(Drive, PushesNoHarderThanItsGrip) {
    World world({});
    const Material material{100.0, 0.0, 0.0};
    const BodyId robot = add_disc(world, {}, 0.0265, {}, material);
    const BodyId load = add_disc(world, {0.053, 0.0}, 0.0265, {}, material);
    world.set_drive(robot, {1.0, 0.0}, 0.0, 0.5, 0.0);
    run(world, 100);
    EXPECT_NEAR(world.velocity(load).x, 0.25, 0.01);  // half of 0.5 m/s² for 1 s: two equal masses
}

TEST(Drive, HoldsItsPlaceAgainstAWeakPush) {
    World world({});
    const BodyId disc = add_disc(world, {});
    world.set_drive(disc, {}, 0.0, 2.0, 50.0);
    for (int i = 0; i < 100; ++i) {
        world.apply_force(disc, {1.9 * world.mass(disc), 0.0});
        world.step(dt);
    }
    EXPECT_NEAR(world.position(disc).x, 0.0, 1e-9);
    for (int i = 0; i < 100; ++i) {
        world.apply_force(disc, {2.5 * world.mass(disc), 0.0});
        world.step(dt);
    }
    EXPECT_NEAR(world.velocity(disc).x, 0.5, 1e-3);  // what exceeds the grip accelerates it
}

TEST(Motion, StaticBodiesStayWhateverHitsThem) {
    World world({});
    BodyDef def;
    def.is_static = true;
    def.velocity = {1.0, 1.0};
    const BodyId rock = world.add_body(def);
    world.add_disc(rock, {}, 0.1, {});
    add_disc(world, {-0.3, 0.0}, 0.05, {5.0, 0.0});
    world.set_drive(rock, {1.0, 0.0}, 0.0, 5.0, 0.0);
    world.apply_force(rock, {100.0, 0.0}, 5.0);
    run(world, 100);
    EXPECT_EQ(world.position(rock), (Vec2{0.0, 0.0}));
    EXPECT_EQ(world.velocity(rock), (Vec2{0.0, 0.0}));
    EXPECT_EQ(world.mass(rock), 0.0);
}

}  // namespace
}  // namespace shoal::physics

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::physics {
namespace {

using scenes::add_box;
using scenes::run;

constexpr double g = 9.81;

// A floor along x under gravity that is tilted by `slope` (rad), with a box of 10 cm × 4 cm on it.
scenes::Scene tilted(double slope, double mu) {
    WorldDef def;
    def.gravity = {g * std::sin(slope), -g * std::cos(slope)};
    scenes::Scene scene{World(def), {}};
    scene.world.add_outline(scenes::rectangle({{-1, 0}, {9, 3}}), {1.0, mu, 0.0});
    scene.bodies.push_back(add_box(scene.world, {0.0, 0.02}, 0.1, 0.04, 0.0, {10.0, mu, 0.0}));
    return scene;
}

TEST(Friction, SlidesToAStopAfterVSquaredOverTwoMuG) {
    for (const double mu : {0.1, 0.3, 0.8}) {
        auto [world, bodies] = tilted(0.0, mu);
        world.set_velocity(bodies[0], {1.5, 0.0}, 0.0);
        run(world, 400, 0.005);
        EXPECT_NEAR(world.position(bodies[0]).x, 1.5 * 1.5 / (2 * mu * g),
                    0.01 * 1.5 * 1.5 / (2 * mu * g) + 0.002)
            << mu;
        EXPECT_NEAR(world.velocity(bodies[0]).x, 0.0, 1e-4);
        EXPECT_NEAR(world.angle(bodies[0]), 0.0, 1e-3);
    }
}

TEST(Friction, RestsBelowTheConeAndSlidesAboveIt) {
    const double mu = 0.5;
    auto [below, resting] = tilted(0.96 * std::atan(mu), mu);
    run(below, 300);
    EXPECT_LT(std::fabs(below.position(resting[0]).x), 1e-3);

    const double slope = 1.1 * std::atan(mu);
    auto [above, sliding] = tilted(slope, mu);
    run(above, 100);
    const double acceleration = g * (std::sin(slope) - mu * std::cos(slope));
    EXPECT_NEAR(above.velocity(sliding[0]).x, acceleration, 0.03 * acceleration);
}

TEST(Friction, TwoMaterialsActByTheirGeometricMean) {
    WorldDef def;
    def.gravity = {0.0, -g};
    World world(def);
    world.add_outline(scenes::rectangle({{-1, 0}, {9, 3}}), {1.0, 0.1, 0.0});
    const BodyId box = add_box(world, {0.0, 0.02}, 0.1, 0.04, 0.0, {10.0, 0.9, 0.0});
    world.set_velocity(box, {1.0, 0.0}, 0.0);
    run(world, 200, 0.005);
    EXPECT_NEAR(world.position(box).x, 1.0 / (2 * 0.3 * g), 0.004);
}

TEST(Friction, ASlidingDiscEndsUpRollingAtTwoThirds) {
    WorldDef def;
    def.gravity = {0.0, -g};
    World world(def);
    world.add_outline(scenes::rectangle({{-1, 0}, {20, 3}}), {1.0, 0.4, 0.0});
    const BodyId disc = scenes::add_disc(world, {0.0, 0.1}, 0.1, {1.5, 0.0}, {10.0, 0.4, 0.0});
    run(world, 300);
    EXPECT_NEAR(world.velocity(disc).x, 1.0, 0.01);
    EXPECT_NEAR(world.angular_velocity(disc), -10.0, 0.1);
}

TEST(Friction, WithoutFrictionNothingTurnsOrSlows) {
    auto [world, bodies] = tilted(0.0, 0.0);
    world.set_velocity(bodies[0], {1.0, 0.0}, 0.0);
    run(world, 200);
    EXPECT_NEAR(world.velocity(bodies[0]).x, 1.0, 1e-5);
}

}  // namespace
}  // namespace shoal::physics

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

// A periodic world has no special places: whatever happens across the seam happens as it would elsewhere.
namespace shoal::physics {
namespace {

using scenes::add_disc;
using scenes::run;
using scenes::Scene;

WorldDef torus() {
    WorldDef def;
    def.domain = {{-0.5, -0.5}, {0.5, 0.5}};
    def.periodic = true;
    return def;
}

Vec2 wrapped(Vec2 p) { return {p.x - std::floor(p.x + 0.5), p.y - std::floor(p.y + 0.5)}; }

// A crowd with a box, a spring and a wall, all moved by `shift`.
Scene crowd(Vec2 shift) {
    Scene scene{World(torus()), {}};
    const Material material{10.0, 0.3, 0.5};
    RandomStream random(3, 0, Purpose::test);
    for (int i = 0; i < 49; ++i) {
        const Vec2 at = {0.14 * (i % 7) - 0.42, 0.14 * static_cast<double>(i / 7) - 0.42};
        const Vec2 velocity = {random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4)};
        const BodyId body =
            i % 5 ? add_disc(scene.world, wrapped(at + shift), 0.03, {}, material)
                  : scenes::add_box(scene.world, wrapped(at + shift), 0.07, 0.05, 0.3, material);
        scene.world.set_velocity(body, velocity, 0.0);
        scene.bodies.push_back(body);
    }
    DistanceJointDef spring;
    spring.a = scene.bodies[0];
    spring.b = scene.bodies[6];  // nearest across the seam
    spring.kind = DistanceJointDef::Kind::spring;
    spring.spring = {3.0, 0.1};
    scene.world.add_joint(spring);
    return scene;
}

TEST(Periodic, TheSameSceneShiftedComesOutTheSame) {
    Scene here = crowd({});
    for (const Vec2 shift : {Vec2{0.5, 0.0}, Vec2{0.25, 0.5}, Vec2{-0.37, 0.11}}) {
        Scene there = crowd(shift);
        run(here.world, 0);
        Scene again = crowd({});
        for (int i = 0; i < 40; ++i) {
            again.world.step(0.01);
            there.world.step(0.01);
            for (std::size_t b = 0; b < again.bodies.size(); ++b) {
                const Vec2 p =
                    again.world.position(again.bodies[b]) + shift - there.world.position(there.bodies[b]);
                ASSERT_LT(length(wrapped(p)), 2e-4) << "step " << i << " body " << b;
            }
        }
        EXPECT_NEAR(scenes::budget(again.world).energy, scenes::budget(there.world).energy, 1e-3);
    }
}

TEST(Periodic, MomentumGoesAcrossTheSeam) {
    World world(torus());
    const Material elastic{10.0, 0.0, 1.0};
    const BodyId a = add_disc(world, {0.4, 0.1}, 0.03, {0.5, 0.0}, elastic);
    const BodyId b = add_disc(world, {-0.45, 0.1}, 0.03, {}, elastic);
    run(world, 40);
    EXPECT_NEAR(world.velocity(a).x, 0.0, 1e-4);
    EXPECT_NEAR(world.velocity(b).x, 0.5, 1e-4);
}

TEST(Periodic, PositionsStayInTheDomain) {
    World world(torus());
    const BodyId a = add_disc(world, {0.49, -0.49}, 0.03, {7.3, -5.1});
    for (int i = 0; i < 500; ++i) {
        world.step(0.01);
        const Vec2 p = world.position(a);
        ASSERT_TRUE(p.x >= -0.5 && p.x <= 0.5 && p.y >= -0.5 && p.y <= 0.5);
    }
    EXPECT_TRUE(world.lost().empty());
}

// A wall nearly as long as the domain: its image beyond the seam must not be mistaken for it.
TEST(Periodic, LongWallsHoldAlongTheirWholeLength) {
    for (const double x : {-0.42, -0.3, -0.1, 0.0, 0.2, 0.3, 0.42}) {
        World world(torus());
        world.add_outline(std::vector<Vec2>{{-0.45, 0.0}, {-0.45, 0.02}, {0.45, 0.02}, {0.45, 0.0}}, {});
        const BodyId disc = add_disc(world, {x, 0.3}, 0.03, {0.0, -2.0});
        run(world, 100);
        EXPECT_NEAR(world.position(disc).y, 0.05, 2e-3) << x;
    }
}

TEST(Periodic, AWallAcrossTheSeamHoldsFromBothSides) {
    World world(torus());
    world.add_outline(std::vector<Vec2>{{-0.48, -0.2}, {-0.52, -0.2}, {-0.52, 0.2}, {-0.48, 0.2}}, {});
    const BodyId left = add_disc(world, {0.3, 0.0}, 0.03, {3.0, 0.0});
    const BodyId right = add_disc(world, {-0.3, 0.0}, 0.03, {-3.0, 0.0});
    run(world, 50);
    EXPECT_NEAR(world.position(left).x, 0.45, 2e-3);
    EXPECT_NEAR(world.position(right).x, -0.45, 2e-3);
}

}  // namespace
}  // namespace shoal::physics

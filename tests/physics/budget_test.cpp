#include "support/scenes.hpp"

#include <gtest/gtest.h>

// What must be kept, and what may only shrink.
namespace shoal::physics {
namespace {

using scenes::budget;
using scenes::run;

// Discs and boxes that fly into each other in free space.
scenes::Scene cloud(double restitution, double friction) {
    scenes::Scene scene{World({}), {}};
    const Material material{10.0, friction, restitution};
    RandomStream random(11, 0, Purpose::test);
    for (int i = 0; i < 144; ++i) {
        const Vec2 at = {0.1 * (i % 12) - 0.55, 0.1 * static_cast<double>(i / 12) - 0.55};
        const double size = random.uniform(0.02, 0.04);
        const BodyId body =
            i % 3 ? scenes::add_disc(scene.world, at, size, {}, material)
                  : scenes::add_box(scene.world, at, 2 * size, size, random.uniform(0.0, 3.0), material);
        const Vec2 inwards = -2.0 * at;
        scene.world.set_velocity(body, inwards + Vec2{random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3)},
                                 random.uniform(-5, 5));
        scene.bodies.push_back(body);
    }
    return scene;
}

TEST(Budget, MomentumAndAngularMomentumAreKept) {
    for (const double e : {0.0, 0.5, 1.0}) {
        auto [world, bodies] = cloud(e, 0.5);
        const auto before = budget(world);
        run(world, 200);
        const auto after = budget(world);
        const double scale = 144 * 0.03 * 0.5;  // kg m/s: what the bodies carry one by one
        EXPECT_NEAR(after.momentum.x, before.momentum.x, 1e-4 * scale) << e;
        EXPECT_NEAR(after.momentum.y, before.momentum.y, 1e-4 * scale) << e;
        EXPECT_NEAR(after.angular, before.angular, 2e-3 * scale) << e;
    }
}

TEST(Budget, EnergyNeverGrows) {
    for (const double e : {0.0, 0.5, 1.0})
        for (const double friction : {0.0, 0.5}) {
            auto [world, bodies] = cloud(e, friction);
            double least = budget(world).energy;
            for (int i = 0; i < 300; ++i) {
                world.step(0.01);
                const double now = budget(world).energy;
                ASSERT_LT(now, 1.01 * least) << "e " << e << " friction " << friction << " step " << i;
                least = std::min(least, now);
            }
        }
}

TEST(Budget, ElasticDiscsInAClosedBoxKeepTheirEnergyRoughly) {
    WorldDef def;
    def.restitution_threshold = 0.0;
    World world(def);
    const Material elastic{10.0, 0.0, 1.0};
    world.add_outline(scenes::rectangle({{0, 0}, {1, 1}}), elastic);
    const auto velocities = scenes::random_velocities(50, 0.5, 3);
    for (int i = 0; i < 50; ++i)
        scenes::add_disc(world, {0.1 * (i % 10) + 0.05, 0.2 * static_cast<double>(i / 10) + 0.1}, 0.02,
                         velocities[static_cast<std::size_t>(i)], elastic);
    const double before = budget(world).energy;
    double most = 0.0;
    for (int i = 0; i < 1000; ++i) {
        world.step(0.01);
        most = std::max(most, budget(world).energy);
    }
    EXPECT_LT(most, 1.01 * before);
    EXPECT_GT(budget(world).energy, 0.8 * before);  // a body that meets two others in one step loses a little
}

TEST(Budget, AShakenHeapSettles) {
    WorldDef def;
    def.gravity = {0.0, -9.81};
    World world(def);
    const Material bouncy{10.0, 0.3, 0.9};
    world.add_outline(scenes::rectangle({{0, 0}, {1, 3}}), bouncy);
    const auto velocities = scenes::random_velocities(300, 1.0, 5);
    for (int i = 0; i < 300; ++i)
        scenes::add_disc(world, {0.06 * (i % 16) + 0.05, 0.06 * static_cast<double>(i / 16) + 0.05}, 0.0265,
                         velocities[static_cast<std::size_t>(i)], bouncy);
    run(world, 2000);
    double moving = 0.0;
    for (int i = 0; i < 100; ++i) {
        world.step(0.01);
        moving = std::max(moving, budget(world).energy);
    }
    const double mass = 300 * 10.0 * M_PI * 0.0265 * 0.0265;
    EXPECT_LT(moving, 0.5 * mass * 0.02 * 0.02);  // less than 2 cm/s on average, 20 s later
}

}  // namespace
}  // namespace shoal::physics

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::physics {
namespace {

using scenes::add_box;
using scenes::add_disc;
using scenes::budget;
using scenes::run;

Material of_mass(double mass, double radius, double restitution, double friction = 0.0) {
    return {mass / (M_PI * radius * radius), friction, restitution};
}

// Two discs of 1 and 3 kg on a line, the first one moving; the velocities after they have met.
std::pair<double, double> head_on(double restitution, double speed) {
    World world({});
    const BodyId a = add_disc(world, {-0.1, 0.0}, 0.02, {speed, 0.0}, of_mass(1.0, 0.02, restitution));
    const BodyId b = add_disc(world, {0.1, 0.0}, 0.02, {}, of_mass(3.0, 0.02, restitution));
    run(world, static_cast<int>(0.4 / speed / 0.01));
    return {world.velocity(a).x, world.velocity(b).x};
}

TEST(Collision, ElasticHeadOn) {
    const auto [a, b] = head_on(1.0, 0.5);
    EXPECT_NEAR(a, -0.25, 1e-4);
    EXPECT_NEAR(b, 0.25, 1e-4);
}

TEST(Collision, HalfElasticHeadOn) {
    const auto [a, b] = head_on(0.5, 0.5);
    EXPECT_NEAR(a + 3.0 * b, 0.5, 1e-4);
    EXPECT_NEAR(b - a, 0.25, 1e-4);
}

TEST(Collision, InelasticHeadOnSharesTheMomentum) {
    const auto [a, b] = head_on(0.0, 0.5);
    EXPECT_NEAR(a, 0.125, 1e-4);
    EXPECT_NEAR(b, 0.125, 1e-4);
}

TEST(Collision, SlowImpactsDoNotBounce) {
    const auto [a, b] = head_on(1.0, 0.09);  // below the threshold of 0.1 m/s
    EXPECT_NEAR(b - a, 0.0, 1e-3);
    const auto [c, d] = head_on(1.0, 0.11);
    EXPECT_NEAR(d - c, 0.11, 1e-3);
}

TEST(Collision, ObliqueElasticImpactTurnsOnlyTheNormalPart) {
    World world({});
    world.add_outline(scenes::rectangle({{-1, -1}, {1, 1}}), {1.0, 0.0, 1.0});
    const BodyId disc = add_disc(world, {0.0, -0.8}, 0.05, {0.7, -0.5}, of_mass(1.0, 0.05, 1.0));
    run(world, 100);
    EXPECT_NEAR(world.velocity(disc).x, 0.7, 1e-4);
    EXPECT_NEAR(world.velocity(disc).y, 0.5, 1e-4);
}

TEST(Collision, BouncesToTheSquareOfItsRestitution) {
    for (const double e : {0.3, 0.6, 0.9}) {
        WorldDef def;
        def.gravity = {0.0, -9.81};
        World world(def);
        world.add_outline(scenes::rectangle({{-1, 0}, {1, 3}}), {1.0, 0.3, 0.0});
        const BodyId ball = add_disc(world, {0.0, 1.05}, 0.05, {}, of_mass(1.0, 0.05, e));
        double top = 0.0;
        bool bounced = false;
        for (int i = 0; i < 1500; ++i) {
            world.step(0.001);
            const bool rises = world.velocity(ball).y > 0.0;
            if (bounced && !rises) break;
            bounced = bounced || rises;
            if (bounced) top = std::max(top, world.position(ball).y - 0.05);
        }
        EXPECT_NEAR(top, e * e, 0.012) << e;
    }
}

TEST(Collision, OffCentreHitTurnsABox) {
    World world({});
    const BodyId box = add_box(world, {0.0, 0.0}, 0.2, 0.2, 0.0, {25.0, 0.0, 1.0});  // 1 kg
    const BodyId ball = add_disc(world, {-0.3, 0.05}, 0.02, {1.0, 0.0}, of_mass(1.0, 0.02, 1.0));
    const auto before = scenes::budget(world);
    run(world, 60);
    // Normal impulse of an elastic impact at arm 0.05: 2 v / (1/m + 1/M + arm²/I)
    const double inertia = 1.0 * 0.2 * 0.2 / 6.0;
    const double impulse = 2.0 / (1.0 + 1.0 + 0.05 * 0.05 / inertia);
    EXPECT_NEAR(world.velocity(box).x, impulse, 0.01);
    EXPECT_NEAR(world.angular_velocity(box), -impulse * 0.05 / inertia, 0.05);
    EXPECT_NEAR(world.velocity(ball).x, 1.0 - impulse, 0.01);
    const auto after = budget(world);
    EXPECT_NEAR(after.energy, before.energy, 0.01 * before.energy);
    EXPECT_NEAR(after.angular, before.angular, 1e-3);
}

TEST(Collision, OverlappingStartsPartGently) {
    for (const double part : {0.02, 0.5, 1.0}) {
        World world({});
        const double r = scenes::robot_radius;
        const BodyId a = add_disc(world, {0.0, 0.0}, r, {}, of_mass(0.2, r, 0.9, 0.3));
        const BodyId b = add_disc(world, {2.0 * r * (1.0 - part), 0.0}, r, {}, of_mass(0.2, r, 0.9, 0.3));
        double fastest = 0.0;
        for (int i = 0; i < 300; ++i) {
            world.step(0.01);
            fastest = std::max({fastest, length(world.velocity(a)), length(world.velocity(b))});
        }
        EXPECT_LE(fastest, 1.05 * world.model().def.max_push_speed) << part;
        EXPECT_GE(length(world.position(b) - world.position(a)), 2.0 * r - 3e-4) << part;
        EXPECT_LE(length(world.position(b) - world.position(a)), 2.0 * r + 1e-2) << part;
    }
}

TEST(Collision, FastBodiesThatMissDoNotFeelEachOther) {
    World world({});
    const BodyId a = add_disc(world, {0.0, 0.0}, 0.02, {20.0, 0.0});
    const BodyId b = add_disc(world, {0.5, 0.1}, 0.02, {-20.0, 0.0});
    run(world, 10);
    EXPECT_EQ(world.velocity(a), (Vec2{20.0, 0.0}));
    EXPECT_EQ(world.velocity(b), (Vec2{-20.0, 0.0}));
}

}  // namespace
}  // namespace shoal::physics

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::physics {
namespace {

using scenes::add_box;
using scenes::add_disc;
using scenes::run;

constexpr BodyId ground{0, 0};
constexpr double g = 9.81;

World falling() {
    WorldDef def;
    def.gravity = {0.0, -g};
    return World(def);
}

// Mean period of x(t) over `periods` swings, from its upward zero crossings (s).
template <class Coordinate>
double period(World& world, const Coordinate& x, int periods, double dt) {
    double first = -1.0;
    int crossings = 0;
    double before = x();
    for (int i = 0; i < 100000; ++i) {
        world.step(dt);
        const double now = x();
        if (before < 0.0 && now >= 0.0) {
            const double time = world.time() - dt * now / (now - before);
            if (first < 0.0) first = time;
            else if (++crossings == periods) return (time - first) / periods;
        }
        before = now;
    }
    return -1.0;
}

TEST(Joint, PendulumOnAPinHasThePeriodOfACompoundOne) {
    World world = falling();
    const double reach = 0.5;
    const BodyId bob =
        add_disc(world, {reach * std::sin(0.05), -reach * std::cos(0.05)}, 0.1, {}, {10.0, 0.3, 0.0});
    world.set_pose(bob, world.position(bob), 0.05);
    RevoluteJointDef pin;
    pin.a = ground;
    pin.b = bob;
    pin.anchor_b = {0.0, reach};
    world.add_joint(pin);
    const double right = 2 * M_PI * std::sqrt((0.5 * 0.01 + reach * reach) / (g * reach));
    EXPECT_NEAR(period(world, [&] { return world.position(bob).x; }, 10, 0.005), right, 0.01 * right);
    EXPECT_NEAR(length(world.position(bob)), reach, 1e-3);
}

TEST(Joint, PendulumOnARigidRodHasThePeriodOfAPoint) {
    World world = falling();
    const double reach = 0.5;
    const BodyId bob = add_disc(world, {reach * std::sin(0.05), -reach * std::cos(0.05)}, 0.02);
    DistanceJointDef rod;
    rod.a = ground;
    rod.b = bob;
    world.add_joint(rod);
    const double right = 2 * M_PI * std::sqrt(reach / g);
    EXPECT_NEAR(period(world, [&] { return world.position(bob).x; }, 10, 0.005), right, 0.01 * right);
    EXPECT_NEAR(length(world.position(bob)), reach, 1e-3);
    EXPECT_NEAR(world.angle(bob), 0.0, 1e-6);
}

TEST(Joint, PendulumThatGoesFullCircleKeepsItsLength) {
    World world = falling();
    const BodyId bob = add_disc(world, {0.0, -0.3}, 0.02, {5.0, 0.0});
    DistanceJointDef rod;
    rod.a = ground;
    rod.b = bob;
    world.add_joint(rod);
    for (int i = 0; i < 500; ++i) {
        world.step(0.005);
        ASSERT_NEAR(length(world.position(bob)), 0.3, 3e-3);
    }
}

// Two bodies on a spring: its frequency is that of their reduced mass.
scenes::Scene sprung(double frequency, double damping_ratio) {
    scenes::Scene scene{World({}), {}};
    scene.bodies = {add_disc(scene.world, {-0.2, 0.0}, 0.02, {}, {10.0, 0.3, 0.0}),
                    add_disc(scene.world, {0.25, 0.0}, 0.04, {}, {10.0, 0.3, 0.0})};
    DistanceJointDef spring;
    spring.a = scene.bodies[0];
    spring.b = scene.bodies[1];
    spring.rest_length = 0.4;
    spring.kind = DistanceJointDef::Kind::spring;
    spring.spring = {frequency, damping_ratio};
    scene.world.add_joint(spring);
    return scene;
}

TEST(Joint, SpringSwingsAtItsFrequency) {
    for (const double frequency : {0.5, 2.0, 5.0}) {
        auto [world, b] = sprung(frequency, 0.0);
        const auto stretch = [&, &w = world, &bodies = b] {
            return length(w.position(bodies[1]) - w.position(bodies[0])) - 0.4;
        };
        EXPECT_NEAR(period(world, stretch, 10, 0.005), 1.0 / frequency, 0.01 / frequency);
        double largest = 0.0;
        for (int i = 0; i < 1000; ++i) {
            world.step(0.005);
            largest = std::max(largest, stretch());
        }
        EXPECT_NEAR(largest, 0.05, 0.002) << frequency;  // nothing damps it
    }
}

TEST(Joint, SpringDecaysByItsDampingRatio) {
    auto [world, b] = sprung(2.0, 0.1);
    const auto stretch = [&, &w = world, &bodies = b] {
        return length(w.position(bodies[1]) - w.position(bodies[0])) - 0.4;
    };
    double largest = 0.0;
    for (int i = 0; i < 700; ++i) {
        world.step(0.002);
        if (world.time() > 0.9) largest = std::max(largest, stretch());
    }
    // Envelope at the maximum after two damped periods (1.005 s)
    EXPECT_NEAR(largest, 0.05 * std::exp(-0.1 * 2 * M_PI * 2.0 * 1.005), 0.0015);
}

TEST(Joint, StiffSpringsOnUnequalMassesStayBounded) {
    for (const double frequency : {50.0, 500.0, 5000.0}) {
        World world = falling();
        const BodyId heavy = add_disc(world, {0.0, 0.0}, 0.05, {}, {1000.0, 0.3, 0.0});
        const BodyId light = add_disc(world, {0.3, 0.0}, 0.05, {}, {1.0, 0.3, 0.0});
        DistanceJointDef spring;
        spring.a = heavy;
        spring.b = light;
        spring.kind = DistanceJointDef::Kind::spring;
        spring.rest_length = 0.2;
        spring.spring = {frequency, 0.1};
        world.add_joint(spring);
        for (int i = 0; i < 500; ++i) {
            world.step(0.01);
            ASSERT_LT(length(world.position(light) - world.position(heavy)), 0.31) << frequency;
        }
        EXPECT_NEAR(length(world.position(light) - world.position(heavy)), 0.2, 0.01) << frequency;
    }
}

TEST(Joint, RopeActsAtItsLimitsOnly) {
    World world({});
    const BodyId disc = add_disc(world, {0.3, 0.0}, 0.02, {0.5, 0.0});
    DistanceJointDef rope;
    rope.a = ground;
    rope.b = disc;
    rope.kind = DistanceJointDef::Kind::rope;
    rope.min_length = 0.2;
    rope.max_length = 0.4;
    world.add_joint(rope);
    run(world, 10);
    EXPECT_NEAR(world.velocity(disc).x, 0.5, 1e-6);  // slack
    run(world, 100);
    EXPECT_NEAR(world.position(disc).x, 0.4, 1e-3);  // taut
    world.set_velocity(disc, {-0.5, 0.0}, 0.0);
    run(world, 20);
    EXPECT_NEAR(world.velocity(disc).x, -0.5, 1e-3);
    run(world, 100);
    EXPECT_NEAR(world.position(disc).x, 0.2, 1e-3);
}

TEST(Joint, RopeHoldsAHangingLoad) {
    World world = falling();
    const BodyId load = add_disc(world, {0.0, -0.3}, 0.05, {}, {1000.0, 0.3, 0.0});
    DistanceJointDef rope;
    rope.a = ground;
    rope.b = load;
    rope.kind = DistanceJointDef::Kind::rope;
    rope.max_length = 0.4;
    world.add_joint(rope);
    run(world, 500);
    EXPECT_NEAR(world.position(load).y, -0.4, 1e-3);
    EXPECT_NEAR(world.velocity(load).y, 0.0, 1e-3);
}

TEST(Joint, WeldedArmSagsLittleUnderItsWeight) {
    World world = falling();
    const BodyId arm = add_box(world, {0.05, 0.0}, 0.1, 0.02);
    WeldJointDef weld;
    weld.a = ground;
    weld.b = arm;
    weld.anchor_b = {-0.05, 0.0};
    world.add_joint(weld);
    run(world, 300);
    EXPECT_NEAR(world.angle(arm), 0.0, 0.01);
    EXPECT_NEAR(world.position(arm).x, 0.05, 5e-4);
    EXPECT_NEAR(world.position(arm).y, 0.0, 1e-3);
    EXPECT_NEAR(world.angular_velocity(arm), 0.0, 1e-3);
}

TEST(Joint, WeldKeepsTheAngleThatItWasGiven) {
    World world({});
    const BodyId a = add_box(world, {0.0, 0.0}, 0.1, 0.1);
    const BodyId b = add_box(world, {0.2, 0.0}, 0.1, 0.1, 0.5);
    WeldJointDef weld;
    weld.a = a;
    weld.b = b;
    weld.anchor_a = {0.1, 0.0};
    weld.anchor_b = {-0.1, 0.0};
    weld.reference_angle = 0.3;
    world.add_joint(weld);
    run(world, 200);
    EXPECT_NEAR(world.angle(b) - world.angle(a), 0.3, 1e-3);
}

TEST(Joint, ChainSwingsAndHangsWithItsLength) {
    World world = falling();
    BodyId last = ground;
    for (int i = 0; i < 20; ++i) {
        BodyDef def;
        def.position = {0.05 * i + 0.025, 0.0};
        def.linear_damping = 0.5;
        def.angular_damping = 0.5;
        const BodyId link = world.add_body(def);
        world.add_box(link, 0.05, 0.01, {});
        RevoluteJointDef pin;
        pin.a = last;
        pin.b = link;
        if (i > 0) pin.anchor_a = {0.025, 0.0};
        pin.anchor_b = {-0.025, 0.0};
        world.add_joint(pin);
        last = link;
    }
    for (int i = 0; i < 3000; ++i) {
        world.step(0.01);
        ASSERT_LT(length(world.position(last)), 0.975 * 1.08);
    }
    EXPECT_NEAR(world.position(last).y, -0.975,
                0.02 * 0.975);  // joints give a little under the weight of the rest
    EXPECT_NEAR(length(world.velocity(last)), 0.0, 0.01);
}

TEST(Joint, RemovedJointsAndBodiesLetGo) {
    World world = falling();
    const BodyId a = add_disc(world, {0.0, -0.3}, 0.02);
    const BodyId b = add_disc(world, {0.5, -0.3}, 0.02);
    DistanceJointDef rod;
    rod.a = ground;
    rod.b = a;
    const JointId joint = world.add_joint(rod);
    rod.a = a;
    rod.b = b;
    world.add_joint(rod);
    world.remove_joint(joint);
    world.remove_body(a);
    run(world, 10);
    EXPECT_NEAR(world.velocity(b).y, -0.1 * g, 1e-4);
}

TEST(Joint, AddingAShapeLaterKeepsTheAnchors) {
    World world({});
    const BodyId a = add_disc(world, {0.0, 0.0}, 0.05);
    const BodyId b = add_disc(world, {0.3, 0.0}, 0.05);
    RevoluteJointDef pin;
    pin.a = a;
    pin.b = b;
    pin.anchor_a = {0.15, 0.0};
    pin.anchor_b = {-0.15, 0.0};
    world.add_joint(pin);
    world.add_disc(b, {0.1, 0.0}, 0.05, {});
    run(world, 50);
    EXPECT_NEAR(world.position(b).x, 0.3, 1e-5);
    EXPECT_NEAR(world.position(a).x, 0.0, 1e-5);
}

}  // namespace
}  // namespace shoal::physics

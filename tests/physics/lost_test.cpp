#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

// A body that is not finite or has left is reported once and stops; the others go on as if nothing had happened.
namespace shoal::physics {
namespace {

using scenes::add_disc;
using scenes::run;

const double nan = std::numeric_limits<double>::quiet_NaN();

// Three discs that touch and a fourth on its own, in a box of 2 m.
scenes::Scene touching() {
    WorldDef def;
    def.domain = {{-1, -1}, {1, 1}};
    scenes::Scene scene{World(def), {}};
    for (const double x : {0.0, 0.05, 0.1}) scene.bodies.push_back(add_disc(scene.world, {x, 0.0}, 0.025));
    scene.bodies.push_back(add_disc(scene.world, {0.5, 0.5}, 0.025, {0.1, 0.0}));
    run(scene.world, 10);
    return scene;
}

template <class Poke>
void expect_one_report(const Poke& poke) {
    auto [world, bodies] = touching();
    const Vec2 last = world.position(bodies[1]);
    poke(world, bodies[1]);
    const double time = world.time();
    world.step(0.01);
    ASSERT_EQ(world.lost().size(), 1U);
    EXPECT_EQ(world.lost()[0].body, bodies[1]);
    EXPECT_NEAR(world.lost()[0].time, time + 0.01, 1e-9);
    EXPECT_NEAR(length(world.lost()[0].last_position - last), 0.0, 0.01);
    for (int i = 0; i < 50; ++i) {
        world.step(0.01);
        ASSERT_TRUE(world.lost().empty());
    }
    EXPECT_EQ(world.velocity(bodies[1]), Vec2{});
    EXPECT_NEAR(length(world.position(bodies[1]) - last), 0.0, 0.01);
    EXPECT_NEAR(world.position(bodies[3]).x, 0.5 + 0.061, 1e-5);
    for (const std::size_t neighbour : {0U, 2U}) {
        EXPECT_TRUE(std::isfinite(world.position(bodies[neighbour]).x));
        EXPECT_LT(length(world.velocity(bodies[neighbour])), 0.01);
    }
    // Placed anew, it moves again.
    world.set_pose(bodies[1], {-0.5, 0.0}, 0.0);
    world.set_velocity(bodies[1], {0.1, 0.0}, 0.0);
    run(world, 10);
    EXPECT_NEAR(world.position(bodies[1]).x, -0.49, 1e-5);
}

TEST(Lost, PositionThatIsNotANumber) {
    expect_one_report([](World& w, BodyId b) { w.state().x[b.index] = nan; });
}
TEST(Lost, AngleThatIsNotANumber) {
    expect_one_report([](World& w, BodyId b) { w.state().angle[b.index] = nan; });
}
TEST(Lost, VelocityThatIsNotANumber) {
    expect_one_report([](World& w, BodyId b) { w.state().vy[b.index] = static_cast<float>(nan); });
}
TEST(Lost, InfiniteSpin) {
    expect_one_report([](World& w, BodyId b) { w.state().w[b.index] = INFINITY; });
}
TEST(Lost, ForceThatIsNotANumber) {
    expect_one_report([](World& w, BodyId b) { w.apply_force(b, {nan, 0.0}); });
}
TEST(Lost, DriveThatIsNotANumber) {
    expect_one_report([](World& w, BodyId b) { w.set_drive(b, {nan, 0.0}, 0.0, 1.0, 1.0); });
}
TEST(Lost, ThrownOutOfTheDomain) {
    expect_one_report([](World& w, BodyId b) { w.set_velocity(b, {0.0, 1e5}, 0.0); });
}

TEST(Lost, ThrownTenThousandKilometresAwayInAWorldWithoutADomain) {
    World world({});
    const BodyId disc = add_disc(world, {0, 0});
    world.set_velocity(disc, {1e10, 0.0}, 0.0);
    world.step(0.01);
    ASSERT_EQ(world.lost().size(), 1U);
    EXPECT_EQ(world.position(disc), (Vec2{0.0, 0.0}));
}

TEST(Lost, BeforeTheFirstStep) {
    World world({});
    const BodyId disc = add_disc(world, {0.25, 0.5});
    world.state().y[disc.index] = nan;
    world.step(0.01);
    ASSERT_EQ(world.lost().size(), 1U);
    EXPECT_EQ(world.position(disc), (Vec2{0.25, 0.5}));
}

TEST(Lost, ABadBodyOnAJointDoesNotInfectTheOther) {
    World world({});
    DistanceJointDef rod;
    rod.a = add_disc(world, {0.0, 0.0});
    rod.b = add_disc(world, {0.2, 0.0});
    world.add_joint(rod);
    run(world, 5);
    world.state().vx[rod.a.index] = static_cast<float>(nan);
    run(world, 20);
    EXPECT_EQ(world.velocity(rod.b), Vec2{});
    EXPECT_NEAR(world.position(rod.b).x, 0.2, 1e-6);
}

TEST(Lost, GravityDoesNotReportAFallenBodyTwice) {
    WorldDef def;
    def.gravity = {0.0, -9.81};
    def.domain = {{-1, -1}, {1, 1}};
    World world(def);
    add_disc(world, {0, 0});
    std::size_t reports = 0;
    for (int i = 0; i < 300; ++i) {
        world.step(0.01);
        reports += world.lost().size();
    }
    EXPECT_EQ(reports, 1U);
}

}  // namespace
}  // namespace shoal::physics

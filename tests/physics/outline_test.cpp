#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

namespace shoal::physics {
namespace {

// A floor of many collinear pieces under a disc or box that slides along it.
scenes::Scene floor_of(int pieces, double bump) {
    WorldDef def;
    def.gravity = {0.0, -9.81};
    scenes::Scene scene{World(def), {}};
    std::vector<Vec2> corners{{3.0, 1.0}, {-1.0, 1.0}};
    for (int i = 0; i <= pieces; ++i) corners.push_back({-1.0 + 4.0 * i / pieces, i % 2 ? bump : 0.0});
    scene.world.add_outline(corners, {1.0, 0.0, 0.0});
    return scene;
}

TEST(Outline, NothingCatchesOnAFlatFloorOfManyPieces) {
    for (const double bump : {0.0, 1e-9, -1e-9, 1e-6}) {
        auto scene = floor_of(997, bump);
        const BodyId disc = scenes::add_disc(scene.world, {-0.5, 0.03}, 0.03, {1.0, 0.0}, {10.0, 0.0, 0.0});
        const BodyId box = scenes::add_box(scene.world, {0.0, 0.02}, 0.1, 0.04, 0.0, {10.0, 0.0, 0.0});
        scene.world.set_velocity(box, {1.0, 0.0}, 0.0);
        for (int i = 0; i < 200; ++i) {
            scene.world.step(0.01);
            ASSERT_NEAR(scene.world.position(disc).y, 0.03, 5e-4) << bump << ' ' << i;
            ASSERT_NEAR(scene.world.position(box).y, 0.02, 5e-4) << bump << ' ' << i;
        }
        EXPECT_NEAR(scene.world.velocity(disc).x, 1.0, 1e-3) << bump;
        EXPECT_NEAR(scene.world.velocity(box).x, 1.0, bump > 1e-8 ? 5e-3 : 1e-3) << bump;
    }
}

TEST(Outline, ADiscRollsRoundARingOfManyCorners) {
    for (const int n : {305, 5000}) {
        World world({});
        world.add_outline(scenes::ring(n, 1.0), {1.0, 0.0, 0.0});
        const BodyId disc = scenes::add_disc(world, {0.0, -0.95}, 0.05, {1.0, 0.0}, {10.0, 0.0, 0.0});
        for (int i = 0; i < 1000; ++i) {
            world.step(0.01);
            ASSERT_LT(length(world.position(disc)), 0.9505) << n;
        }
        EXPECT_GT(length(world.position(disc)), 0.949);
        EXPECT_GT(length(world.velocity(disc)),
                  0.85);  // without friction only the chords' softness takes speed
    }
}

TEST(Outline, AllSortsLoadQuicklyAndHold) {
    const auto start = std::chrono::steady_clock::now();
    for (const int n : {3, 8, 9, 305, 5000}) {
        World world({});
        world.add_outline(scenes::ring(n, 1.0), {});
        const BodyId disc = scenes::add_disc(world, {0.0, 0.0}, 0.05, {3.0, 0.7});
        scenes::run(world, 200);
        EXPECT_LT(length(world.position(disc)), 1.0) << n;
        EXPECT_GT(world.contact_count(), 0U) << n;
    }
    std::vector<Vec2> square;  // a thousand points a side
    const auto corners = scenes::rectangle({{0, 0}, {1, 1}});
    for (std::size_t i = 0; i < 4; ++i)
        for (int k = 0; k < 1000; ++k)
            square.push_back(corners[i] + (k / 1000.0) * (corners[(i + 1) % 4] - corners[i]));
    World world({});
    world.add_outline(square, {});
    const BodyId disc = scenes::add_disc(world, {0.5, 0.5}, 0.05, {1.0, 0.31});
    scenes::run(world, 100);
    EXPECT_NEAR(world.position(disc).x, 0.95, 1e-3);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 5.0);
}

TEST(Outline, HolesAreSolidFromOutside) {
    World world({});
    world.add_outline(scenes::reversed(scenes::ring(40, 0.3)), {1.0, 0.0, 0.0});
    for (int k = 0; k < 12; ++k) {
        const double a = k * M_PI / 6;
        scenes::add_disc(world, {std::cos(a), std::sin(a)}, 0.02, {-2 * std::cos(a), -2 * std::sin(a)});
    }
    scenes::run(world, 100);
    for (std::size_t b = 1; b < world.state().x.size(); ++b)
        EXPECT_NEAR(std::hypot(world.state().x[b], world.state().y[b]), 0.32, 2e-3);
}

TEST(Outline, FarFromTheOriginActsAsAtTheOrigin) {
    const auto end_of = [](Vec2 away) {
        World world({});
        std::vector<Vec2> box = scenes::rectangle({{0, 0}, {1, 1}});
        for (Vec2& c : box) c = c + away;
        world.add_outline(box, {});
        const BodyId disc = scenes::add_disc(world, away + Vec2{0.5, 0.5}, 0.05, {1.0, 0.6});
        scenes::run(world, 150);
        return world.position(disc) - away;
    };
    EXPECT_LT(length(end_of({1e6, -1e6}) - end_of({})), 1e-5);
}

}  // namespace
}  // namespace shoal::physics

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::physics {
namespace {

using scenes::add_box;
using scenes::run;

TEST(Stack, TenBoxesRest) {
    WorldDef def;
    def.gravity = {0.0, -9.81};
    World world(def);
    world.add_outline(scenes::rectangle({{-1, 0}, {1, 3}}), {});
    std::vector<BodyId> boxes;
    for (int i = 0; i < 10; ++i)
        boxes.push_back(add_box(world, {0.0, 0.05 + 0.1 * i}, 0.1, 0.1, 0.0, {10.0, 0.6, 0.0}));
    run(world, 1000);
    for (int i = 0; i < 10; ++i) {
        const BodyId box = boxes[static_cast<std::size_t>(i)];
        EXPECT_NEAR(world.position(box).x, 0.0, 2e-3);
        EXPECT_NEAR(world.position(box).y, 0.05 + 0.1 * i, 1e-4 + 5e-4 * (i + 1));
        EXPECT_NEAR(world.angle(box), 0.0, 5e-3);
        EXPECT_LT(length(world.velocity(box)), 2e-3);
    }
}

TEST(Stack, PyramidRests) {
    WorldDef def;
    def.gravity = {0.0, -9.81};
    World world(def);
    world.add_outline(scenes::rectangle({{-2, 0}, {2, 3}}), {});
    std::vector<BodyId> boxes;
    std::vector<Vec2> places;
    for (int row = 0; row < 8; ++row)
        for (int i = 0; i < 8 - row; ++i) {
            places.push_back({0.11 * i + 0.055 * row, 0.05 + 0.1 * row});
            boxes.push_back(add_box(world, places.back(), 0.1, 0.1, 0.0, {10.0, 0.6, 0.0}));
        }
    run(world, 600);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        EXPECT_NEAR(world.position(boxes[i]).x, places[i].x, 3e-3);
        EXPECT_NEAR(world.position(boxes[i]).y, places[i].y, 3e-3);
    }
}

TEST(Stack, ABoxDroppedOnItsCornerFallsFlat) {
    WorldDef def;
    def.gravity = {0.0, -9.81};
    World world(def);
    world.add_outline(scenes::rectangle({{-1, 0}, {1, 3}}), {});
    const BodyId box = add_box(world, {0.0, 0.3}, 0.1, 0.1, 0.6, {10.0, 0.6, 0.0});
    run(world, 400);
    const double quarter_turns = world.angle(box) / (M_PI / 2);
    EXPECT_NEAR(quarter_turns, std::round(quarter_turns), 5e-3);
    EXPECT_NEAR(world.position(box).y, 0.05, 1e-3);
}

// Walls of two bodies' boxes, discs, polygons: a row of everything on a table of static boxes, nothing falls through.
TEST(Stack, EveryKindOfShapeRestsOnEveryOther) {
    WorldDef def;
    def.gravity = {0.0, -9.81};
    World world(def);
    BodyDef table;
    table.is_static = true;
    for (int i = 0; i < 3; ++i) {
        table.position = {i * 1.0, 0.0};
        const BodyId base = world.add_body(table);
        if (i == 0) world.add_box(base, 0.8, 0.1, {});
        if (i == 1) world.add_disc(base, {0.0, -2.95}, 3.0, {});
        if (i == 2)
            world.add_polygon(base, std::vector<Vec2>{{-0.4, -0.1}, {0.4, -0.1}, {0.4, 0.05}, {-0.4, 0.05}},
                              {});
        const BodyId box = add_box(world, {i * 1.0, 0.15}, 0.1, 0.1, 0.0, {10.0, 0.9, 0.0});
        const BodyId disc = scenes::add_disc(world, {i * 1.0, 0.25}, 0.03, {}, {10.0, 0.9, 0.0});
        run(world, 100);
        EXPECT_NEAR(world.position(box).y, 0.1, 2e-3) << i;
        EXPECT_NEAR(world.position(disc).y, 0.18, 3e-3) << i;
    }
}

}  // namespace
}  // namespace shoal::physics

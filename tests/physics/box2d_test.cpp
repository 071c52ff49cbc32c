#include "support/box2d_twin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// The same scenes here and in Box2D 2.4.1, at the sizes that it is made for (about a metre). Both take 1/100 s steps.
namespace shoal::physics {
namespace {

using scenes::Box2dWorld;

constexpr double dt = 0.01;
const Vec2 gravity = {0.0, -9.81};

// Box2D's constants at this size: it leaves 5 mm of overlap alone and lets impacts below 1 m/s rest.
WorldDef like_box2d(Vec2 pull = gravity) {
    WorldDef def;
    def.gravity = pull;
    def.slop = 0.005;
    def.restitution_threshold = 1.0;
    def.max_push_speed = 4.0;
    return def;
}

const std::vector<Vec2> hall = scenes::rectangle({{-10, 0}, {10, 20}});

// First time from which the value stays within `tolerance` of its last one (s).
double settling_time(const std::vector<double>& values, double tolerance) {
    std::size_t i = values.size();
    while (i > 0 && std::fabs(values[i - 1] - values.back()) <= tolerance) --i;
    return dt * static_cast<double>(i);
}

TEST(Box2d, ABallBouncesToTheSameHeightsAndRestsAtTheSameTime) {
    const Material rubber{1.0, 0.3, 0.6};
    World ours(like_box2d());
    ours.add_outline(hall, {1.0, 0.3, 0.0});
    const BodyId ball = scenes::add_disc(ours, {0.0, 5.5}, 0.5, {}, rubber);
    Box2dWorld theirs(1.0, gravity);
    theirs.add_outline(hall, {1.0, 0.3, 0.0});
    b2Body* const twin = theirs.add_disc({0.0, 5.5}, 0.5, {}, rubber);
    std::vector<double> a, b;
    for (int i = 0; i < 800; ++i) {
        ours.step(dt);
        theirs.step(dt);
        a.push_back(ours.position(ball).y);
        b.push_back(theirs.position(twin).y);
    }
    const auto top_between = [](const std::vector<double>& y, int from, int to) {
        return *std::max_element(y.begin() + from, y.begin() + to);
    };
    EXPECT_NEAR(top_between(a, 120, 220), top_between(b, 120, 220), 0.1);  // after the first bounce
    EXPECT_NEAR(top_between(a, 120, 220), 0.5 + 0.36 * 5.0, 0.1);
    EXPECT_NEAR(a.back(), b.back(), 0.01);
    EXPECT_NEAR(settling_time(a, 0.02), settling_time(b, 0.02), 0.25);
}

TEST(Box2d, ABoxSlidesAsFar) {
    const Material wood{1.0, 0.4, 0.0};
    World ours(like_box2d());
    ours.add_outline(hall, wood);
    const BodyId box = scenes::add_box(ours, {-8.0, 0.25}, 1.0, 0.5, 0.0, wood);
    ours.set_velocity(box, {8.0, 0.0}, 0.0);
    Box2dWorld theirs(1.0, gravity);
    theirs.add_outline(hall, wood);
    b2Body* const twin = theirs.add_box({-8.0, 0.25}, 1.0, 0.5, 0.0, wood);
    theirs.set_velocity(twin, {8.0, 0.0});
    std::vector<double> a, b;
    for (int i = 0; i < 400; ++i) {
        ours.step(dt);
        theirs.step(dt);
        a.push_back(ours.position(box).x);
        b.push_back(theirs.position(twin).x);
    }
    EXPECT_NEAR(a.back(), b.back(), 0.15);
    EXPECT_NEAR(settling_time(a, 0.02), settling_time(b, 0.02), 0.1);
}

TEST(Box2d, APyramidRestsAtTheSamePlaces) {
    const Material wood{1.0, 0.6, 0.0};
    World ours(like_box2d());
    ours.add_outline(hall, wood);
    Box2dWorld theirs(1.0, gravity);
    theirs.add_outline(hall, wood);
    std::vector<std::pair<BodyId, b2Body*>> boxes;
    for (int row = 0; row < 6; ++row)
        for (int i = 0; i < 6 - row; ++i) {
            const Vec2 at = {1.1 * i + 0.55 * row - 3.0, 0.55 + 1.05 * row};
            boxes.emplace_back(scenes::add_box(ours, at, 1.0, 1.0, 0.0, wood),
                               theirs.add_box(at, 1.0, 1.0, 0.0, wood));
        }
    for (int i = 0; i < 500; ++i) {
        ours.step(dt);
        theirs.step(dt);
    }
    // Box2D keeps a skin of 1 cm about each polygon, so that its layers lie up to 2 cm farther apart.
    for (const auto& [body, twin] : boxes) {
        const Vec2 p = ours.position(body);
        const Vec2 q = theirs.position(twin);
        EXPECT_NEAR(p.x, q.x, 0.05);
        EXPECT_NEAR(p.y, q.y, 0.022 * std::ceil(p.y));
    }
}

TEST(Box2d, AHeapOfDiscsSettlesToTheSameHeight) {
    const Material stone{1.0, 0.5, 0.0};
    World ours(like_box2d());
    const std::vector<Vec2> bin = scenes::rectangle({{0, 0}, {5, 30}});
    ours.add_outline(bin, stone);
    Box2dWorld theirs(1.0, gravity);
    theirs.add_outline(bin, stone);
    std::vector<std::pair<BodyId, b2Body*>> discs;
    for (int i = 0; i < 60; ++i) {
        const Vec2 at = {0.6 + 0.9 * (i % 5) + 0.05 * (i % 3), 0.6 + 1.0 * static_cast<double>(i / 5)};
        discs.emplace_back(scenes::add_disc(ours, at, 0.4, {}, stone), theirs.add_disc(at, 0.4, {}, stone));
    }
    for (int i = 0; i < 1000; ++i) {
        ours.step(dt);
        theirs.step(dt);
    }
    double height[2] = {0.0, 0.0};
    double moving = 0.0;
    for (const auto& [body, twin] : discs) {
        height[0] += ours.position(body).y / 60;
        height[1] += theirs.position(twin).y / 60;
        moving = std::max(moving, length(ours.velocity(body)));
    }
    EXPECT_NEAR(height[0], height[1],
                0.1 * height[1]);  // one packing is not the other, their heights are close
    EXPECT_LT(moving, 0.02);
}

TEST(Box2d, AChainHangsAtTheSamePlaceWithTheSamePeriod) {
    World ours(like_box2d());
    Box2dWorld theirs(1.0, gravity);
    const b2BodyDef none_def;
    b2Body* last_twin = theirs.world().CreateBody(&none_def);
    BodyId last{0, 0};
    for (int i = 0; i < 10; ++i) {
        const Vec2 at = {0.25 + 0.5 * i, 0.0};
        const BodyId link = scenes::add_box(ours, at, 0.5, 0.25);
        b2Body* const twin = theirs.add_box(at, 0.5, 0.25, 0.0, {});
        RevoluteJointDef pin;
        pin.a = last;
        pin.b = link;
        if (i > 0) pin.anchor_a = {0.25, 0.0};
        pin.anchor_b = {-0.25, 0.0};
        ours.add_joint(pin);
        b2RevoluteJointDef twin_pin;
        twin_pin.Initialize(last_twin, twin, b2Vec2(static_cast<float>(0.5 * i), 0.0F));
        theirs.world().CreateJoint(&twin_pin);
        last = link;
        last_twin = twin;
    }
    double lowest[2] = {0.0, 0.0};
    double first_low[2] = {-1.0, -1.0};
    for (int i = 0; i < 300; ++i) {
        ours.step(dt);
        theirs.step(dt);
        const double y[2] = {ours.position(last).y, theirs.position(last_twin).y};
        for (int k = 0; k < 2; ++k) {
            lowest[k] = std::min(lowest[k], y[k]);
            if (first_low[k] < 0.0 && y[k] < -4.0) first_low[k] = ours.time();
        }
    }
    EXPECT_NEAR(first_low[0], first_low[1], 0.05);  // its end swings down at the same time …
    EXPECT_NEAR(lowest[0], lowest[1], 0.25);        // … and as low, of a length of 4.75 m
}

TEST(Box2d, ACrowdPushedIntoACornerEndsUpInTheSameTriangle) {
    const Material skin{1.0, 0.3, 0.0};
    const std::vector<Vec2> room = scenes::rectangle({{0, 0}, {20, 20}});
    World ours(like_box2d({}));
    ours.add_outline(room, skin);
    Box2dWorld theirs;
    theirs.add_outline(room, skin);
    std::vector<std::pair<BodyId, b2Body*>> crowd;
    for (int i = 0; i < 150; ++i) {
        const Vec2 at = {1.0 + 1.2 * (i % 15) + 0.01 * (i % 7), 1.0 + 1.2 * static_cast<double>(i / 15)};
        crowd.emplace_back(scenes::add_disc(ours, at, 0.5, {}, skin), theirs.add_disc(at, 0.5, {}, skin));
    }
    for (int i = 0; i < 3000; ++i) {
        for (const auto& [body, twin] : crowd) {
            const auto push = [](Vec2 v, double mass) { return mass * (Vec2{-1.4, -1.4} - 2.0 * v); };
            ours.apply_force(body, push(ours.velocity(body), ours.mass(body)));
            const b2Vec2 v = twin->GetLinearVelocity();
            twin->ApplyForceToCenter(theirs.vec(push({v.x, v.y}, twin->GetMass())), true);
        }
        ours.step(dt);
        theirs.step(dt);
    }
    Vec2 mean[2];
    double farthest[2] = {0.0, 0.0};
    for (const auto& [body, twin] : crowd) {
        const Vec2 p[2] = {ours.position(body), theirs.position(twin)};
        for (int k = 0; k < 2; ++k) {
            mean[k] = mean[k] + (1.0 / 150) * p[k];
            farthest[k] = std::max(farthest[k], p[k].x + p[k].y);
            EXPECT_GT(std::min(p[k].x, p[k].y), 0.4);
        }
    }
    EXPECT_NEAR(mean[0].x, mean[1].x, 0.5);
    EXPECT_NEAR(mean[0].y, mean[1].y, 0.5);
    EXPECT_NEAR(mean[0].x + mean[0].y, mean[1].x + mean[1].y, 0.05 * (mean[1].x + mean[1].y));
    EXPECT_NEAR(farthest[0], farthest[1], 2.0);
}

}  // namespace
}  // namespace shoal::physics

#include "base/math.hpp"
#include "view/playback/tracks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::view {
namespace {

using physics::Vec2;

Vec2 straight(Vec2 way) { return way; }
Vec2 round_a_metre(Vec2 way) { return {way.x - std::nearbyint(way.x), way.y - std::nearbyint(way.y)}; }

TEST(Tracks, BetweenRowsThingsMoveEvenly) {
    const Sample samples[] = {{1.0F, 0.2F, 0.4F, 0.5F, 7}, {3.0F, 0.4F, 0.0F, 1.5F, 9}};
    const Between found = interpolate(samples, 1.5, straight);
    EXPECT_NEAR(found.at.x, 0.25, 1e-7);
    EXPECT_NEAR(found.at.y, 0.3, 1e-7);
    EXPECT_NEAR(found.angle, 0.75, 1e-7);
    EXPECT_EQ(found.row, 7u);
}

TEST(Tracks, BeforeTheFirstRowAndAfterTheLastNothingMoves) {
    const Sample samples[] = {{1.0F, 0.2F, 0.4F, 0.5F, 0}, {2.0F, 0.5F, 0.5F, 0.6F, 1}};
    EXPECT_FLOAT_EQ(static_cast<float>(interpolate(samples, -5.0, straight).at.x), 0.2F);
    EXPECT_FLOAT_EQ(static_cast<float>(interpolate(samples, 99.0, straight).at.x), 0.5F);
    EXPECT_EQ(interpolate(samples, 2.0, straight).row, 1u);
    EXPECT_EQ(interpolate(std::span(samples).first(1), 1.0, straight).row, 0u);
}

TEST(Tracks, AnglesTurnTheShortWay) {
    const Sample samples[] = {{0.0F, 0.0F, 0.0F, 3.0F, 0}, {1.0F, 0.0F, 0.0F, -3.0F, 1}};
    const double turn = 2.0 * math::pi - 6.0;
    EXPECT_NEAR(interpolate(samples, 0.25, straight).angle, 3.0 + 0.25 * turn, 1e-6);
    const Sample back[] = {{0.0F, 0.0F, 0.0F, -3.0F, 0}, {1.0F, 0.0F, 0.0F, 3.0F, 1}};
    EXPECT_NEAR(interpolate(back, 0.25, straight).angle, -3.0 - 0.25 * turn, 1e-6);
}

TEST(Tracks, AnUnknownAngleAfterAKnownOneChangesNothing) {
    const Sample samples[] = {{0.0F, 0.0F, 0.0F, 3.0F, 0}, {1.0F, 1.0F, 0.0F, NAN, 1}};
    EXPECT_FLOAT_EQ(static_cast<float>(interpolate(samples, 0.5, straight).angle), 3.0F);
}

TEST(Tracks, ThingsGoThroughTheSeamAndNotAcrossTheArena) {
    const Sample samples[] = {{0.0F, 0.95F, 0.5F, 0.0F, 0}, {1.0F, 0.05F, 0.5F, 0.0F, 1}};
    EXPECT_NEAR(interpolate(samples, 0.25, round_a_metre).at.x, 0.975, 1e-6);
    EXPECT_NEAR(interpolate(samples, 0.75, round_a_metre).at.x, 1.025, 1e-6);
}

}  // namespace
}  // namespace shoal::view

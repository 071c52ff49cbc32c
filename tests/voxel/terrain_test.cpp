#include "voxel/terrain/terrain.hpp"

#include "base/error.hpp"
#include "voxel/shapes/shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace shoal::voxel {
namespace {

void expect_point(const Point& found, double x, double y) {
    EXPECT_NEAR(found.x, x, 5e-5);
    EXPECT_NEAR(found.y, y, 5e-5);
}

TEST(VoxelTerrain, HillsAreThoseOfTheirSeed) {
    const auto points = terrain_points("hilly-1-10-0");
    ASSERT_EQ(points.size(), 205U);
    expect_point(points[1], 10, 0);
    expect_point(points[2], 22.0063, -0.9015);
    expect_point(points[3], 37.2086, -0.1378);
    expect_point(points[4], 49.6701, -1.8212);
    expect_point(points[5], 59.6018, -1.7059);
}

TEST(VoxelTerrain, StepsAreThoseOfTheirSeed) {
    const auto points = terrain_points("steppy-1-10-0");
    ASSERT_EQ(points.size(), 387U);
    expect_point(points[2], 22.0063, 0);
    expect_point(points[3], 22.5063, -0.9015);
    expect_point(points[4], 37.7086, -0.9015);
    expect_point(points[5], 38.2086, -0.1378);
}

TEST(VoxelTerrain, StartsAreTiltedByTheirSeed) {
    const auto points = terrain_points("flatWithStart-2");
    ASSERT_EQ(points.size(), 5U);
    expect_point(points[1], 10, 7.4823);
}

TEST(VoxelTerrain, SlopesRiseByTheSineOfTheirAngle) {
    EXPECT_NEAR(terrain_points("uphill-30")[2].y, 5 + 990, 1e-9);
    EXPECT_NEAR(terrain_points("downhill-30")[1].y, 5 + 990, 1e-9);
    EXPECT_EQ(terrain_points("flat")[1], (Point{10, 5}));
}

TEST(VoxelTerrain, WrongNamesAreRefused) {
    for (const char* name : {"", "flat-x", "hilly", "hilly-1", "hilly-1-0-0", "uphill", "moon", "flat-1-2"})
        EXPECT_THROW((void)terrain_points(name), Error) << name;
}

TEST(VoxelTerrain, RobotsStartAMetreAboveTheGround) {
    const Ground ground(terrain_points("flat"));
    const Point corner = place_on(ground, body_of(named_shape("biped-4x2"), {}), usual_start(ground));
    EXPECT_EQ(corner, (Point{11, 6}));
}

TEST(VoxelShapes, HaveTheCountsOfTheReference) {
    EXPECT_EQ(named_shape("biped-4x3").count(), 10U);
    EXPECT_EQ(named_shape("biped-4x2").count(), 6U);
    EXPECT_EQ(named_shape("biped-7x4").count(), 20U);
    EXPECT_EQ(named_shape("tripod-5x2").count(), 8U);
    EXPECT_EQ(named_shape("tripod-7x4").count(), 20U);
    EXPECT_EQ(named_shape("ball-7").count(), 37U);
    EXPECT_EQ(named_shape("free-01-11").count(), 3U);
    EXPECT_THROW((void)named_shape("biped-4"), Error);
}

TEST(VoxelShapes, TheLargestConnectedPartIsCutOut) {
    const Shape shape = crop(largest_connected(named_shape("free-1-0-11")));
    EXPECT_EQ(shape.width, 1);
    EXPECT_EQ(shape.height, 2);
}

}  // namespace
}  // namespace shoal::voxel

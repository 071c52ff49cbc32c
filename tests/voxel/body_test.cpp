#include "base/error.hpp"

#include "voxel/support.hpp"

#include <gtest/gtest.h>

namespace shoal::voxel {
namespace {

TEST(Body, KeepsItsCellsFromTheBottomRow) {
    Body body(3, 2);
    body.set(2, 1, paper_material());
    EXPECT_TRUE(body.has(2, 1));
    EXPECT_FALSE(body.has(0, 0));
    EXPECT_FALSE(body.has(3, 0));
    EXPECT_EQ(body.at(-1, 0), nullptr);
    EXPECT_EQ(body.voxel_count(), 1U);
    EXPECT_EQ(body.side_length(), 3.0);
    EXPECT_THROW(body.set(3, 0, paper_material()), Error);
}

TEST(Body, RefusesWhatCannotBeBuilt) {
    EXPECT_THROW(Body(0, 3), Error);
    EXPECT_THROW(Body(2, 2).check(), Error);
    Body uneven(2, 1, paper_material());
    Material other;
    other.side_length = 2.0;
    uneven.set(1, 0, other);
    EXPECT_THROW(uneven.check(), Error);
    Material crowded;
    crowded.active_area.min = 0.3;  // sides of 1.64 m for two masses of 0.9 m
    EXPECT_THROW(crowded.check(), Error);
}

TEST(Material, PresetsHaveTheMassesOfTheirReleases) {
    EXPECT_DOUBLE_EQ(preset("paper").mass, 1.0);
    EXPECT_DOUBLE_EQ(preset("vsr-1.0").mass, 0.81);
    EXPECT_DOUBLE_EQ(preset("vsr-1.12").mass_side(), 1.05);
    EXPECT_THROW(static_cast<void>(preset("vsr-2")), Error);
}

TEST(Population, RowsFollowTheGridAndAMaskedCellHasNone) {
    Body body(2, 2, paper_material());
    body.set(0, 0, std::nullopt);
    const std::vector<Body> bodies{body, body};
    Population population(bodies, flat(), 10.0, 0.0);
    EXPECT_EQ(population.voxel_count(), 6U);
    const Rows rows = population.rows(1);
    ASSERT_EQ(rows.size(), 3U);
    population.measure();
    EXPECT_NEAR(population.centre_x()[rows.begin], 14.5, 1e-6);
    EXPECT_NEAR(population.centre_y()[rows.begin], 1.5, 1e-6);
    EXPECT_NEAR(population.centre_x()[rows.begin + 1], 11.5, 1e-6);
    EXPECT_NEAR(population.centre_y()[rows.begin + 1], 4.5, 1e-6);
    EXPECT_NEAR(population.corner(rows.begin, 0).x, 13.0, 1e-6);  // NW
    EXPECT_NEAR(population.corner(rows.begin, 0).y, 3.0, 1e-6);
    EXPECT_NEAR(population.corner(rows.begin, 2).x, 16.0, 1e-6);  // SE
    EXPECT_NEAR(population.corner(rows.begin, 2).y, 0.0, 1e-6);
}

TEST(Ground, GivesHeightsBetweenItsPoints) {
    const Ground ground({{0.0, 2.0}, {4.0, 0.0}, {4.0, 1.0}, {6.0, 1.0}});
    EXPECT_DOUBLE_EQ(ground.height(1.0), 1.5);
    EXPECT_DOUBLE_EQ(ground.height(5.0), 1.0);
    EXPECT_LT(ground.height(7.0), -1e300);
    EXPECT_THROW(Ground({{0.0, 0.0}}), Error);
    EXPECT_THROW(Ground({{1.0, 0.0}, {0.0, 0.0}}), Error);
}

}  // namespace
}  // namespace shoal::voxel

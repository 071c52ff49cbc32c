#include "voxel/support.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::voxel {
namespace {

// The release's experiment: the left masses of the first column are tied to a wall, 30 N pull the right end down.
double cantilever_sag(const Material& material, int width, int height, const Settings& settings, int steps) {
    Population population({world(Body(width, height, material), nullptr)}, settings);
    const std::size_t first = population.rows(0).begin;
    const auto row = [&](int x, int y) { return first + static_cast<std::size_t>(y * width + x); };
    for (int y = 0; y < height; ++y) {
        population.pin_mass(row(0, y), 0);
        population.pin_mass(row(0, y), 3);
        const double share = -30.0 / (2 * height);
        population.set_force(row(width - 1, y), 1, {0.0, share});
        population.set_force(row(width - 1, y), 2, {0.0, share});
    }
    population.measure();
    const double before = population.centre_y()[row(width - 1, height / 2)];
    population.step(steps);
    population.measure();
    return before - population.centre_y()[row(width - 1, height / 2)];
}

TEST(Statics, ACantileverSagsAsInTheReleasesExperiment) {
    // The release's own figures, at steps of 15 ms; they grow by some per cent as its step shrinks.
    const double measured[][2] = {{8.0, 2.40}, {15.0, 0.685}, {30.0, 0.171}};
    for (const auto& [frequency, sag] : measured) {
        Material material = vsr_1_0_material();
        material.spring_frequency = frequency;
        const double ours = cantilever_sag(material, 10, 4, weightless(), 1800);
        EXPECT_LT(ours, 1.03 * sag) << frequency;
        EXPECT_GT(ours, sag) << frequency;
    }
}

TEST(Statics, SagDoesNotDependOnTheStep) {
    Settings coarse = weightless(), fine = weightless();
    fine.dt = 1.0 / 240.0;
    fine.substeps = 16;
    const Material material = vsr_1_12_material();
    const double limit = cantilever_sag(material, 8, 2, fine, 7200);
    EXPECT_NEAR(cantilever_sag(material, 8, 2, coarse, 1800), limit, 2e-3 * limit);
}

TEST(Statics, LessScaffoldingIsSofter) {
    const auto sag = [](Scaffolding groups) {
        Material material = vsr_1_0_material();
        material.scaffolding = groups;
        return cantilever_sag(material, 10, 4, weightless(), 1800);
    };
    const double all = sag({}), no_side_cross = sag({true, true, false, true});
    const double no_centre = sag({true, true, true, false}),
                 outer_and_centre = sag({true, false, false, true});
    EXPECT_NEAR(all, 2.443, 0.005);  // the release's limit of short steps
    EXPECT_NEAR(no_side_cross, 3.77, 0.1);
    EXPECT_NEAR(no_centre, 4.34, 0.1);
    EXPECT_NEAR(outer_and_centre, 8.24, 0.15);
}

TEST(Statics, ARigidVoxelIsOneBody) {
    Material material;
    material.spring_frequency = 0.0;
    EXPECT_LT(std::abs(cantilever_sag(material, 3, 1, weightless(), 60)), 1e-12);
}

TEST(Statics, StiffLargeRobotsStayWhole) {
    for (const double dt : {1.0 / 60.0, 1.0 / 30.0}) {
        Material material = vsr_1_12_material();
        material.spring_frequency = 30.0;
        Settings settings;
        settings.dt = dt;
        Population population({world(Body(20, 20, material), flat(), 0.0, 1.0)}, settings);
        walk(population, 120);
        population.measure();
        const Rows rows = population.rows(0);
        for (std::size_t row = rows.begin; row < rows.end; ++row) {
            EXPECT_GT(population.area_ratio()[row], 0.5F);
            EXPECT_LT(population.area_ratio()[row], 1.6F);
        }
    }
}

}  // namespace
}  // namespace shoal::voxel

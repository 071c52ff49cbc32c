#include "voxel/support.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::voxel {
namespace {

double free_area(const Material& material, Compatibility compatibility, float f) {
    Settings settings = weightless();
    settings.compatibility = compatibility;
    Population population({world(Body(1, 1, material), nullptr)}, settings);
    population.control()[0] = f;
    population.apply_control();
    population.step(180);
    population.measure();
    return static_cast<double>(population.area_ratio()[0]);
}

TEST(Actuation, AFreeVoxelReachesTheAreaOfThePapersFormula) {
    for (const float f : {-1.0F, -0.5F, -0.1F, 0.0F, 0.3F, 0.5F, 1.0F, 7.0F})
        EXPECT_NEAR(free_area(paper_material(), Compatibility::none, f), 1.0 - 0.2 * std::min(double(f), 1.0),
                    2e-5)
            << f;
}

TEST(Actuation, ReleasesInterpolateLengths) {
    const auto r1 = [](float f) { return free_area(vsr_1_12_material(), Compatibility::vsr_1_12, f); };
    EXPECT_NEAR(r1(0.5F), 0.8985, 5e-5);
    EXPECT_NEAR(r1(-0.5F), 1.0986, 5e-5);
    EXPECT_NEAR(r1(1.0F), 0.8, 2e-5);
    EXPECT_NEAR(r1(-1.0F), 1.2, 2e-5);
    const auto r0 = [](float f) { return free_area(vsr_1_0_material(), Compatibility::vsr_1_0, f); };
    EXPECT_NEAR(r0(0.5F), 0.8977, 5e-5);
    EXPECT_NEAR(r0(-0.5F), 1.0980, 5e-5);
}

TEST(Actuation, ZeroKeepsTheLastLengthsInTheFirstRelease) {
    Settings settings = weightless();
    settings.compatibility = Compatibility::vsr_1_0;
    Population population({world(Body(1, 1, vsr_1_0_material()), nullptr)}, settings);
    for (const float f : {1.0F, 0.0F}) {
        population.control()[0] = f;
        population.apply_control();
        population.step(180);
    }
    population.measure();
    EXPECT_NEAR(population.area_ratio()[0], 0.8F, 2e-5);
    EXPECT_EQ(population.applied_control()[0], 0.0F);
}

TEST(Actuation, ForceSqueezesUntilSpringsHoldIt) {
    Material material = vsr_1_0_material();
    material.actuation = Actuation::force;
    material.max_force = 100.0;  // N; the releases' ranges near 0.916 … 1.086
    EXPECT_NEAR(free_area(material, Compatibility::none, 1.0F), 0.916, 0.003);
    EXPECT_NEAR(free_area(material, Compatibility::none, -1.0F), 1.086, 0.003);
    material.max_force = 1000.0;
    EXPECT_NEAR(free_area(material, Compatibility::none, 0.25F), 0.79, 0.01);
}

TEST(Actuation, APushLastsOneStepInTheFirstRelease) {
    Material material = vsr_1_0_material();
    material.actuation = Actuation::force;
    material.max_force = 100.0;
    EXPECT_NEAR(free_area(material, Compatibility::vsr_1_0, 1.0F), 1.0, 1e-4);
}

}  // namespace
}  // namespace shoal::voxel

#include "voxel/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace shoal::voxel {
namespace {

// The breathing mode of a free voxel: all four masses move along its diagonals, and none turns.
struct Breathing {
    double omega;  // rad/s
    double decay;  // 1/s, of the velocity
};

// Masses of springs (kg) by kind, at rest.
std::array<double, 3> spring_masses(const Material& m) {
    const double s = m.mass_side(), gap = m.side_length - 2.0 * s, block = 0.25 * m.mass;
    if (m.stiffness_law == StiffnessLaw::reduced_mass) return {block / 2.0, block / 2.0, block / 2.0};
    const double inertia = block * s * s / 6.0, h = 0.5 * s, cross = std::sqrt(gap * gap + s * s);
    const double parallel_turn = h * h;  // (arm × line)², of each mass
    const double cross_turn = std::pow(h * (s + gap) / cross, 2);
    return {1.0 / (2.0 / block + 2.0 * parallel_turn / inertia),
            1.0 / (2.0 / block + 2.0 * cross_turn / inertia), block / 2.0};
}

Breathing breathing(const Material& m) {
    const double s = m.mass_side(), gap = m.side_length - 2.0 * s, block = 0.25 * m.mass;
    const std::array<double, 3> mass = spring_masses(m);
    const double own = math::two_pi * m.spring_frequency;
    const double slant = gap * gap / (gap * gap + s * s);
    const double omega =
        own * std::sqrt((32.0 * mass[0] + 32.0 * slant * mass[1] + 16.0 * mass[2]) / (8.0 * block));
    return {omega, m.spring_damping_ratio * omega * omega / own};
}

TEST(Springs, HaveTheStiffnessOfTheReferenceFacts) {
    Population r1({world(Body(1, 1, vsr_1_12_material()), nullptr)}, weightless());
    for (int i = 0; i < 18; ++i) EXPECT_NEAR(r1.spring(0, i).stiffness, 315.83, 0.01) << i;
    EXPECT_NEAR(r1.spring(0, 0).rest, 0.9, 1e-6);
    EXPECT_NEAR(r1.spring(0, 8).rest, 1.382932, 1e-6);
    EXPECT_NEAR(r1.spring(0, 17).rest, 2.757716, 1e-6);
    Population r0({world(Body(1, 1, vsr_1_0_material()), nullptr)}, weightless());
    EXPECT_NEAR(r0.spring(0, 0).stiffness, 102.3, 0.1);
    EXPECT_NEAR(r0.spring(0, 8).stiffness, 64.93, 0.05);
    EXPECT_NEAR(r0.spring(0, 16).stiffness, 255.8, 0.1);
    for (int i = 0; i < 18; ++i) EXPECT_NEAR(r0.spring(0, i).length, r0.spring(0, i).rest, 1e-6) << i;
}

TEST(Springs, AbsentGroupsHaveNone) {
    Material material;
    material.scaffolding = {true, false, false, true};
    Population population({world(Body(1, 1, material), nullptr)}, weightless());
    for (int i = 0; i < 18; ++i) EXPECT_EQ(population.spring(0, i).stiffness > 0.0, i < 4 || i >= 16) << i;
}

// Time of the first swing through rest, half a period after the release, and how far it goes beyond.
void expect_breathing(Material material, double tolerance) {
    material = undamped(material);
    const Breathing expected = breathing(material);
    Settings settings = weightless();
    settings.dt = 1e-3;
    Population population({world(Body(1, 1, material), nullptr)}, settings);
    population.control()[0] = 0.05F;  // small, so that the mode is linear
    population.apply_control();
    population.step(3000);
    population.control()[0] = 0.0F;
    population.apply_control();
    double before = -1.0, least = 0.0, crossing = 0.0;
    for (int i = 1; i < 2000 && crossing == 0.0; ++i) {
        population.step();
        population.measure();
        const double side = std::sqrt(static_cast<double>(population.area_ratio()[0])) - 1.0;
        if (before < 0.0 && side >= 0.0) crossing = settings.dt * (i - side / (side - before));
        least = std::min(least, side);
        before = side;
    }
    // x = −e^(−at)(cos wt + a/w sin wt) is 0 first at wt = π − atan(w/a).
    const double a = expected.decay, w = std::sqrt(expected.omega * expected.omega - a * a);
    EXPECT_NEAR(crossing, (math::pi - std::atan(w / a)) / w, tolerance * crossing);
    double beyond = 0.0;
    for (int i = 0; i < 500; ++i) {
        population.step();
        population.measure();
        beyond = std::max(beyond, std::sqrt(static_cast<double>(population.area_ratio()[0])) - 1.0);
    }
    EXPECT_NEAR(beyond / -least, std::exp(-a * math::pi / w), 2.0 * tolerance);
}

TEST(Springs, AFreeVoxelBreathesAtItsFrequencyAndDecay) {
    for (const double damping : {0.05, 0.3}) {
        for (Material material : {vsr_1_12_material(), vsr_1_0_material()}) {
            material.spring_damping_ratio = damping;
            expect_breathing(material, 0.02);
        }
    }
    // The reference facts: about 12.3 Hz and 10.3 Hz, with the springs' damping.
    const auto ringing = [](const Material& m) {
        const Breathing b = breathing(m);
        return std::sqrt(b.omega * b.omega - b.decay * b.decay) / math::two_pi;
    };
    EXPECT_NEAR(ringing(vsr_1_12_material()), 12.3, 0.5);
    EXPECT_NEAR(ringing(vsr_1_0_material()), 10.3, 0.3);
}

TEST(Springs, MomentumStaysInFreeFlightWhateverTheActuation) {
    Population population({world(Body(5, 4, undamped(vsr_1_12_material())), nullptr)}, weightless());
    population.set_velocity(0, 0, {3.0, -2.0}, 0.2);
    const Point before = population.momentum(0);
    walk(population, 600);
    const Point after = population.momentum(0);
    EXPECT_NEAR(after.x, before.x, 1e-4);
    EXPECT_NEAR(after.y, before.y, 1e-4);
}

TEST(Springs, AFreeRobotFallsAsAStone) {
    Population population({world(Body(4, 3, undamped(paper_material())), nullptr, 0.0, 50.0)});
    const Point before = population.robot_centre(0);
    population.step(120);
    const Point after = population.robot_centre(0);
    EXPECT_NEAR(after.x, before.x, 1e-9);
    const double h = population.settings().dt / population.substeps(0), t = 2.0;
    EXPECT_NEAR(before.y - after.y, 0.5 * 9.8 * t * (t + h), 1e-6);  // the sum that symplectic steps give
}

TEST(Springs, EnergyNeverGrowsWithoutActuation) {
    for (const Material& material : {vsr_1_12_material(), vsr_1_0_material()}) {
        Population population({world(Body(6, 4, material), flat(), 0.0, 8.0)});
        double last = population.energies(0).total();
        for (int i = 0; i < 600; ++i) {
            population.step();
            const double now = population.energies(0).total();
            EXPECT_LT(now, last + 1e-3 * population.mass_of(0)) << "step " << i;  // a rise by 0.1 mm
            last = std::min(last, now);
        }
        EXPECT_LT(population.energies(0).kinetic, 0.05);
    }
}

}  // namespace
}  // namespace shoal::voxel

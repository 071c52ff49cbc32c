#include "voxel/controllers/brain.hpp"

#include "base/error.hpp"
#include "base/math.hpp"
#include "voxel/shapes/shapes.hpp"
#include "voxel/tasks/locomotion.hpp"
#include "voxel/terrain/terrain.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::voxel {
namespace {

TEST(VoxelPerceptron, ReluNetworkOfTheReferenceGivesFive) {
    const std::vector<double> weights = {1, 0, 1, 2, 1, -1, 1};
    Perceptron network({1, 2, 1}, weights, Activation::relu, PerceptronRule::every_bias);
    EXPECT_EQ(network.evaluate(std::vector<double>{2.0})[0], 5.0);
}

TEST(VoxelPerceptron, InputBiasComesLast) {
    const std::vector<double> weights = {0.5, -2.0, 0.25};
    Perceptron network({2, 1}, weights, Activation::tanh, PerceptronRule::input_bias);
    EXPECT_NEAR(network.evaluate(std::vector<double>{1.0, 0.5})[0], std::tanh(0.5 - 1.0 + 0.25), 1e-15);
}

TEST(VoxelPerceptron, PaperCountsItsWeights) {
    EXPECT_EQ(weight_count(std::vector<int>{6 * 3 + 2 + 1, 10, 6}, PerceptronRule::input_bias), 280U);
    EXPECT_THROW(Perceptron({1, 1}, std::vector<double>{1.0}, Activation::tanh, PerceptronRule::input_bias),
                 Error);
}

TEST(VoxelBrain, SensingCaseStudiesHaveTheirCounts) {
    for (const auto& [shape, count] :
         {std::pair{"worm-4x1", 104U}, {"biped-4x2", 228U}, {"tripod-5x2", 400U}}) {
        const Body body = body_of(named_shape(shape), {});
        Brain brain;
        brain.kind = Brain::Kind::centralized;
        brain.driving_frequency = 1.0;
        brain.sensors.assign(body.voxel_count(), {parse_sensor("mean(rotated_velocity(8), 0, 5)"),
                                                  parse_sensor("difference(rotated_velocity(8), 0, 5)"),
                                                  parse_sensor("mean(area_ratio, 0, 5)"),
                                                  parse_sensor("difference(area_ratio, 0, 5)")});
        EXPECT_EQ(weight_count(brain, body), count) << shape;
    }
}

TEST(VoxelSensors, WrongTextIsRefused) {
    for (const char* text :
         {"", "speed", "average(touch)", "average(0.5)", "velocity", "touch)", "mean(touch,3,1)"})
        EXPECT_THROW((void)parse_sensor(text), Error) << text;
}

TEST(VoxelSensors, ShortNamesHaveTheWidthsAndDomainsOfTheReference) {
    EXPECT_EQ(parse_sensor("a").width() + parse_sensor("vxy").width() + parse_sensor("t").width(), 4);
    EXPECT_EQ(parse_sensor("area_ratio").low(0), 0.5);
    EXPECT_EQ(parse_sensor("area_ratio").high(0), 1.5);
    EXPECT_EQ(parse_sensor("trend(velocity(4), 0.5)").high(1), 16.0);
    EXPECT_EQ(parse_sensor("control_power(0.5)").high(0), 2.0);
}

Locomotion short_walk() {
    Locomotion task;
    task.ground = std::make_shared<Ground>(terrain_points("flat"));
    task.duration = 5.0;
    return task;
}

Candidate worm(double shift) {
    Candidate candidate{body_of(named_shape("worm-10x1"), {}), {}};
    candidate.brain.kind = Brain::Kind::sines;
    candidate.brain.frequency = -1.0;
    for (int x = 0; x < 10; ++x) candidate.brain.phases.push_back(math::pi * x / 10 + shift);
    return candidate;
}

TEST(VoxelLocomotion, ARobotAmongOthersDoesWhatItDoesAlone) {
    WorkerPool one(1), three(3);
    std::vector<Candidate> many;
    for (int i = 0; i < 9; ++i) many.push_back(worm(0.1 * i));
    const auto together = evaluate(short_walk(), many, three);
    for (const std::size_t i : {std::size_t{0}, std::size_t{8}}) {
        const auto alone = evaluate(short_walk(), std::span(&many[i], 1), one);
        EXPECT_EQ(alone[0].distance, together[i].distance);
        EXPECT_EQ(alone[0].control_energy, together[i].control_energy);
        EXPECT_NE(alone[0].distance, 0.0);
    }
}

TEST(VoxelLocomotion, ControlEnergyIsTheSumOfSquaresOfASine) {
    WorkerPool pool(1);
    auto task = short_walk();
    task.control_interval = 0;
    const auto all = evaluate(task, std::vector{worm(0.0)}, pool);
    // Ten voxels, 60 steps a second, mean square one half.
    EXPECT_NEAR(all[0].control_power, 300.0, 3.0);
    EXPECT_NEAR(all[0].squared_control, 2.5, 0.03);
    EXPECT_NEAR(all[0].velocity, all[0].distance / all[0].time, 1e-12);
}

}  // namespace
}  // namespace shoal::voxel

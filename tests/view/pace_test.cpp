#include "view/window/pace.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

namespace shoal::view {
namespace {

constexpr double a_minute = 60.0;   // s
constexpr double time_step = 0.01;  // s

/// A run on a clock of its own: ticks and pictures take as long as they are told to.
struct FakeRun {
    Pace pace;
    double wall = 100.0, simulated = 3.0;  // s
    double tick_costs = 0.0, picture_costs = 0.0;
    RandomStream luck{7, 0, Purpose::motor_noise};

    explicit FakeRun(double speed) : pace(speed) { pace.start(wall, simulated); }

    void go_on_for(double seconds) {
        const double end = wall + seconds;
        double next_picture = wall;
        while (wall < end) {
            while (pace.is_due(wall, simulated, time_step)) {
                simulated += time_step;
                wall += tick_costs;
            }
            if (wall >= next_picture) {
                wall += picture_costs * luck.uniform(0.5, 1.5);
                next_picture = wall + 1.0 / 60.0;
            }
            wall += pace.wait(wall, simulated, time_step) + 0.001 * luck.uniform();  // a timer is late
        }
    }
};

class AMinute : public testing::TestWithParam<double> {};

TEST_P(AMinute, PassesWithinHalfAPerCentOfWhatWasAskedFor) {
    FakeRun run(GetParam());
    run.tick_costs = 0.2 * time_step / GetParam();
    run.picture_costs = 0.012;
    run.go_on_for(a_minute);
    const double wanted = GetParam() * (run.wall - 100.0);
    EXPECT_NEAR(run.simulated - 3.0, wanted, 0.005 * wanted + time_step);
}

INSTANTIATE_TEST_SUITE_P(Speeds, AMinute, testing::Values(0.01, 0.3, 1.0, 1.2, 10.0, 100.0));

TEST(Pace, DoesNotDriftWhenPicturesTakeLongerThanAFrame) {
    FakeRun run(1.0);
    run.picture_costs = 0.2;  // five a second
    run.go_on_for(a_minute);
    EXPECT_NEAR(run.simulated - 3.0, run.wall - 100.0, 0.005 * a_minute);
}

TEST(Pace, ChangesOfSpeedAddUp) {
    FakeRun run(1.0);
    run.go_on_for(20.0);
    const double first = run.simulated;
    const double switched = run.wall;
    run.pace.set_speed(2.0, run.wall, run.simulated);
    run.go_on_for(20.0);
    EXPECT_NEAR(run.simulated - first, 2.0 * (run.wall - switched), 0.2);
    EXPECT_NEAR(first - 3.0, switched - 100.0, 0.1);
}

TEST(Pace, WhatCannotBeCaughtUpIsLetGo) {
    Pace pace(1.0);
    pace.start(0.0, 0.0);
    EXPECT_NEAR(pace.lag(10.0, 2.0), 8.0, 1e-9);
    pace.start(10.0, 2.0);
    EXPECT_FALSE(pace.is_due(10.001, 2.0, time_step));
    EXPECT_TRUE(pace.is_due(10.006, 2.0, time_step));
}

}  // namespace
}  // namespace shoal::view

#include "vehicle/fleet.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::vehicle {
namespace {

constexpr double degree = 3.14159265358979323846 / 180, foot = 0.3048;
enum {
    north,
    east,
    down,
    vn,
    ve,
    vd,
    mass,
    lateral_n,
    lateral_e,
    lateral_d,
    wanted_n,
    wanted_e,
    wanted_d,
    age,
    blind,
    miss
};

struct Shot {
    Fleet fleet;
    Group& group;
    explicit Shot(std::vector<std::pair<std::string, double>> parameters = {}, std::string preset = "")
        : group(fleet.add({"missile", 1, "", std::move(preset), std::move(parameters)})) {}
    double state(std::size_t column) const { return group.state(column, 0); }
    double speed() const { return std::hypot(state(vn), state(ve), state(vd)); }
    // Flies at a target that moves on a straight line, until something happens.
    void chase(std::array<double, 6> target, int steps) {
        for (int i = 0; i < steps && group.contact(0) == Contact::none; ++i) {
            group.command(0, "target", target);
            fleet.step();
            for (std::size_t axis = 0; axis < 3; ++axis) target[axis] += 0.01 * target[3 + axis];
        }
    }
};

TEST(Missile, FliesOutAsPublished) {
    const struct {
        double height, fastest, at_10, at_20;
    } rows[] = {{10, 993.7, 7373, 13175}, {5000, 1037.5, 7908, 15371}, {10000, 1066.4, 8281, 17166}};
    for (const auto& row : rows) {
        Shot shot;
        shot.group.place(0, {0, 0, -row.height, 0, 250});
        shot.group.command(0, "coast", {});
        double fastest = 0;
        for (int i = 0; i < 2000; ++i) {
            // The published run is level: gravity is balanced.
            shot.group.surround(Surrounding::force_d, 0, -9.81 * shot.state(mass));
            shot.fleet.step();
            fastest = std::fmax(fastest, shot.speed());
            if (i == 999) {
                EXPECT_NEAR(shot.state(north), row.at_10, 0.003 * row.at_10) << row.height;
            }
        }
        EXPECT_NEAR(shot.state(north), row.at_20, 0.003 * row.at_20) << row.height;
        EXPECT_NEAR(fastest, row.fastest, 0.003 * row.fastest) << row.height;
        EXPECT_NEAR(shot.state(mass), 85 - 27, 0.01);
    }
}

// Zarchan's planar case, in a level plane: no thrust, no drag, no lag. His command stands across the line of sight and
// slows the missile; ours stands across the velocity, so it is the cosine of the heading error of his.
TEST(Missile, MeetsZarchansTarget) {
    const struct {
        double ratio, time, first;
    } rows[] = {{3, 10.629, 9.13}, {4, 10.584, 12.17}, {5, 10.559, 15.21}};
    for (const auto& row : rows) {
        Shot shot({{"boost", 0},
                   {"propellant", 0},
                   {"drag", 0},
                   {"lag", 0},
                   {"navigation", row.ratio},
                   {"load_limit", 100},
                   {"full_pressure", 1},
                   {"seeker_angle", 1.5},
                   {"seeker_rate", 1e6},
                   {"fuze", 1 * foot}});
        const double leads = -20 * degree;
        shot.group.place(0, {0, 0, -3000, leads, 3000 * foot});
        const std::array<double, 6> target{40000 * foot, 0, -3000, -1000 * foot, 0, 0};
        shot.group.command(0, "target", target);
        shot.fleet.step();
        const double first = std::hypot(shot.state(wanted_n), shot.state(wanted_e));
        EXPECT_NEAR(first / 9.81, row.first * std::cos(leads), 0.06) << row.ratio;
        shot.chase({target[0] - 10 * foot, 0, -3000, -1000 * foot, 0, 0}, 2000);
        EXPECT_EQ(shot.group.contact(0), Contact::hit) << row.ratio;
        EXPECT_LT(shot.state(miss), 1 * foot) << row.ratio;
        EXPECT_LT(shot.group.contact_time(0), row.time) << row.ratio;
    }
}

TEST(Missile, MissesWhenItsLimitIsHalfOfWhatItNeeds) {
    const auto missed = [](double limit) {
        Shot shot({{"boost", 0},
                   {"propellant", 0},
                   {"drag", 0},
                   {"lag", 0.2},
                   {"load_limit", limit},
                   {"full_pressure", 1},
                   {"seeker_angle", 1.5},
                   {"seeker_rate", 1e6},
                   {"fuze", 0}});
        shot.group.place(0, {0, 0, -3000, -20 * degree, 3000 * foot});
        shot.chase({40000 * foot, 0, -3000, -1000 * foot, 0, 0}, 1300);
        return shot.state(miss);
    };
    EXPECT_LT(missed(100), 2.0);
    EXPECT_GT(missed(3), 50.0);
}

TEST(Missile, LosesATargetOutsideItsSeeker) {
    Shot shot;
    shot.group.place(0, {0, 0, -3000, 0, 300});
    shot.chase({100, 3000, -3000, 0, 0, 0}, 300);
    EXPECT_GT(shot.state(blind), 2.9);
    EXPECT_NEAR(shot.state(ve), 0.0, 1e-9);
}

TEST(Missile, HitsPointsOnTheGround) {
    Shot shot({{"navigation", 4}}, "air_to_ground");
    shot.group.place(0, {0, 0, -3000, 0, 250, -15 * degree});
    shot.chase({8000, 300, 0, 0, 0, 0}, 6000);
    EXPECT_NE(shot.group.contact(0), Contact::none);
    EXPECT_LT(shot.state(miss), 5.0);
    ASSERT_EQ(shot.fleet.events().size(), 1U);
    EXPECT_EQ(shot.fleet.events()[0].time, shot.group.contact_time(0));
    Shot moving({}, "air_to_ground");
    moving.group.place(0, {0, 0, -3000, 0, 250, -15 * degree});
    moving.chase({8000, 0, 0, 5, 15, 0}, 6000);
    EXPECT_LT(moving.state(miss), 5.0);
}

TEST(Missile, WaitsForItsLaunchAndEndsWithItsLife) {
    Shot shot({{"life", 2}});
    shot.group.place(0, {10, 20, -3000, 0, 250});
    shot.fleet.step(100);
    EXPECT_EQ(shot.state(north), 10.0);
    EXPECT_EQ(shot.state(age), 0.0);
    shot.group.command(0, "coast", {});
    shot.fleet.step(300);
    EXPECT_EQ(shot.group.contact(0), Contact::spent);
    EXPECT_NEAR(shot.group.contact_time(0), 3.0, 0.02);
}

}  // namespace
}  // namespace shoal::vehicle

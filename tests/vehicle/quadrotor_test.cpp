#include "vehicle/fleet.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::vehicle {
namespace {

constexpr double pi = 3.14159265358979323846;

// Rise time from 10 to 90 %, overshoot and settling of what `measure` gives, on its way from 0 to 1.
struct Step {
    double rise, overshoot, settled;
};
template <class Measure>
Step step_of(Fleet& fleet, int steps, const Measure& measure) {
    double first = 0.0, last = 0.0, top = 0.0, settled = 0.0;
    for (int i = 0; i < steps; ++i) {
        fleet.step();
        const double value = measure();
        if (first == 0.0 && value > 0.1) first = fleet.time();
        if (last == 0.0 && value > 0.9) last = fleet.time();
        top = std::fmax(top, value);
        if (std::abs(value - 1.0) > 0.05) settled = fleet.time();
    }
    return {last - first, top - 1.0, settled};
}

Group& one_at(Fleet& fleet, const Placement& at, const std::string& preset = "") {
    auto& group = fleet.add({"quadrotor", 1, preset.empty() ? "quadrotor" : preset, preset, {}});
    group.place(0, at);
    return group;
}

void order(Group& group, const char* mode, std::vector<double> values) { group.command(0, mode, values); }

double heading(const Pose<double>& p) {
    return std::atan2(2 * (p.qw * p.qz + p.qx * p.qy), 1 - 2 * (p.qy * p.qy + p.qz * p.qz));
}

TEST(Quadrotor, HoversAtItsRotorSpeed) {
    Fleet fleet;
    auto& group = one_at(fleet, {0, 0, -10});
    const double hover = group.state(13, 0);
    EXPECT_NEAR(hover * 60 / (2 * pi * 1000), 11.3705, 1e-4);  // kRPM, published
    EXPECT_NEAR(one_at(fleet, {}, "crazyflie").state(13, 0), 1788.55, 0.01);
    EXPECT_NEAR(one_at(fleet, {}, "hummingbird").state(13, 0), 469.20, 0.01);
    order(group, "motors", {hover, hover, hover, hover});
    fleet.step(1000);
    const auto p = group.pose(0);
    EXPECT_NEAR(p.down, -10.0, 1e-9);
    EXPECT_NEAR(p.north, 0.0, 1e-9);
    EXPECT_NEAR(p.vd, 0.0, 1e-9);
}

TEST(Quadrotor, FallsFreelyWithoutRotorsAndDrag) {
    Fleet fleet;
    auto& group = fleet.add(
        {"quadrotor", 1, "", "", {{"slowest", 0}, {"drag_x", 0}, {"drag_y", 0}, {"drag_z", 0}, {"lift", 0}}});
    group.place(0, {0, 0, -100});
    for (std::size_t rotor = 13; rotor < 17; ++rotor) group.set_state(rotor, 0, 0.0);
    order(group, "motors", {0, 0, 0, 0});
    fleet.step(200);
    EXPECT_NEAR(group.pose(0).vd, 2 * 9.81, 1e-12);
    EXPECT_NEAR(group.pose(0).down, -100 + 0.5 * 9.81 * 4, 1e-11);
}

// Torque-free spin: |L| and the energy stay; their errors fall with the fourth power of the step, or faster.
TEST(Quadrotor, SpinKeepsMomentumAndEnergyToTheOrderOfTheIntegrator) {
    const auto drift = [](double step) {
        FleetOptions options;
        options.time_step = step;
        Fleet fleet(options);
        auto& group = fleet.add({"quadrotor", 1, "", "", {{"slowest", 0}}});
        group.place(0, {0, 0, -1000});
        for (std::size_t rotor = 13; rotor < 17; ++rotor) group.set_state(rotor, 0, 0.0);
        group.set_state(10, 0, 5.0);
        group.set_state(11, 0, 6.0);
        group.set_state(12, 0, 4.0);
        order(group, "motors", {0, 0, 0, 0});
        const auto energy = [&] {
            const auto p = group.pose(0);
            return 0.0094 * p.p * p.p + 0.0134 * p.q * p.q + 0.0145 * p.r * p.r;
        };
        const double before = energy();
        fleet.step(static_cast<std::size_t>(std::lround(2.0 / step)));
        return std::abs(energy() - before) / before;
    };
    const double coarse = drift(0.04), fine = drift(0.02);
    EXPECT_LT(fine, 1e-6);
    EXPECT_GT(std::log2(coarse / fine), 3.7);
}

TEST(Quadrotor, ConvergesWithTheFourthPowerOfTheStep) {
    const auto end = [](double step) {
        FleetOptions options;
        options.time_step = step;
        Fleet fleet(options);
        auto& group = one_at(fleet, {0, 0, -100});
        order(group, "motors", {1300, 1250, 1200, 1240});
        fleet.step(static_cast<std::size_t>(std::lround(0.64 / step)));
        return group.pose(0).north;
    };
    const double exact = end(0.001);
    const double order_found = std::log2(std::abs(end(0.032) - exact) / std::abs(end(0.016) - exact));
    EXPECT_GT(order_found, 3.7);
    EXPECT_LT(order_found, 4.6);
}

TEST(Quadrotor, AnswersStepsAsPublished) {
    {
        Fleet fleet;
        auto& group = one_at(fleet, {0, 0, -10});
        order(group, "position", {0, 0, -11, 0});
        const auto climb = step_of(fleet, 800, [&] { return -10 - group.pose(0).down; });
        EXPECT_NEAR(climb.rise, 0.50, 0.011);
        EXPECT_NEAR(climb.overshoot, 0.119, 0.002);
        EXPECT_NEAR(climb.settled, 1.50, 0.02);
    }
    {
        Fleet fleet;
        auto& group = one_at(fleet, {0, 0, -10});
        order(group, "position", {2, 0, -10, 0});
        double sag = 0.0;
        const auto run = step_of(fleet, 800, [&] {
            sag = std::fmax(sag, std::abs(group.pose(0).down + 10));
            return group.pose(0).north / 2;
        });
        EXPECT_NEAR(run.rise, 0.97, 0.011);
        EXPECT_NEAR(run.overshoot, 0.059, 0.002);
        EXPECT_NEAR(run.settled, 2.39, 0.02);
        EXPECT_LT(sag, 0.039);
    }
    {
        Fleet fleet;
        auto& group = one_at(fleet, {0, 0, -10});
        order(group, "position", {0, 0, -10, pi / 2});
        const auto turn = step_of(fleet, 500, [&] { return heading(group.pose(0)) / (pi / 2); });
        EXPECT_NEAR(turn.rise, 0.59, 0.06);
        EXPECT_LT(turn.overshoot, 0.003);
        EXPECT_NEAR(turn.settled, 0.88, 0.06);
    }
    {
        Fleet fleet;
        auto& group = one_at(fleet, {0, 0, -10});
        order(group, "position", {100, 0, -10, 0});
        double fastest = 0.0;
        step_of(fleet, 2000, [&] { return fastest = std::fmax(fastest, group.pose(0).vn); });
        EXPECT_NEAR(fastest, 5.196, 0.01);
    }
}

TEST(Quadrotor, EveryModeDoesWhatItSays) {
    const auto fly = [](const char* mode, std::vector<double> values, std::size_t steps) {
        Fleet fleet;
        auto& group = one_at(fleet, {0, 0, -50});
        order(group, mode, std::move(values));
        fleet.step(steps);
        return group.pose(0);
    };
    const double weight = 1.4844 * 9.81;
    EXPECT_NEAR(fly("rates", {0, 0, 0.5, weight}, 300).r, 0.5, 0.02);
    const auto rolled = fly("attitude", {0.2, 0, 0, weight}, 200);
    EXPECT_NEAR(2 * std::atan2(rolled.qx, rolled.qw), 0.2, 0.01);
    const auto moving = fly("velocity", {2, -1, 0, 0.3}, 1500);
    EXPECT_NEAR(moving.vn, 2, 0.02);
    EXPECT_NEAR(moving.ve, -1, 0.02);
    EXPECT_NEAR(heading(moving), 0.3, 0.01);
    const auto there = fly("geometric", {1, 2, -52, 0.4}, 3000);
    EXPECT_NEAR(there.north, 1, 0.02);
    EXPECT_NEAR(there.east, 2, 0.02);
    EXPECT_NEAR(there.down, -52, 0.02);
    EXPECT_NEAR(heading(there), 0.4, 0.02);
}

TEST(Quadrotor, MirroredCommandsGiveMirroredFlight) {
    Fleet fleet;
    auto& group = fleet.add({"quadrotor", 2, "", "", {}});
    for (std::size_t v = 0; v < 2; ++v) group.place(v, {0, 0, -20});
    const double left[] = {3, -4, -21, 0}, right[] = {3, 4, -21, 0};
    group.command(0, "position", left);
    group.command(1, "position", right);
    fleet.step(300);
    const auto a = group.pose(0), b = group.pose(1);
    EXPECT_NEAR(a.north, b.north, 1e-12);
    EXPECT_NEAR(a.east, -b.east, 1e-12);
    EXPECT_NEAR(a.p, -b.p, 1e-12);
}

TEST(Quadrotor, FliesInWind) {
    Fleet fleet;
    auto& group = one_at(fleet, {0, 0, -20});
    group.surround(Surrounding::wind_e, 0, 4.0);
    order(group, "position", {0, 0, -20, 0});
    fleet.step(3000);
    EXPECT_NEAR(group.pose(0).east, 0.0, 0.02);
    EXPECT_LT(group.pose(0).qx, -0.02);  // leans into the wind
}

TEST(Quadrotor, LandsAndCrashes) {
    Fleet fleet;
    auto& group = fleet.add({"quadrotor", 2, "", "", {}});
    for (std::size_t v = 0; v < 2; ++v) group.place(v, {5, 0, -30});
    for (std::size_t v = 0; v < 2; ++v) group.surround(Surrounding::ground, v, 20.0);
    const double slowly[] = {0, 0, 1, 0}, off[] = {0, 0, 0, 0};
    group.command(0, "velocity", slowly);
    group.command(1, "motors", off);
    std::vector<ContactEvent> events;
    for (int i = 0; i < 2000; ++i) {
        fleet.step();
        events.insert(events.end(), fleet.events().begin(), fleet.events().end());
    }
    EXPECT_EQ(group.contact(0), Contact::ground);
    EXPECT_EQ(group.contact(1), Contact::crashed);
    EXPECT_EQ(group.pose(0).down, -20.0);
    EXPECT_EQ(group.pose(1).down, -20.0);
    ASSERT_GE(events.size(), 2U);
    EXPECT_EQ(events[0].vehicle, 1U);
    EXPECT_EQ(events[0].what, Contact::crashed);
    EXPECT_NEAR(events[0].time, group.contact_time(1), 1e-12);
    const double up[] = {0, 0, -1, 0};
    for (std::size_t v = 0; v < 2; ++v) group.command(v, "velocity", up);
    fleet.step(500);
    EXPECT_LT(group.pose(0).down, -22.0);
    EXPECT_EQ(group.pose(1).down, -20.0);
}

TEST(Quadrotor, FiveThousandFlyToTheirPlaces_slow) {
    for (const auto precision : {Precision::twofold, Precision::single}) {
        FleetOptions options;
        options.precision = precision;
        Fleet fleet(options);
        auto& group = fleet.add({"quadrotor", 5000, "", "", {}});
        std::vector<std::array<double, 4>> goals;
        for (int i = 0; i < 5000; ++i) {
            const double x = 3.0 * (i % 71) - 100, y = 3.0 * (i / 71) - 100;
            group.place(static_cast<std::size_t>(i), {x, -y, -(10.0 + i % 7)});
            goals.push_back({0.2 * (100 - 3.0 * (i % 71)), -0.5 * (i / 71), -(20.0 + i % 11), -0.1 * i});
            group.command(static_cast<std::size_t>(i), "position", goals.back());
        }
        fleet.step(6000);
        double worst = 0.0;
        for (std::size_t i = 0; i < 5000; ++i) {
            const auto p = group.pose(i);
            worst = std::fmax(worst,
                              std::hypot(p.north - goals[i][0], p.east - goals[i][1], p.down - goals[i][2]));
        }
        EXPECT_LT(worst, 1e-3);
    }
}

}  // namespace
}  // namespace shoal::vehicle

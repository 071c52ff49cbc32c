#include "base/error.hpp"
#include "scenario/vehicle/vehicle_scenario.hpp"
#include "vehicle/mission/mission.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace shoal::vehicle {
namespace {

scenario::VehicleScenario read(const std::string& text) {
    return scenario::read_vehicles(scenario::open_text("family: vehicle\n" + text, "fleet.yaml"));
}

std::string message_of(const std::string& text) {
    try {
        Mission(read(text), 1, 1);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

void expect_says(const std::string& text, const std::string& part) {
    const std::string message = message_of(text);
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

constexpr const char* orbiting = R"(simulation_time: 60
groups:
  ring: {type: quadrotor, nb: 4, north: 50, altitude: 20, heading: 90, speed: 4, spacing: 6,
         guidance: orbit, radius: 50}
)";

TEST(Mission, MistakesNameFileLineAndKey) {
    expect_says("groups:\n  a: {type: quadcopter}\n", "fleet.yaml:3");
    expect_says("groups:\n  a: {type: quadcopter}\n", "groups.a.type");
    expect_says("groups:\n  a:\n    type: quadrotor\n    parameters: {mas: 2}\n", "groups.a");
    expect_says("groups:\n  a: {type: quadrotor, guidance: route}\n", "a route needs way-points");
    expect_says("groups:\n  a: {type: quadrotor, guidance: rout}\n", "did you mean route");
    expect_says("groups:\n  a: {type: quadrotor, guidance: route, waypoints: [[0, 0], [1, 1, 1]]}\n",
                "[north, east, altitude]");
    expect_says("groups:\n  a: {type: quadrotor, guidance: target, target: b}\n", "groups.a.target");
    expect_says("", "groups");
    expect_says("groups: {a: {type: quadrotor, nb: 0}}\n", "from 1 to 10000000");
    expect_says("time_step: 0\ngroups: {a: {type: quadrotor}}\n", "time_step");
    EXPECT_THROW(scenario::read_vehicles(scenario::open_text("family: pogobot\n", "p.yaml")), Error);
    EXPECT_THROW(scenario::open_text("family: vehicel\n", "p.yaml"), Error);
}

TEST(Mission, QuadrotorsOnAnOrbitKeepToIt) {
    Mission mission(read(orbiting), 1, 1);
    double worst = 0.0;
    while (!mission.over()) {
        mission.step();
        if (mission.time() < 30.0) continue;
        for (std::size_t v = 0; v < 4; ++v)
            worst = std::max(worst, std::abs(mission.leaders()[0].cross_track(v)));
    }
    EXPECT_LT(worst, 1.0);
}

// The triangle of wind: air speed is what ground speed lacks. Who holds a place in wind leans into it.
TEST(Mission, AHoverInWindHoldsItsPlace) {
    Mission mission(read("simulation_time: 40\nwind_north: 4\nwind_east: -3\ngroups:\n"
                         "  a: {type: quadrotor, altitude: 30}\n"),
                    1, 1);
    while (!mission.over()) mission.step();
    const auto pose = mission.poses(0)[0];
    EXPECT_NEAR(pose.north, 0.0, 0.2);
    EXPECT_NEAR(pose.east, 0.0, 0.2);
    EXPECT_NEAR(pose.down, -30.0, 0.2);
    // Tilt: drag of 4 and 3 m/s of wind against weight; body down leans with the wind, so lift leans against it.
    const double lean_north = 2 * (pose.qx * pose.qz + pose.qw * pose.qy);
    const double lean_east = 2 * (pose.qy * pose.qz - pose.qw * pose.qx);
    EXPECT_NEAR(lean_north, 0.26 * 4 / (1.4844 * 9.81), 0.01);
    EXPECT_NEAR(lean_east, -0.28 * 3 / (1.4844 * 9.81), 0.01);
}

TEST(Mission, ThreadsDoNotMatterAndSeedsDo) {
    const auto end = [](std::uint32_t seed, int threads) {
        Mission mission(read("simulation_time: 3\ngusts: moderate\ngroups:\n"
                             "  a: {type: quadrotor, nb: 150, altitude: 30}\n"),
                        seed, threads);
        while (!mission.over()) mission.step();
        double sum = 0.0;
        for (const auto& pose : mission.poses(0)) sum += pose.north + 3.0 * pose.east + 7.0 * pose.qx;
        return sum;
    };
    EXPECT_EQ(end(1, 1), end(1, 3));
    EXPECT_NE(end(1, 1), end(2, 1));
}

TEST(Mission, CollisionsAreToldOnce) {
    Mission mission(
        read("simulation_time: 8\ncollision_distance: 1\ngroups:\n"
             "  a: {type: quadrotor, altitude: 30, speed: 3, guidance: route, closed: false,\n"
             "      waypoints: [[0, 0, 30], [200, 0, 30]]}\n"
             "  b: {type: quadrotor, north: 30, altitude: 30, heading: 180, speed: 3, guidance: route,\n"
             "      closed: false, waypoints: [[30, 0, 30], [-200, 0, 30]]}\n"),
        1, 1);
    std::vector<std::string> told;
    mission.tell = [&](const std::string& line) { told.push_back(line); };
    while (!mission.over()) mission.step();
    EXPECT_EQ(mission.collisions(), 1u);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_NE(told[0].find("a 0 and b 0 collided"), std::string::npos) << told[0];
}

TEST(Formation, NeighboursAreOneSpacingApart) {
    using scenario::VehicleFormation;
    for (const auto shape : {VehicleFormation::grid, VehicleFormation::line, VehicleFormation::column,
                             VehicleFormation::circle}) {
        const auto slots = formation(shape, 9, 5.0, 0.7);
        double nearest = 1e9;
        for (std::size_t i = 1; i < slots.size(); ++i)
            nearest = std::min(nearest, std::hypot(slots[i][0] - slots[0][0], slots[i][1] - slots[0][1]));
        EXPECT_NEAR(nearest, 5.0, 1e-9);
    }
    const auto column = formation(VehicleFormation::column, 2, 4.0, 1.5707963267948966);
    EXPECT_NEAR(column[0][1], 2.0, 1e-12);  // heading east, the first is ahead
}

}  // namespace
}  // namespace shoal::vehicle

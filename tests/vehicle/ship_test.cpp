#include "vehicle/fleet.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::vehicle {
namespace {

constexpr double degree = 3.14159265358979323846 / 180;
enum { north, east, down, heading, surge, sway, yaw_rate, rudder };

struct Ship {
    Fleet fleet;
    Group& group;
    Ship() : fleet(slowly()), group(fleet.add({"ship", 1, "", "", {}})) {}
    static FleetOptions slowly() {
        FleetOptions options;
        options.time_step = 0.1;
        return options;
    }
    void steer(double angle) { group.command(0, "rudder", std::vector<double>{angle}); }
    double state(std::size_t column) const { return group.state(column, 0); }
};

// The table lists the rudder's own angle: positive turns to port, so our command has the other sign.
TEST(Ship, TurningCirclesArePublishedOnes) {
    const struct {
        double rudder, radius, speed, rate, transfer, advance;
    } rows[] = {{15, 711.2, 6.629, 0.534, 1315.3, 947.1},
                {20, 645.3, 6.418, 0.570, 1178.9, 829.2},
                {35, 575.7, 6.040, 0.601, 1031.7, 684.1}};
    for (const auto& row : rows) {
        Ship ship;
        ship.steer(0);
        ship.fleet.step(1000);
        const double x = ship.state(north);
        ship.steer(-row.rudder * degree);
        double transfer = 0, advance = 0;
        for (int i = 0; i < 6000; ++i) {
            ship.fleet.step();
            transfer = std::fmax(transfer, std::abs(ship.state(east)));
            advance = std::fmax(advance, ship.state(north) - x);
        }
        const double speed = std::hypot(ship.state(surge), ship.state(sway));
        EXPECT_NEAR(speed / std::abs(ship.state(yaw_rate)), row.radius, 1.5) << row.rudder;
        EXPECT_NEAR(speed, row.speed, 0.005) << row.rudder;
        EXPECT_NEAR(-ship.state(yaw_rate) / degree, row.rate, 0.001) << row.rudder;
        EXPECT_NEAR(transfer, row.transfer, 3) << row.rudder;
        EXPECT_NEAR(advance, row.advance, 4) << row.rudder;
    }
}

TEST(Ship, PortAndStarboardDifferAsPublished) {
    Ship ship;
    ship.steer(35 * degree);
    ship.fleet.step(6000);
    const double speed = std::hypot(ship.state(surge), ship.state(sway));
    EXPECT_NEAR(speed / ship.state(yaw_rate), 555.7, 2);
    EXPECT_NEAR(ship.state(yaw_rate) / degree, 0.620, 0.002);
    Ship free;
    free.steer(0);
    free.fleet.step(6000);
    EXPECT_NEAR(std::abs(free.state(heading)) / degree, 89.9, 1.0);
}

TEST(Ship, ZigZagIsThePublishedOne) {
    Ship ship;
    ship.steer(0);
    ship.fleet.step(100);
    double side = 1;
    std::vector<double> switches;
    ship.steer(20 * degree);
    for (int i = 100; i < 3000; ++i) {
        ship.fleet.step();
        if (side * ship.state(heading) < 20 * degree) continue;
        switches.push_back(ship.fleet.time());
        side = -side;
        ship.steer(side * 20 * degree);
    }
    ASSERT_GE(switches.size(), 3U);
    // The published run begins to port or starboard: their first switches are 43.1, 144.8 and 247.0 s.
    EXPECT_NEAR(switches[0], 43.1, 0.8);
    EXPECT_NEAR(switches[1], 144.8, 1.5);
    EXPECT_NEAR(switches[2], 247.0, 2.0);
}

TEST(Ship, AutopilotHoldsAHeadingInACurrent) {
    Ship ship;
    ship.group.surround(Surrounding::wind_e, 0, 0.5);
    ship.group.command(0, "heading", std::vector<double>{30 * degree});
    ship.fleet.step(15000);
    EXPECT_NEAR(ship.state(heading) / degree, 30, 0.1);
    const double x = ship.state(north), y = ship.state(east);
    ship.fleet.step(1000);
    EXPECT_NEAR((ship.state(east) - y) / 100, 0.5 + ship.state(surge) * 0.5, 0.1);
    EXPECT_GT(ship.state(north), x);
}

}  // namespace
}  // namespace shoal::vehicle

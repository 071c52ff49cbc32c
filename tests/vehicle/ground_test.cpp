#include "vehicle/fleet.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::vehicle {
namespace {

constexpr double pi = 3.14159265358979323846, degree = pi / 180;
enum { north, east, down, heading, forward, side, yaw_rate };

struct Car {
    Fleet fleet;
    Group& group;
    explicit Car(double speed, std::vector<std::pair<std::string, double>> parameters = {})
        : group(fleet.add({"ground", 1, "", "", std::move(parameters)})) {
        group.place(0, {0, 0, 0, 0, speed});
    }
    void direct(double steer, double throttle) {
        const double values[] = {steer, throttle};
        group.command(0, "direct", values);
    }
    void autopilot(double course, double speed) {
        const double values[] = {course, speed};
        group.command(0, "autopilot", values);
    }
    double state(std::size_t column) const { return group.state(column, 0); }
    // Steady cornering at a fixed speed.
    void corner(double speed, double steer) {
        direct(steer, 0);
        for (int i = 0; i < 1000; ++i) {
            group.set_state(forward, 0, speed);
            fleet.step();
        }
        group.set_state(forward, 0, speed);
    }
};

TEST(Ground, TurnsRightWhenItSteersRight) {
    Car car(10);
    car.direct(0.02, 0.1);
    car.fleet.step(50);
    EXPECT_GT(car.state(yaw_rate), 0.0);
}

TEST(Ground, CornersAsPublished) {
    const struct {
        double speed, steer, rate, radius;
    } rows[] = {{10, 1, 0.05594, 178.76},
                {10, 5, 0.27970, 35.76},
                {15, 2, 2.517 / 15, 89.4},
                {15, 5, 6.254 / 15, 35.99}};
    for (const auto& row : rows) {
        Car car(row.speed);
        car.corner(row.speed, row.steer * degree);
        EXPECT_NEAR(car.state(yaw_rate), row.rate, 2e-3 * row.rate) << row.speed << " " << row.steer;
        EXPECT_NEAR(row.speed / car.state(yaw_rate), row.radius, 3e-3 * row.radius)
            << row.speed << " " << row.steer;
    }
    Car car(10);
    car.corner(10, 5 * degree);
    EXPECT_NEAR(std::atan2(car.state(side), 10.0) / degree, 1.214, 0.01);
}

TEST(Ground, GripEndsAtTheSkidpadLimit) {
    Car car(15);
    double most = 0.0;
    for (int i = 0; i < 6000; ++i) {
        car.direct(8 * degree * i / 6000, 0);
        car.group.set_state(forward, 0, 15);
        car.fleet.step();
        most = std::fmax(most, 15 * car.state(yaw_rate) / 9.81);
    }
    EXPECT_NEAR(most, 0.7025, 0.004);
}

TEST(Ground, AcceleratesAsPublished) {
    Car car(0);
    car.direct(0, 1);
    double sixty = 0.0, quarter = 0.0, trap = 0.0;
    for (int i = 0; i < 20000; ++i) {
        car.fleet.step();
        if (sixty == 0.0 && car.state(forward) > 60 * 0.44704) sixty = car.fleet.time();
        if (quarter == 0.0 && car.state(north) > 402.336)
            quarter = car.fleet.time(), trap = car.state(forward) / 0.44704;
    }
    EXPECT_NEAR(sixty, 7.12, 0.02);
    EXPECT_NEAR(quarter, 15.85, 0.02);
    EXPECT_NEAR(trap, 86.4, 0.2);
    EXPECT_NEAR(car.state(forward), 41.08, 0.01);
}

TEST(Ground, BrakesToAHaltAndStaysThere) {
    Car car(15);
    car.direct(0, -1);
    car.fleet.step(1000);
    EXPECT_EQ(car.state(forward), 0.0);
    EXPECT_EQ(car.state(yaw_rate), 0.0);
    EXPECT_NEAR(car.state(north), 3000 / 16.0 * std::log(1 + 8.0 * 225 / 13500), 0.05);
    const double before = car.state(north);
    car.fleet.step(100);
    EXPECT_EQ(car.state(north), before);
}

TEST(Ground, ReversesOnRequestAgainstItsDrag) {
    Car car(0, {{"reverses", 1}});
    car.direct(0, -0.5);
    car.fleet.step(10000);
    EXPECT_NEAR(car.state(forward), -std::sqrt(0.5 * 13500 / 8.0), 0.05);
}

TEST(Ground, CirclesKinematicallyAtWalkingPace) {
    Car car(0.5);
    car.direct(30 * degree, 0);
    for (int i = 0; i < 100; ++i) {
        car.group.set_state(forward, 0, 0.5);
        car.fleet.step();
    }
    const double rear = car.state(forward) / car.state(yaw_rate);
    EXPECT_NEAR(rear, 5.40, 0.01);
    EXPECT_NEAR(std::hypot(rear, 1.56), 5.62, 0.01);
}

TEST(Ground, StaysCalmAtEverySpeed) {
    for (double speed = 0.0; speed < 4.0; speed += 0.1) {
        Car car(speed);
        car.group.set_state(yaw_rate, 0, 0.3);
        car.direct(0, 0);
        car.fleet.step(300);
        EXPECT_LT(std::abs(car.state(yaw_rate)), 1e-3) << speed;
        EXPECT_LT(std::abs(car.state(side)), 1e-3) << speed;
    }
}

TEST(Ground, AutopilotAnswersAsPublished) {
    Car car(10);
    car.autopilot(90 * degree, 10);
    double first = 0, last = 0, most = 0;
    for (int i = 0; i < 3000; ++i) {
        car.fleet.step();
        const double course =
            (car.state(heading) + std::atan2(car.state(side), car.state(forward))) / (pi / 2);
        if (first == 0 && course > 0.1) first = car.fleet.time();
        if (last == 0 && course > 0.9) last = car.fleet.time();
        most = std::fmax(most, course);
    }
    EXPECT_NEAR(last - first, 3.79, 0.1);
    EXPECT_LT(most - 1, 0.01);

    Car starts(0);
    starts.autopilot(0, 15);
    first = last = most = 0;
    for (int i = 0; i < 3000; ++i) {
        starts.fleet.step();
        const double speed = starts.state(forward) / 15;
        if (first == 0 && speed > 0.1) first = starts.fleet.time();
        if (last == 0 && speed > 0.9) last = starts.fleet.time();
        most = std::fmax(most, speed);
    }
    EXPECT_NEAR(last - first, 2.78, 0.03);
    EXPECT_LT(most, 1.001);
}

TEST(Ground, TorqueVectoringTurnsItTowardsTheWantedRate) {
    Car plain(15), helped(15, {{"torque_vectoring", 20000}});
    plain.corner(15, 5 * degree);
    helped.corner(15, 5 * degree);
    const double wanted = 5 * degree * 15 / 3.12;
    EXPECT_LT(std::abs(helped.state(yaw_rate) - wanted), std::abs(plain.state(yaw_rate) - wanted));
}

}  // namespace
}  // namespace shoal::vehicle

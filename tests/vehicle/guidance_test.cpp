#include "base/error.hpp"
#include "base/math.hpp"
#include "vehicle/guidance/dubins.hpp"
#include "vehicle/guidance/pid.hpp"
#include "vehicle/guidance/route.hpp"
#include "vehicle/guidance/vector_field.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace shoal::vehicle {
namespace {

constexpr double deg = std::numbers::pi / 180.0;

// What a point does that turns at most at `rate` (rad/s) towards its course.
struct Point {
    double north = 0.0, east = 0.0, course = 0.0;

    void move(double wish, double speed, double rate, double period) {
        course += std::clamp(wish - course, -rate * period, rate * period);
        north += speed * period * std::cos(course);
        east += speed * period * std::sin(course);
    }
};

TEST(VectorField, FarFromALineTheCourseIsTheApproachAngle) {
    const FieldGains gains;
    const Line north{};
    EXPECT_NEAR(course_along(north, 0.0, 1e6, 0.0, gains), -75.0 * deg, 1e-4);
    EXPECT_NEAR(course_along(north, 0.0, -1e6, 0.0, gains), 75.0 * deg, 1e-4);
    EXPECT_DOUBLE_EQ(course_along(north, 5.0, 0.0, 0.0, gains), 0.0);
    EXPECT_NEAR(course_along(north, 0.0, 20.0, 0.0, gains), -37.5 * deg, 1e-12);  // atan(0.05·20) = 45°
}

TEST(VectorField, CourseIsNearThePresentOne) {
    const FieldGains gains;
    const Line south{0, 0, 0, math::pi, 0};
    EXPECT_NEAR(course_along(south, 0, 0, -3.1, gains), -math::pi, 1e-12);
    EXPECT_NEAR(course_along(south, 0, 0, 9.0, gains), 3.0 * math::pi, 1e-12);
    const Orbit orbit{0, 0, 0, 100, true};
    for (double turns = -3; turns <= 3; ++turns) {
        const double wish = course_along(orbit, 100, 0, turns * math::two_pi, gains);
        EXPECT_NEAR(wish, turns * math::two_pi + 0.5 * math::pi, 1e-9);
    }
}

TEST(VectorField, OrbitsGoRoundAsToldAndMirrorEachOther) {
    const FieldGains gains;
    const Orbit right{0, 0, 0, 100, true}, left{0, 0, 0, 100, false};
    EXPECT_NEAR(course_along(right, 100, 0, 0, gains), 90 * deg, 1e-12);
    EXPECT_NEAR(course_along(left, 100, 0, 0, gains), -90 * deg, 1e-12);
    EXPECT_NEAR(course_along(right, 130, 40, 0, gains), -course_along(left, 130, -40, 0, gains), 1e-12);
    EXPECT_NEAR(std::abs(course_along(right, 1e7, 0, 0, gains)), math::pi, 1e-3);  // towards the centre
}

TEST(VectorField, APointComesOntoLineAndOrbit) {
    const FieldGains gains;
    const Line line{0, 0, 0, 30 * deg, 0};
    Point p{0, 100, 30 * deg};
    for (int i = 0; i < 6000; ++i)
        p.move(course_along(line, p.north, p.east, p.course, gains), 10, 1.0, 0.01);
    EXPECT_LT(std::abs(cross_track(line, p.north, p.east)), 0.01);

    const Orbit orbit{0, 0, 0, 50, false};
    Point q{200, 0, 0};
    for (int i = 0; i < 9000; ++i)
        q.move(course_along(orbit, q.north, q.east, q.course, gains), 10, 1.0, 0.01);
    EXPECT_LT(std::abs(cross_track(orbit, q.north, q.east)), 0.3);
}

TEST(VectorField, AltitudeAlongAClimbingLine) {
    const Line line{10, 20, 100, 90 * deg, 0.1};
    EXPECT_NEAR(altitude_along(line, 55, 70), 105.0, 1e-9);  // 50 m along, whatever is aside
}

TEST(VectorField, BankOfACoordinatedTurn) {
    const Orbit orbit{0, 0, 0, 136.63, true};
    EXPECT_NEAR(bank_on(orbit, 136.63, 0, 25) / deg, 25.0, 1e-3);
    EXPECT_NEAR(bank_on({0, 0, 0, 300, false}, 300, 0, 25) / deg, -11.990, 1e-3);
    EXPECT_EQ(bank_on(orbit, 1e5, 0, 25), 0.0);
}

TEST(Dubins, LengthsOfKnownCases) {
    constexpr double r = 136.6276;
    const DubinsPose a{0, 0, 0}, b{1000, 0, 45 * deg}, c{0, 1000, 45 * deg}, d{1000, 1000, -135 * deg};
    const auto ab = dubins(a, b, r), bc = dubins(b, c, r), cd = dubins(c, d, r);
    EXPECT_NEAR(ab.length(), 1011.587, 1e-3);
    EXPECT_EQ(ab.word, DubinsWord::lsr);
    EXPECT_NEAR(bc.length(), 1603.068, 1e-3);
    EXPECT_EQ(bc.word, DubinsWord::rsl);
    EXPECT_NEAR(cd.length(), 1258.823, 1e-3);
    EXPECT_EQ(cd.word, DubinsWord::lsl);
    EXPECT_NEAR(dubins(a, {0, 10, math::pi}, 1).length(), 11.14159, 1e-5);
    EXPECT_EQ(dubins(a, {0, 10, math::pi}, 1).word, DubinsWord::rsr);
    EXPECT_NEAR(dubins(a, {10, 10, 90 * deg}, 1).length(), 14.29872, 1e-5);
    EXPECT_NEAR(dubins(a, {50, 0, 0}, 5).length(), 50.0, 1e-9);  // straight on: no whole turn
}

TEST(Dubins, PiecesMeet) {
    const DubinsPose from{3, -7, 2.1}, to{400, 250, -0.4};
    const auto path = dubins(from, to, 60);
    EXPECT_NEAR(std::hypot(path.leave.north - path.first.north, path.leave.east - path.first.east), 60, 1e-9);
    EXPECT_NEAR(std::hypot(path.arrive.north - path.leave.north, path.arrive.east - path.leave.east),
                path.lengths[1], 1e-9);
    EXPECT_NEAR(std::hypot(path.last.north - to.north, path.last.east - to.east), 60, 1e-9);
}

void fly(const Route& route, Point p, double seconds, RoutePlace& place, double& worst, int& changes) {
    const FieldGains gains;
    std::size_t leg = 0;
    for (double t = 0; t < seconds && !place.over; t += 0.01) {
        route.advance(place, p.north, p.east);
        changes += place.leg != leg;
        leg = place.leg;
        const Leg& now = route.legs()[place.leg];
        const double wish = now.arc ? course_along(now.orbit, p.north, p.east, p.course, gains)
                                    : course_along(now.line, p.north, p.east, p.course, gains);
        const double aside =
            now.arc ? cross_track(now.orbit, p.north, p.east) : cross_track(now.line, p.north, p.east);
        worst = std::max(worst, std::abs(aside));
        p.move(wish, 10, 1.0, 0.01);
    }
}

TEST(Route, FilletsCutCornersAndKeepToThePath) {
    const std::array<Waypoint, 4> square{{{0, 0, 0, 0}, {300, 0, 0, 0}, {300, 300, 0, 0}, {0, 300, 0, 0}}};
    const Route route(square, Corners::fillet, 50, true);
    EXPECT_EQ(route.legs().size(), 8u);
    double worst = 0;
    int changes = 0;
    RoutePlace place;
    fly(route, {}, 400, place, worst, changes);  // lap: 4·200 + 4·25π = 1114 m in 111 s
    EXPECT_LT(worst, 1.5);
    EXPECT_GE(changes, 24);
}

TEST(Route, OpenRoutesEnd) {
    const std::array<Waypoint, 3> points{{{0, 0, 0, 0}, {300, 0, 0, 0}, {300, 300, 0, 0}}};
    for (const Corners corners : {Corners::straight, Corners::fillet}) {
        double worst = 0;
        int changes = 0;
        RoutePlace place;
        fly(Route(points, corners, 40, false), {}, 90, place, worst, changes);
        EXPECT_TRUE(place.over);
    }
}

TEST(Route, DubinsRoutesWithWideArcsAreFlownInOrder) {
    const std::array<Waypoint, 4> points{
        {{0, 0, 0, 0}, {1000, 0, 0, 45 * deg}, {0, 1000, 0, 45 * deg}, {1000, 1000, 0, -135 * deg}}};
    const Route route(points, Corners::dubins, 136.6276, false);
    EXPECT_NEAR(route.length(), 1011.587 + 1603.068 + 1258.823, 3e-3);
    double worst = 0;
    int changes = 0;
    RoutePlace place;
    fly(route, {}, 420, place, worst, changes);  // 387 s on the path
    EXPECT_TRUE(place.over);
    EXPECT_LT(worst, 2.0);
}

TEST(Route, MistakesAreTold) {
    const std::array<Waypoint, 3> points{{{0, 0, 0, 0}, {30, 0, 0, 0}, {30, 30, 0, 0}}};
    EXPECT_THROW(Route(points, Corners::fillet, 500, false), Error);
    EXPECT_THROW(Route(std::span(points).first(1), Corners::straight, 5, false), Error);
    const std::array<Waypoint, 2> same{{{1, 1, 0, 0}, {1, 1, 5, 0}}};
    EXPECT_THROW(Route(same, Corners::straight, 5, false), Error);
}

// A course that turns as fast as the limited output says: the published trap of the seed's anti-windup.
double settled_course(PidGains gains) {
    PidState state;
    double course = 0.0;
    for (int i = 0; i < 2500; ++i) {
        const double steer = pid_step(gains, 0.01, 90 * deg - course, state);
        course += 0.01 * 10.0 / 3.12 * std::tan(steer);
    }
    return course / deg;
}

TEST(Pid, SeedAntiwindupLeavesALongLivedOffsetAndConditionalDoesNot) {
    PidGains gains{2.0, 0.0, 0.0, 30 * deg, 0.05, Antiwindup::seed};
    EXPECT_NEAR(settled_course(gains), 90.0, 0.1);
    gains.ki = 0.001;
    EXPECT_LT(settled_course(gains), 75.0);
    gains.antiwindup = Antiwindup::conditional;
    EXPECT_NEAR(settled_course(gains), 90.0, 0.1);
}

TEST(Pid, DerivativeIsALowPass) {
    const PidGains gains{0.0, 0.0, 1.0, 1e9, 0.05};
    PidState state;
    double out = 0;
    for (int i = 1; i <= 100; ++i) out = pid_step(gains, 0.01, 0.03 * i, state);  // a ramp of 3 a second
    EXPECT_NEAR(out, 3.0, 1e-6);
    PidState step;
    EXPECT_NEAR(pid_step(gains, 0.01, 1.0, step), 2.0 / 0.11, 1e-12);  // a2 = 2/(2σ + Ts)
}

}  // namespace
}  // namespace shoal::vehicle

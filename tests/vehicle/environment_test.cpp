#include "vehicle/environment/geodesy.hpp"
#include "base/random.hpp"
#include "vehicle/environment/gusts.hpp"
#include "vehicle/environment/proximity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace shoal::vehicle {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double deg = pi / 180.0;

void expect_near(const Vector3& a, const Vector3& b, double tolerance) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "component " << i;
}

TEST(Geodesy, PublishedPointOfEpsg) {
    const Geodetic place{(53 + 48 / 60.0 + 33.820 / 3600) * deg, (2 + 7 / 60.0 + 46.380 / 3600) * deg, 73.0};
    const Vector3 ecef{3771793.968, 140253.342, 5124304.349};
    expect_near(ecef_of(place), ecef, 1e-3);
    const Geodetic back = geodetic_of(ecef);
    EXPECT_NEAR(back.latitude, place.latitude, 1e-9);
    EXPECT_NEAR(back.longitude, place.longitude, 1e-9);
    EXPECT_NEAR(back.height, 73.0, 1e-3);
}

TEST(Geodesy, PublishedTopocentricPoint) {
    const LocalFrame frame({55 * deg, 5 * deg, 200});
    expect_near(ecef_of(frame.origin()), {3652755.306, 319574.680, 5201547.354}, 1e-3);
    const Vector3 ned = frame.ned(Vector3{3771793.968, 140253.342, 5124304.349});
    expect_near(swap_enu_ned(ned), {-189013.869, -128642.040, -4220.171}, 1e-3);
}

TEST(Geodesy, OwnStartFrame) {
    const LocalFrame frame({39.98 * deg, 116.34 * deg, 50});
    expect_near(ecef_of(frame.origin()), {-2171529.646, 4386044.781, 4076316.303}, 1e-3);
    const Geodetic there = frame.geodetic(Vector3{1000, 1000, -100});
    EXPECT_NEAR(there.latitude / deg, 39.98900542, 1e-8);
    EXPECT_NEAR(there.longitude / deg, 116.35170829, 1e-8);
    EXPECT_NEAR(there.height, 150.156875, 1e-6);
}

TEST(Geodesy, RoundTripsAreExactToAMicrometre) {
    for (double latitude = -90; latitude <= 90; latitude += 7.5)
        for (double longitude = -180; longitude < 180; longitude += 45)
            for (const double height : {-10e3, 0.0, 8e3, 100e3}) {
                const Geodetic place{latitude * deg, longitude * deg, height};
                expect_near(ecef_of(geodetic_of(ecef_of(place))), ecef_of(place), 1e-6);
                const LocalFrame frame(place);
                const Vector3 ned{1234.5, -20000.25, -321.125};
                expect_near(frame.ned(frame.geodetic(ned)), ned, 1e-5);
            }
}

TEST(Geodesy, TangentPlaneLiftsOff) {
    const LocalFrame frame({0, 0, 0});
    EXPECT_NEAR(frame.geodetic(Vector3{0, 1e3, 0}).height, 0.0784, 1e-3);
    EXPECT_NEAR(frame.geodetic(Vector3{0, 10e3, 0}).height, 7.84, 0.03);
    EXPECT_NEAR(frame.geodetic(Vector3{0, 100e3, 0}).height, 784.0, 3.0);
}

TEST(Geodesy, AttitudeBetweenFrames) {
    // Level, heading north: forward is north, up is up. In ENU that is a quarter turn to the left about up.
    const Quaternion north = enu_flu_of({1, 0, 0, 0});
    const double half = std::sqrt(0.5);
    EXPECT_NEAR(std::abs(north[0]), half, 1e-15);
    EXPECT_NEAR(north[3] * north[0], 0.5, 1e-15);
    EXPECT_NEAR(north[1], 0, 1e-15);
    EXPECT_NEAR(north[2], 0, 1e-15);
    // Heading east: no rotation at all.
    const Quaternion east = enu_flu_of({half, 0, 0, half});
    EXPECT_NEAR(std::abs(east[0]), 1.0, 1e-15);
}

TEST(Gusts, VariancesAreThoseOfTheModel) {
    const GustModel model;  // low altitude, light: 1.06, 1.06 and 0.7 m/s
    constexpr std::size_t vehicles = 400;
    constexpr int steps = 2000;
    Gusts gusts(model, vehicles, 7, 0, 0.1);
    Vector3 sum{}, square{};
    for (int t = 0; t < steps; ++t) {
        gusts.step();
        for (std::size_t i = 0; i < vehicles; ++i)
            for (std::size_t c = 0; c < 3; ++c) {
                sum[c] += gusts[i][c];
                square[c] += gusts[i][c] * gusts[i][c];
            }
    }
    const double n = 1.0 * vehicles * steps;
    const Vector3 sigma{1.06, 1.06, 0.7};
    for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_NEAR(sum[c] / n, 0.0, 0.05);
        EXPECT_NEAR(std::sqrt(square[c] / n), sigma[c], 0.02 * sigma[c]);
    }
}

// Welch's estimate of the one-sided density (per rad/s) at one frequency.
double density_at(double omega, std::size_t component) {
    constexpr double period = 0.05;
    constexpr int length = 1024;
    constexpr std::size_t vehicles = 2000;
    const GustModel model;
    Gusts gusts(model, vehicles, 11, 0, period);
    std::vector<std::complex<double>> sums(vehicles);
    double window = 0.0;
    for (int t = 0; t < length; ++t) {
        gusts.step();
        const double hann = 0.5 - 0.5 * std::cos(2 * pi * t / length);
        window += hann * hann;
        const auto turn = std::polar(hann, -omega * period * t);
        for (std::size_t i = 0; i < vehicles; ++i) sums[i] += turn * gusts[i][component];
    }
    double power = 0.0;
    for (const auto& s : sums) power += std::norm(s);
    return power / static_cast<double>(vehicles) * period / (pi * window);
}

TEST(Gusts, SpectraAreDrydens) {
    const double a_u = 25.0 / 200.0, a_w = 25.0 / 50.0;
    for (const double omega : {0.4, 1.2, 3.0}) {
        const double u = 1.06 * 1.06 * 2.0 * a_u / pi / (omega * omega + a_u * a_u);
        EXPECT_NEAR(density_at(omega, 0), u, 0.12 * u) << omega;
        const double w = 0.7 * 0.7 * 3.0 * a_w / pi * (omega * omega + a_w * a_w / 3.0) /
                         std::pow(omega * omega + a_w * a_w, 2);
        EXPECT_NEAR(density_at(omega, 2), w, 0.12 * w) << omega;
    }
}

TEST(Gusts, AreAFunctionOfSeedAndVehicle) {
    Gusts many({}, 5, 3, 10, 0.01), one({}, 1, 3, 13, 0.01), other({}, 1, 4, 13, 0.01);
    for (int i = 0; i < 50; ++i) {
        many.step();
        one.step();
        other.step();
    }
    EXPECT_EQ(many[3], one[0]);
    EXPECT_NE(one[0], other[0]);
}

TEST(Proximity, FindsThePairsThatComparingAllFinds) {
    RandomStream random(5, 0, Purpose::test);
    for (const double reach : {0.3, 1.0, 4.0}) {
        std::vector<Vector3> points;
        for (int i = 0; i < 500; ++i)
            points.push_back({random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-3, 3)});
        std::vector<Proximity::Pair> expected;
        for (std::uint32_t a = 0; a < points.size(); ++a)
            for (std::uint32_t b = a + 1; b < points.size(); ++b) {
                const double x = points[a][0] - points[b][0], y = points[a][1] - points[b][1],
                             z = points[a][2] - points[b][2];
                if (x * x + y * y + z * z < reach * reach) expected.emplace_back(a, b);
            }
        Proximity proximity;
        const auto found = proximity.pairs(points, reach);
        EXPECT_FALSE(expected.empty());
        EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
    }
}

TEST(Downwash, PublishedForces) {
    EXPECT_NEAR(downwash(1.0, 0.0), 1.5016, 1e-4);
    EXPECT_NEAR(downwash(0.5, 0.0), 6.0063, 1e-4);
    EXPECT_NEAR(downwash(1.0, 0.3), 1.2940, 1e-4);
    EXPECT_EQ(downwash(4.0, 0.0), 0.0);
    EXPECT_EQ(downwash(-1.0, 0.0), 0.0);
    EXPECT_EQ(downwash(1.0, 1.5), 0.0);
    EXPECT_TRUE(std::isfinite(downwash(0.1538, 0.1)));  // where the unlimited width would vanish
}

}  // namespace
}  // namespace shoal::vehicle

#include "base/math.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace shoal::math {
namespace {

constexpr double ulp = std::numeric_limits<double>::epsilon();

// Distance in units of the last place of `right`.
double ulps(double found, double right) {
    return std::fabs(found - right) / (std::nextafter(std::fabs(right), INFINITY) - std::fabs(right));
}

TEST(Math, SineAndCosineAgreeWithTheLibrary) {
    RandomStream random(1, 0, Purpose::test);
    for (const double range : {1e-6, 0.8, 7.0, 1e3, 1e6})
        for (int i = 0; i < 20000; ++i) {
            const double a = random.uniform(-range, range);
            ASSERT_NEAR(sincos(a).sin, std::sin(a), 1e-15) << a;
            ASSERT_NEAR(sincos(a).cos, std::cos(a), 1e-15) << a;
        }
}

TEST(Math, SineAndCosineAtTheEdgesOfQuadrants) {
    for (int k = -40; k <= 40; ++k)
        for (const double nudge : {-1e-9, 0.0, 1e-9}) {
            const double a = k * pi / 4.0 + nudge;
            EXPECT_NEAR(sincos(a).sin, std::sin(a), 4 * ulp) << k;
            EXPECT_NEAR(sincos(a).cos, std::cos(a), 4 * ulp) << k;
        }
    EXPECT_EQ(sincos(0.0).sin, 0.0);
    EXPECT_EQ(sincos(0.0).cos, 1.0);
}

TEST(Math, SmallSinesKeepAllTheirDigits) {
    RandomStream random(2, 0, Purpose::test);
    for (int i = 0; i < 10000; ++i) {
        const double a = std::ldexp(random.uniform(0.5, 1.0), -static_cast<int>(random.integer(1, 40)));
        ASSERT_LE(ulps(sincos(a).sin, std::sin(a)), 2.0) << a;
    }
}

TEST(Math, Atan2AgreesWithTheLibrary) {
    RandomStream random(3, 0, Purpose::test);
    for (int i = 0; i < 100000; ++i) {
        const double scale = std::ldexp(1.0, static_cast<int>(random.integer(-60, 60)));
        const double y = random.uniform(-1.0, 1.0) * scale;
        const double x = random.uniform(-1.0, 1.0);
        ASSERT_LE(ulps(atan2(y, x), std::atan2(y, x)), 4.0) << y << ' ' << x;
    }
}

TEST(Math, Atan2OnAxesAndDiagonals) {
    EXPECT_EQ(atan2(0.0, 0.0), 0.0);
    EXPECT_EQ(atan2(0.0, 2.0), 0.0);
    EXPECT_DOUBLE_EQ(atan2(3.0, 0.0), pi / 2);
    EXPECT_DOUBLE_EQ(atan2(-3.0, 0.0), -pi / 2);
    EXPECT_DOUBLE_EQ(atan2(0.0, -1.0), pi);
    EXPECT_DOUBLE_EQ(atan2(1.0, 1.0), pi / 4);
    EXPECT_DOUBLE_EQ(atan2(-1.0, -1.0), -3 * pi / 4);
}

TEST(Math, LogarithmAgreesWithTheLibrary) {
    RandomStream random(4, 0, Purpose::test);
    for (int i = 0; i < 100000; ++i) {
        const double x = std::ldexp(random.uniform(0.5, 1.0), static_cast<int>(random.integer(-1000, 1000)));
        ASSERT_LE(ulps(log(x), std::log(x)), 4.0) << x;
    }
    for (int i = 0; i < 10000; ++i) {
        const double x = random.uniform(0.9, 1.1);
        ASSERT_NEAR(log(x), std::log(x), ulp * std::fabs(x - 1.0) * 4) << x;
    }
    EXPECT_EQ(log(1.0), 0.0);
}

TEST(Math, ExponentialAgreesWithTheLibrary) {
    RandomStream random(5, 0, Purpose::test);
    for (int i = 0; i < 100000; ++i) {
        const double x = random.uniform(-700.0, 709.0);
        ASSERT_LE(ulps(exp(x), std::exp(x)), 4.0) << x;
    }
    EXPECT_EQ(exp(0.0), 1.0);
    EXPECT_EQ(exp(-1000.0), 0.0);
    EXPECT_TRUE(std::isinf(exp(710.0)));
    EXPECT_GT(exp(-744.0), 0.0);
}

TEST(Math, PowersOfOrdinaryNumbers) {
    RandomStream random(6, 0, Purpose::test);
    for (int i = 0; i < 10000; ++i) {
        const double base = random.uniform(0.01, 100.0);
        const double exponent = random.uniform(-5.0, 5.0);
        ASSERT_NEAR(pow(base, exponent) / std::pow(base, exponent), 1.0, 1e-14);
    }
}

TEST(Math, WrapsAnglesIntoTheHalfOpenTurn) {
    EXPECT_EQ(wrap_angle(pi), pi);
    EXPECT_EQ(wrap_angle(-pi), pi);
    EXPECT_NEAR(wrap_angle(3 * pi), pi, 1e-15);
    EXPECT_NEAR(std::fabs(wrap_angle(-3 * pi)), pi, 1e-15);
    EXPECT_NEAR(wrap_angle(two_pi + 0.25), 0.25, 1e-15);
    EXPECT_EQ(wrap_angle(-3.0), -3.0);
    RandomStream random(7, 0, Purpose::test);
    for (int i = 0; i < 100000; ++i) {
        const double a = random.uniform(-1e4, 1e4);
        const double wrapped = wrap_angle(a);
        ASSERT_GT(wrapped, -pi);
        ASSERT_LE(wrapped, pi);
        ASSERT_NEAR(std::cos(wrapped), std::cos(a), 1e-11);
        ASSERT_NEAR(std::sin(wrapped), std::sin(a), 1e-11);
    }
    for (int k = -1000; k <= 1000; ++k) {
        const double wrapped = wrap_angle(k * pi);
        ASSERT_TRUE(wrapped > -pi && wrapped <= pi) << k;
    }
}

}  // namespace
}  // namespace shoal::math

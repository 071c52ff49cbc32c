#include "vehicle/lanes/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::vehicle {
namespace {

template <class T>
using Wide = Lane<T, std::experimental::simd_abi::native<T>>;
template <class T>
using One = Lane<T, std::experimental::simd_abi::scalar>;

// The largest error of f against the C library's in long double, relative to max(1, |value|).
template <class T, class F, class G>
double worst_error(double from, double to, const F& f, const G& exact) {
    double worst = 0.0;
    for (int i = 0; i <= 20000; ++i) {
        const T x = static_cast<T>(from + (to - from) * i / 20000.0);
        const auto value = static_cast<double>(exact(static_cast<long double>(x)));
        const double error =
            std::abs(static_cast<double>(f(One<T>(x)).v[0]) - value) / std::fmax(1.0, std::abs(value));
        worst = std::fmax(worst, error);
    }
    return worst;
}

template <class T>
void expect_accurate(double tolerance) {
    const auto sine = [](auto x) { return sin_cos(x).sin; };
    const auto cosine = [](auto x) { return sin_cos(x).cos; };
    EXPECT_LT(worst_error<T>(-50, 50, sine, [](long double x) { return std::sin(x); }), tolerance);
    EXPECT_LT(worst_error<T>(-50, 50, cosine, [](long double x) { return std::cos(x); }), tolerance);
    EXPECT_LT(worst_error<T>(
                  -30, 30, [](auto x) { return arc_tangent(x); }, [](long double x) { return std::atan(x); }),
              tolerance);
    EXPECT_LT(worst_error<T>(
                  -1, 1, [](auto x) { return arc_sine(x); }, [](long double x) { return std::asin(x); }),
              2 * tolerance);
    EXPECT_LT(worst_error<T>(
                  -20, 20, [](auto x) { return exponential(x); }, [](long double x) { return std::exp(x); }),
              4 * tolerance);
    EXPECT_LT(worst_error<T>(
                  0.01, 100, [](auto x) { return logarithm(x); }, [](long double x) { return std::log(x); }),
              tolerance);
    EXPECT_LT(worst_error<T>(
                  0.7, 1.0, [](auto x) { return power(x, 5.25588); },
                  [](long double x) { return std::pow(x, 5.25588L); }),
              4 * tolerance);
}

TEST(Lanes, ElementaryFunctionsAreAccurate) {
    expect_accurate<float>(4e-7);
    expect_accurate<double>(2e-14);
}

TEST(Lanes, AnglesOfVectorsAreInAllQuadrants) {
    for (int i = -180; i < 180; ++i) {
        const double angle = (i + 0.5) * 3.14159265358979323846 / 180.0;
        EXPECT_NEAR(angle_of(One<double>(std::sin(angle)), One<double>(std::cos(angle))).v[0], angle, 1e-14);
    }
    EXPECT_EQ(angle_of(One<double>(0.0), One<double>(0.0)).v[0], 0.0);
    EXPECT_NEAR(wrapped(One<double>(7.0)).v[0], 7.0 - 2 * 3.14159265358979323846, 1e-15);
}

TEST(Lanes, WideLanesGiveTheBitsOfOne) {
    for (int i = -3000; i < 3000; ++i) {
        const auto x = static_cast<float>(i) * 0.017F;
        const auto same = [&](auto f) { return f(Wide<float>(x)).v[1] == f(One<float>(x)).v[0]; };
        EXPECT_TRUE(same([](auto v) { return sin_cos(v).sin + sin_cos(v).cos; }));
        EXPECT_TRUE(
            same([](auto v) { return arc_tangent(v) + exponential(v) + logarithm(magnitude(v) + 0.1); }));
    }
}

}  // namespace
}  // namespace shoal::vehicle

#pragma once

#include <cmath>
#include <cstdint>
#include <span>

/// Elementary functions whose bits depend on their argument alone. The C library picks other code on other
/// processors (fused multiply-add), so nothing that a run depends on may call it; sqrt is exact everywhere.
namespace shoal::math {

constexpr double pi = 3.14159265358979323846;
constexpr double two_pi = 2.0 * pi;

struct SinCos {
    double sin;
    double cos;
};

/// Sine and cosine of `angle` (rad); absolute error below 1e-15 for |angle| < 1e6.
[[nodiscard]] SinCos sincos(double angle);
/// The same of many, with the same bits.
void sincos(std::span<const double> angles, double* sines, double* cosines);
/// Angle of the vector (x, y) in (−π, π] (rad); 0 for the null vector.
[[nodiscard]] double atan2(double y, double x);
/// Natural logarithm of a positive normal number.
[[nodiscard]] double log(double x);
/// e^x, 0 below −745, infinity above 709.
[[nodiscard]] double exp(double x);
/// base^exponent for a positive base.
[[nodiscard]] double pow(double base, double exponent);

/// `angle` (rad) brought into (−π, π].
[[nodiscard]] inline double wrap_angle(double angle) {
    if (angle > -pi && angle <= pi) return angle;
    const double wrapped = angle - two_pi * std::floor((angle + pi) / two_pi);
    return wrapped <= -pi   ? wrapped + two_pi
           : wrapped > pi   ? wrapped - two_pi
           : wrapped == -pi ? pi
                            : wrapped;
}

}  // namespace shoal::math

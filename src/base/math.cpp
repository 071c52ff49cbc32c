#include "base/math.hpp"

#include <bit>
#include <limits>

// Taylor series after range reduction: the arguments are small enough for the first neglected term to lie
// below half a unit in the last place, and the coefficients are plain factorials that anyone can check.
namespace shoal::math {
namespace {

// π/2 in two parts, so that k·π/2 is subtracted without losing the low bits (Cody and Waite 1980).
constexpr double half_pi_high = 1.57079632673412561417e+00;  // the first 33 bits of π/2
constexpr double half_pi_low = 6.07710050650619224932e-11;   // the rest
constexpr double ln2_high = 6.93147180369123816490e-01;      // the first 32 bits of ln 2
constexpr double ln2_low = 1.90821492927058770002e-10;       // the rest

// sin x for |x| ≤ π/4, to x^17.
double sin_reduced(double x) {
    const double z = x * x;
    double p = 1.0 / 355687428096000.0;
    p = p * z - 1.0 / 1307674368000.0;
    p = p * z + 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    p = p * z - 1.0 / 6.0;
    return x + x * z * p;
}

// cos x for |x| ≤ π/4, to x^16.
double cos_reduced(double x) {
    const double z = x * x;
    double p = 1.0 / 20922789888000.0;
    p = p * z - 1.0 / 87178291200.0;
    p = p * z + 1.0 / 479001600.0;
    p = p * z - 1.0 / 3628800.0;
    p = p * z + 1.0 / 40320.0;
    p = p * z - 1.0 / 720.0;
    p = p * z + 1.0 / 24.0;
    return 1.0 - 0.5 * z + z * z * p;
}

// atan t for |t| ≤ tan(π/16): the alternating series to t^23.
double atan_reduced(double t) {
    const double z = t * t;
    double p = 0.0;
    for (int k = 23; k >= 3; k -= 2) p = ((k / 2) % 2 ? -1.0 : 1.0) / k + z * p;
    return t + t * z * p;
}

// atan t for 0 ≤ t ≤ 1, about the nearest of the angles 0, π/8, π/4.
double atan_unit(double t) {
    constexpr double tan_pi_8 = 0.41421356237309504880;
    constexpr double tan_pi_16 = 0.19891236737965800691;
    constexpr double tan_3pi_16 = 0.66817863791929891999;
    if (t <= tan_pi_16) return atan_reduced(t);
    if (t <= tan_3pi_16) return pi / 8.0 + atan_reduced((t - tan_pi_8) / (1.0 + t * tan_pi_8));
    return pi / 4.0 + atan_reduced((t - 1.0) / (1.0 + t));
}

}  // namespace

// Without branches and library calls: angles of a swarm are in all quadrants, and baseline x86-64 rounds by a call.
SinCos sincos(double angle) {
    constexpr double to_integer = 0x1.8p52;  // added and taken away again, it rounds to the nearest integer
    const double shifted = angle / (0.5 * pi) + to_integer;
    const double k = shifted - to_integer;
    const double r = (angle - k * half_pi_high) - k * half_pi_low;
    const double s = sin_reduced(r);
    const double c = cos_reduced(r);
    const auto quadrant = std::bit_cast<std::uint64_t>(shifted);  // in its lowest bits
    const double sin = quadrant & 1 ? c : s;
    const double cos = quadrant & 1 ? s : c;
    const auto signed_by = [](double x, std::uint64_t bit) {
        return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ (bit << 63));
    };
    return {signed_by(sin, quadrant >> 1 & 1), signed_by(cos, (quadrant + 1) >> 1 & 1)};
}

double atan2(double y, double x) {
    const double ax = std::fabs(x);
    const double ay = std::fabs(y);
    if (ax == 0.0 && ay == 0.0) return 0.0;
    const double octant = ay <= ax ? atan_unit(ay / ax) : 0.5 * pi - atan_unit(ax / ay);
    const double half = x < 0.0 ? pi - octant : octant;
    return y < 0.0 ? -half : half;
}

double log(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    auto exponent = static_cast<int>(bits >> 52) - 1023;
    double m = std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
    if (m > 1.41421356237309504880) {
        m *= 0.5;
        ++exponent;
    }
    const double s = (m - 1.0) / (m + 1.0);
    const double z = s * s;
    double p = 0.0;
    for (int k = 21; k >= 3; k -= 2) p = 1.0 / k + z * p;
    return exponent * ln2_high + (exponent * ln2_low + 2.0 * (s + s * z * p));
}

double exp(double x) {
    if (x < -745.0) return 0.0;
    if (x > 709.7) return std::numeric_limits<double>::infinity();
    const double k = std::nearbyint(x / 0.69314718055994530942);
    const double r = (x - k * ln2_high) - k * ln2_low;
    double p = 1.0;
    for (int n = 14; n >= 1; --n) p = 1.0 + r * p / n;
    return std::ldexp(p, static_cast<int>(k));
}

double pow(double base, double exponent) { return exp(exponent * log(base)); }

}  // namespace shoal::math

#include "base/math.hpp"

#include "base/simd.hpp"
#include "base/sincos.hpp"

#include <bit>
#include <limits>

// Taylor series after range reduction: the arguments are small enough for the first neglected term to lie
// below half a unit in the last place, and the coefficients are plain factorials that anyone can check.
namespace shoal::math {
namespace {

constexpr double ln2_high = 6.93147180369123816490e-01;  // the first 32 bits of ln 2
constexpr double ln2_low = 1.90821492927058770002e-10;   // the rest

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

SinCos sincos(double angle) { return sincos_inline(angle); }

void sincos(std::span<const double> angles, double* sines, double* cosines) {
#if defined(__x86_64__)
    if (instruction_set() >= InstructionSet::avx2)
        return sincos_avx2(angles.data(), sines, cosines, angles.size());
#endif
    sincos_baseline(angles.data(), sines, cosines, angles.size());
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

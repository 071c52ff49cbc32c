#pragma once

#include "base/math.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

// Compiled for several instruction sets: sincos_baseline.cpp, sincos_avx2.cpp.
namespace shoal::math {
namespace {  // each instruction set has its own

// π/2 in two parts, so that k·π/2 is subtracted without losing the low bits (Cody and Waite 1980).
constexpr double half_pi_high = 1.57079632673412561417e+00;  // the first 33 bits of π/2
constexpr double half_pi_low = 6.07710050650619224932e-11;   // the rest

// sin x for |x| ≤ π/4, to x^17.
inline double sin_reduced(double x) {
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
inline double cos_reduced(double x) {
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

// Without branches and library calls: angles of a swarm are in all quadrants, and loops over it become vector code.
inline SinCos sincos_inline(double angle) {
    constexpr double to_integer = 0x1.8p52;  // added and taken away again, it rounds to the nearest integer
    const double shifted = angle / (0.5 * pi) + to_integer;
    const double k = shifted - to_integer;
    const double r = (angle - k * half_pi_high) - k * half_pi_low;
    const auto s = std::bit_cast<std::uint64_t>(sin_reduced(r));
    const auto c = std::bit_cast<std::uint64_t>(cos_reduced(r));
    const auto quadrant = std::bit_cast<std::uint64_t>(shifted);  // in its lowest two bits
    const std::uint64_t swapped = (s ^ c) & (0 - (quadrant & 1));
    return {std::bit_cast<double>(s ^ swapped ^ (quadrant >> 1 << 63)),
            std::bit_cast<double>(c ^ swapped ^ ((quadrant + 1) >> 1 << 63))};
}

}  // namespace

void sincos_baseline(const double* angles, double* sines, double* cosines, std::size_t count);
void sincos_avx2(const double* angles, double* sines, double* cosines, std::size_t count);

}  // namespace shoal::math

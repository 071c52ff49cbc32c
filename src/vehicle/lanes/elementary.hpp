#pragma once

#include "vehicle/lanes/lane.hpp"

#include <bit>

// Sine, arc tangent, exponential and logarithm of lanes. Range reduction and Taylor or minimax polynomials; the error is
// below 3 units in the last place of a float, and below 1e-14 (relative, or absolute near zeros) in double.
namespace shoal::vehicle {
namespace {

template <class R>
struct SinCosOf {
    R sin, cos;
};

template <class R>
constexpr bool is_single = std::is_same_v<typename R::Scalar, float>;

// Added and taken away again, it rounds to the nearest integer, which then stands in the lowest bits.
template <class T>
constexpr T to_integer = std::is_same_v<T, float> ? T(0x1.8p23) : T(0x1.8p52);

template <class R>
using Bits =
    stdx::rebind_simd_t<std::conditional_t<is_single<R>, std::int32_t, std::int64_t>, typename R::Vector>;

template <class R>
SHOAL_LANE Bits<R> bits_of(R x) {
    return std::bit_cast<Bits<R>>(x.v);
}
template <class R>
SHOAL_LANE R from_bits(Bits<R> bits) {
    return std::bit_cast<typename R::Vector>(bits);
}

template <class R, class... Coefficients>
SHOAL_LANE R polynomial(R x, double highest, Coefficients... others) {
    R p = highest;
    ((p = p * x + R(others)), ...);
    return p;
}

// Sine and cosine of an angle (rad), best for |angle| < 1e4 in single precision.
template <class T, class Abi>
SHOAL_LANE SinCosOf<Lane<T, Abi>> sin_cos(Lane<T, Abi> angle) {
    using R = Lane<T, Abi>;
    constexpr double two_over_pi = 0.63661977236758134308;
    const R shifted = angle * two_over_pi + to_integer<T>;
    const R k = shifted - to_integer<T>;
    R s, c;
    if constexpr (is_single<R>) {
        // π/2 in three parts, so that k·π/2 is subtracted without losing the low bits (Cody and Waite 1980).
        const R x = ((angle - k * 1.5703125) - k * 4.837512969970703125e-4) - k * 7.54978995489188216e-8;
        const R z = x * x;
        s = x + x * z * polynomial(z, -1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1);
        c = 1.0 - 0.5 * z +
            z * z * polynomial(z, 2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2);
    } else {
        const R x = (angle - k * 1.57079632673412561417e+00) - k * 6.07710050650619224932e-11;
        const R z = x * x;
        s = x + x * z *
                    polynomial(z, 1.0 / 355687428096000.0, -1.0 / 1307674368000.0, 1.0 / 6227020800.0,
                               -1.0 / 39916800.0, 1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0);
        c = 1.0 - 0.5 * z +
            z * z *
                polynomial(z, 1.0 / 20922789888000.0, -1.0 / 87178291200.0, 1.0 / 479001600.0,
                           -1.0 / 3628800.0, 1.0 / 40320.0, -1.0 / 720.0, 1.0 / 24.0);
    }
    const Bits<R> quadrant = bits_of(shifted);
    constexpr int sign = is_single<R> ? 31 : 63;
    const Bits<R> swapped = (bits_of(s) ^ bits_of(c)) & (Bits<R>(0) - (quadrant & 1));
    return {from_bits<R>(bits_of(s) ^ swapped ^ ((quadrant >> 1) << sign)),
            from_bits<R>(bits_of(c) ^ swapped ^ (((quadrant + 1) >> 1) << sign))};
}

// Arc tangent of t in [0, 1].
template <class R>
SHOAL_LANE R arc_tangent_unit(R t) {
    constexpr double tan_pi_8 = 0.41421356237309504880;
    if constexpr (is_single<R>) {
        const auto upper = t > tan_pi_8;
        const R x = choose(upper, (t - 1.0) / (t + 1.0), t);
        const R z = x * x;
        const R near =
            x +
            x * z * polynomial(z, 8.05374449538e-2, -1.38776856032e-1, 1.99777106478e-1, -3.33329491539e-1);
        return near + choose(upper, R(0.78539816339744830962), R(0.0));
    } else {
        // About the nearest of the angles 0, π/8 and π/4: the alternating series to t^23.
        const auto middle = t > 0.19891236737965800691;
        const auto upper = t > 0.66817863791929891999;
        const R near = choose(upper, R(1.0), choose(middle, R(tan_pi_8), R(0.0)));
        const R x = (t - near) / (1.0 + t * near);
        const R z = x * x;
        const R p = polynomial(z, -1.0 / 23, 1.0 / 21, -1.0 / 19, 1.0 / 17, -1.0 / 15, 1.0 / 13, -1.0 / 11,
                               1.0 / 9, -1.0 / 7, 1.0 / 5, -1.0 / 3);
        return x + x * z * p +
               choose(upper, R(0.78539816339744830962), choose(middle, R(0.39269908169872415481), R(0.0)));
    }
}

// Angle of the vector (x, y) in (−π, π] (rad); 0 for the null vector.
template <class T, class Abi>
SHOAL_LANE Lane<T, Abi> angle_of(Lane<T, Abi> y, Lane<T, Abi> x) {
    using R = Lane<T, Abi>;
    constexpr double pi = 3.14159265358979323846;
    const R ax = magnitude(x), ay = magnitude(y);
    const R longer = larger(ax, ay);
    const R octant = arc_tangent_unit(smaller(ax, ay) / choose(longer > 0.0, longer, R(1.0)));
    const R quarter = choose(ay > ax, 0.5 * pi - octant, octant);
    const R half = choose(x < 0.0, pi - quarter, quarter);
    return choose(y < 0.0, -half, half);
}

template <class T, class Abi>
SHOAL_LANE Lane<T, Abi> arc_tangent(Lane<T, Abi> t) {
    return angle_of(t, Lane<T, Abi>(1.0));
}

// Arc sine of x, which is first brought into [−1, 1].
template <class T, class Abi>
SHOAL_LANE Lane<T, Abi> arc_sine(Lane<T, Abi> x) {
    const auto inside = within(x, 1.0);
    return angle_of(inside, root(larger(1.0 - inside * inside, 0.0)));
}

// e^x for x within ±80 (single) or ±700 (double); outside, that of the end.
template <class T, class Abi>
SHOAL_LANE Lane<T, Abi> exponential(Lane<T, Abi> x) {
    using R = Lane<T, Abi>;
    const R inside = within(x, is_single<R> ? 80.0 : 700.0);
    const R shifted = inside * 1.44269504088896340736 + to_integer<T>;
    const R k = shifted - to_integer<T>;
    R p;
    if constexpr (is_single<R>) {
        const R r = (inside - k * 0.693359375) + k * 2.12194440e-4;
        p = 1.0 + r * polynomial(r, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0);
        return from_bits<R>(bits_of(p) + (bits_of(shifted) << 23));
    } else {
        const R r = (inside - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
        p = 1.0 + r * polynomial(r, 1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24,
                                 1.0 / 6, 0.5, 1.0);
        return from_bits<R>(bits_of(p) + (bits_of(shifted) << 52));
    }
}

// Natural logarithm of a positive normal number.
template <class T, class Abi>
SHOAL_LANE Lane<T, Abi> logarithm(Lane<T, Abi> x) {
    using R = Lane<T, Abi>;
    constexpr int digits = is_single<R> ? 23 : 52;
    // x = m·2^k with m in [√½, √2)
    const Bits<R> k_bits = (bits_of(x) - bits_of(R(0.70710678118654752440))) >> digits;
    const R m = from_bits<R>(bits_of(x) - (k_bits << digits));
    const R k = from_bits<R>(k_bits + bits_of(R(to_integer<T>))) - to_integer<T>;
    const R s = (m - 1.0) / (m + 1.0);
    const R z = s * s;
    R p;
    if constexpr (is_single<R>) p = polynomial(z, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3);
    else
        p = polynomial(z, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7,
                       1.0 / 5, 1.0 / 3);
    return k * 0.69314718055994530942 + 2.0 * (s + s * z * p);
}

// base^exponent for a positive base.
template <class R, class E>
SHOAL_LANE R power(R base, E exponent) {
    return exponential(logarithm(base) * exponent);
}

// `angle` (rad) brought into (−π, π], for angles of a few turns.
template <class T, class Abi>
SHOAL_LANE Lane<T, Abi> wrapped(Lane<T, Abi> angle) {
    using R = Lane<T, Abi>;
    const R turns = (angle * 0.15915494309189533577 + to_integer<T>)-R(to_integer<T>);
    return angle - turns * 6.28318530717958647692;
}

}  // namespace
}  // namespace shoal::vehicle

#include "record/half.hpp"

#include <bit>
#include <cmath>

namespace shoal::record {
namespace {

constexpr std::uint32_t infinity_32 = 0x7f80'0000;
constexpr std::uint32_t smallest_overflow = 0x477f'f000;  // 65520, halfway to the half after the largest one
constexpr std::uint32_t smallest_normal = 0x3880'0000;    // 2^-14

/// Drops the 13 bits that a half has no room for, rounding to the nearest even; a carry moves to the exponent by itself.
std::uint32_t round_off(std::uint32_t bits) { return (bits + 0xfff + ((bits >> 13) & 1)) >> 13; }

std::uint32_t magnitude_to_half(std::uint32_t magnitude) {
    if (magnitude > infinity_32) return 0x7e00;
    if (magnitude >= smallest_overflow) return 0x7c00;
    if (magnitude >= smallest_normal) return round_off(magnitude - (112u << 23));  // exponent bias 127 -> 15
    // Below 2^-14 a half counts steps of 2^-24: adding 0.5 makes the processor round to exactly such steps.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(0.5f);
}

}  // namespace

Half::Half(float value) {
    const auto wide = std::bit_cast<std::uint32_t>(value);
    bits = static_cast<std::uint16_t>((wide >> 16 & 0x8000) | magnitude_to_half(wide & 0x7fff'ffff));
}

Half::operator float() const {
    const int exponent = bits >> 10 & 0x1f;
    const int fraction = bits & 0x3ff;
    const float sign = bits & 0x8000 ? -1.0f : 1.0f;
    if (exponent == 0x1f) return fraction ? NAN : sign * INFINITY;
    if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
    return sign * std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
}

}  // namespace shoal::record

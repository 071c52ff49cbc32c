#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <experimental/simd>
#include <type_traits>

// The numbers that models are written in: a Lane holds one value of several vehicles side by side, and `Lane` over the
// scalar interface is the reference. Everything here is inlined and local to its file, because it is compiled once for
// each instruction set. Only operations that are exact everywhere: all instruction sets give the same bits.
namespace shoal::vehicle {
namespace {

namespace stdx = std::experimental;

#define SHOAL_LANE inline __attribute__((always_inline))

/// Which lanes something holds for.
template <class T, class Abi>
struct LaneMask {
    typename stdx::simd<T, Abi>::mask_type v;

    friend SHOAL_LANE LaneMask operator&(LaneMask a, LaneMask b) { return {a.v && b.v}; }
    friend SHOAL_LANE LaneMask operator|(LaneMask a, LaneMask b) { return {a.v || b.v}; }
    friend SHOAL_LANE LaneMask operator!(LaneMask a) { return {!a.v}; }
    friend SHOAL_LANE bool any(LaneMask a) { return stdx::any_of(a.v); }
};

template <class T, class Abi>
struct Lane {
    using Scalar = T;
    using Mask = LaneMask<T, Abi>;
    using Vector = stdx::simd<T, Abi>;
    static constexpr std::size_t width = Vector::size();

    Vector v;

    Lane() = default;
    SHOAL_LANE Lane(Vector vector) : v(vector) {}
    template <class Number>
        requires std::is_arithmetic_v<Number>
    SHOAL_LANE Lane(Number number) : v(static_cast<T>(number)) {}

    SHOAL_LANE static Lane load(const T* from) { return Vector(from, stdx::element_aligned); }
    SHOAL_LANE void store(T* to) const { v.copy_to(to, stdx::element_aligned); }

    SHOAL_LANE Lane& operator+=(Lane b) { return *this = *this + b; }
    SHOAL_LANE Lane& operator-=(Lane b) { return *this = *this - b; }
    SHOAL_LANE Lane& operator*=(Lane b) { return *this = *this * b; }

    friend SHOAL_LANE Lane operator-(Lane a) { return -a.v; }
    friend SHOAL_LANE Lane operator+(Lane a, Lane b) { return a.v + b.v; }
    friend SHOAL_LANE Lane operator-(Lane a, Lane b) { return a.v - b.v; }
    friend SHOAL_LANE Lane operator*(Lane a, Lane b) { return a.v * b.v; }
    friend SHOAL_LANE Lane operator/(Lane a, Lane b) { return a.v / b.v; }
    friend SHOAL_LANE Mask operator<(Lane a, Lane b) { return {a.v < b.v}; }
    friend SHOAL_LANE Mask operator>(Lane a, Lane b) { return {a.v > b.v}; }

    friend SHOAL_LANE Lane choose(Mask mask, Lane yes, Lane no) {
        stdx::where(mask.v, no.v) = yes.v;
        return no;
    }
    friend SHOAL_LANE Lane smaller(Lane a, Lane b) { return choose(a < b, a, b); }
    friend SHOAL_LANE Lane larger(Lane a, Lane b) { return choose(a > b, a, b); }
    friend SHOAL_LANE Lane root(Lane a) { return stdx::sqrt(a.v); }
    friend SHOAL_LANE Lane magnitude(Lane a) { return stdx::abs(a.v); }
};

/// `x` within ±`limit`, and within [least, most].
template <class R>
SHOAL_LANE R clamp(R x, std::type_identity_t<R> least, std::type_identity_t<R> most) {
    return larger(smaller(x, most), least);
}
template <class R>
SHOAL_LANE R within(R x, std::type_identity_t<R> limit) {
    return clamp(x, -limit, limit);
}

}  // namespace
}  // namespace shoal::vehicle

#pragma once

#include "vehicle/lanes/lane.hpp"

#include <cstddef>

// Structs that hold nothing but numbers R, seen as rows of numbers.
namespace shoal::vehicle {

template <class Struct, class R>
constexpr std::size_t row_count = sizeof(Struct) / sizeof(R);

namespace {

template <class R, class Struct>
SHOAL_LANE R* rows_of(Struct& values) {
    static_assert(sizeof(Struct) % sizeof(R) == 0);
    return reinterpret_cast<R*>(&values);
}
template <class R, class Struct>
SHOAL_LANE const R* rows_of(const Struct& values) {
    static_assert(sizeof(Struct) % sizeof(R) == 0);
    return reinterpret_cast<const R*>(&values);
}

/// One step of the classical Runge–Kutta method for x' = derivative(x); the struct holds nothing else than x.
template <class R, class Struct, class Derivative>
SHOAL_LANE void runge_kutta(Struct& x, typename R::Scalar step, const Derivative& derivative) {
    using T = typename R::Scalar;
    constexpr std::size_t n = row_count<Struct, R>;
    const T reach[4] = {step * T(0.5), step * T(0.5), step, T(0)};  // to where the next stage looks
    const T weight[4] = {step / T(6), step / T(3), step / T(3), step / T(6)};
    Struct at = x, sum = x;
#pragma GCC unroll 1
    for (int stage = 0; stage < 4; ++stage) {
        const Struct change = derivative(at);
#pragma GCC unroll 32
        for (std::size_t i = 0; i < n; ++i) {
            const R slope = rows_of<R>(change)[i];
            rows_of<R>(sum)[i] = rows_of<R>(sum)[i] + weight[stage] * slope;
            rows_of<R>(at)[i] = rows_of<R>(x)[i] + reach[stage] * slope;
        }
    }
    x = sum;
}

}  // namespace
}  // namespace shoal::vehicle

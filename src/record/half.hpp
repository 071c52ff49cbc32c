#pragma once

#include <cstdint>

namespace shoal::record {

/// An IEEE 754 half float as it lies in a file: 11 significant bits, so millimetres are exact up to 2,048 only.
struct Half {
    std::uint16_t bits = 0;

    Half() = default;
    explicit Half(float value);  ///< nearest, ties to even; too large becomes infinite, NaN stays NaN
    explicit operator float() const;
};

}  // namespace shoal::record

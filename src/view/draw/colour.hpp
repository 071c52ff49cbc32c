#pragma once

#include <cstdint>

namespace shoal::view {

struct Colour {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;

    friend bool operator==(Colour, Colour) = default;
};

/// Part `share` of the way from one colour to another.
[[nodiscard]] constexpr Colour mix(Colour from, Colour to, double share) {
    const auto between = [share](std::uint8_t x, std::uint8_t y) {
        return static_cast<std::uint8_t>(x + share * (y - x) + 0.5);
    };
    return {between(from.r, to.r), between(from.g, to.g), between(from.b, to.b), between(from.a, to.a)};
}

[[nodiscard]] constexpr Colour with_alpha(Colour colour, double alpha) {
    return {colour.r, colour.g, colour.b, static_cast<std::uint8_t>(alpha * colour.a + 0.5)};
}

}  // namespace shoal::view

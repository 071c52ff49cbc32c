#pragma once

#include "view/draw/colour.hpp"

#include <cstddef>

// Colours that pictures of all families share.
namespace shoal::view::theme {

constexpr Colour outside{233, 235, 239};
constexpr Colour floor{252, 251, 248};
constexpr Colour ink{43, 47, 54};
constexpr Colour pale_ink{122, 130, 142};
constexpr Colour wall = ink;
constexpr Colour selection{20, 116, 230};

/// Black or white, whichever shows up on a colour.
[[nodiscard]] Colour contrast(Colour colour);
/// Around the colour circle, in turns.
[[nodiscard]] Colour hue(double turns, double saturation, double value);
/// Colours that are easy to tell apart, for any number of things.
[[nodiscard]] Colour distinct(std::size_t i);

}  // namespace shoal::view::theme

#pragma once

#include "pogobot/state.hpp"
#include "scenario/object_group.hpp"
#include "view/picture/theme.hpp"

#include <array>

// How Pogobots and what is around them look.
namespace shoal::view::theme {

constexpr Colour unlit{88, 96, 109};
constexpr Colour joint{203, 75, 66};

/// Of the directions front, right, back, left.
constexpr std::array<Colour, 4> direction{Colour{214, 56, 48}, Colour{40, 160, 72}, Colour{48, 98, 214},
                                          Colour{232, 178, 22}};

/// A LED as the eye sees it: 0 is dark, 25 and more are full, and 1 shows half as bright.
[[nodiscard]] Colour led(pogobot::Led led);
[[nodiscard]] inline bool is_lit(pogobot::Led led) { return led.r != 0 || led.g != 0 || led.b != 0; }
/// Light of part `share` in 0 … 1 of the brightest.
[[nodiscard]] Colour light(double share);
/// What a passive or active object that starts at a place (m) is painted with.
[[nodiscard]] Colour paint(scenario::Colormap map, double x, double y);

}  // namespace shoal::view::theme

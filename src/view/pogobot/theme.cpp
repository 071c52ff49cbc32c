#include "view/pogobot/theme.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::view::theme {
namespace {

// A little of every channel shows, as on any lamp in a lit room.
std::uint8_t intensity(std::uint8_t value) {
    if (value == 0) return 36;
    return static_cast<std::uint8_t>(130 + (std::min<int>(value, 25) - 1) * 115 / 24);
}

}  // namespace

Colour led(pogobot::Led led) { return {intensity(led.r), intensity(led.g), intensity(led.b)}; }

Colour light(double share) {
    constexpr Colour dark{126, 136, 158};
    constexpr Colour warm{250, 220, 140};
    constexpr Colour bright{255, 250, 222};
    share = std::clamp(share, 0.0, 1.0);
    return share < 0.6 ? mix(dark, warm, share / 0.6) : mix(warm, bright, (share - 0.6) / 0.4);
}

Colour paint(scenario::Colormap map, double x, double y) {
    const double value = std::fmod(std::fabs(1000.0 * (x + y)), 256.0);
    return map == scenario::Colormap::rainbow ? hue(value / 256.0, 0.42, 0.86)
                                              : distinct(static_cast<std::size_t>(value) % 10);
}

}  // namespace shoal::view::theme

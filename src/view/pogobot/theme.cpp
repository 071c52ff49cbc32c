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

/// Around the colour circle, `hue` in turns; neither pale nor glaring.
Colour hue(double turns, double saturation, double value) {
    const auto channel = [&](double shift) {
        const double k = std::fmod(turns * 6.0 + shift, 6.0);
        const double dip = std::clamp(std::min(k, 4.0 - k), 0.0, 1.0);
        return static_cast<std::uint8_t>(255.0 * value * (1.0 - saturation * dip) + 0.5);
    };
    return {channel(5.0), channel(3.0), channel(1.0)};
}

}  // namespace

Colour led(pogobot::Led led) { return {intensity(led.r), intensity(led.g), intensity(led.b)}; }

Colour contrast(Colour c) {
    const int brightness = 3 * c.r + 6 * c.g + c.b;
    return brightness > 1300 ? ink : Colour{255, 255, 255};
}

Colour light(double share) {
    constexpr Colour dark{126, 136, 158};
    constexpr Colour warm{250, 220, 140};
    constexpr Colour bright{255, 250, 222};
    share = std::clamp(share, 0.0, 1.0);
    return share < 0.6 ? mix(dark, warm, share / 0.6) : mix(warm, bright, (share - 0.6) / 0.4);
}

Colour distinct(std::size_t i) {
    constexpr double golden = 0.61803398874989485;
    return hue(std::fmod(0.58 + golden * static_cast<double>(i), 1.0), 0.62, 0.82);
}

Colour paint(scenario::Colormap map, double x, double y) {
    const double value = std::fmod(std::fabs(1000.0 * (x + y)), 256.0);
    return map == scenario::Colormap::rainbow ? hue(value / 256.0, 0.42, 0.86)
                                              : distinct(static_cast<std::size_t>(value) % 10);
}

}  // namespace shoal::view::theme

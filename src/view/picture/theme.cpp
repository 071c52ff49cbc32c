#include "view/picture/theme.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace shoal::view::theme {

Colour contrast(Colour c) {
    const int brightness = 3 * c.r + 6 * c.g + c.b;
    return brightness > 1300 ? ink : Colour{255, 255, 255};
}

Colour hue(double turns, double saturation, double value) {
    const auto channel = [&](double shift) {
        const double k = std::fmod(turns * 6.0 + shift, 6.0);
        const double dip = std::clamp(std::min(k, 4.0 - k), 0.0, 1.0);
        return static_cast<std::uint8_t>(255.0 * value * (1.0 - saturation * dip) + 0.5);
    };
    return {channel(5.0), channel(3.0), channel(1.0)};
}

Colour distinct(std::size_t i) {
    constexpr double golden = 0.61803398874989485;
    return hue(std::fmod(0.58 + golden * static_cast<double>(i), 1.0), 0.62, 0.82);
}

}  // namespace shoal::view::theme

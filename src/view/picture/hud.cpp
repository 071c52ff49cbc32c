#include "view/picture/hud.hpp"

#include "view/picture/legend.hpp"
#include "view/picture/theme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace shoal::view {
namespace {

constexpr double letters = hud_letters;
constexpr double margin = 16.0;  // px

bool top_strip(const Layers& l) { return l.time || l.status; }
bool bottom_strip(const Picture& picture, const Layers& l) {
    return l.scale || (l.legend && picture.has_legend(l));
}

/// The greatest of 1, 2, 5, 10 … that is no longer than this.
double round_length(double longest) {
    const double power = std::pow(10.0, std::floor(std::log10(longest)));
    const double share = longest / power;
    return power * (share >= 5.0 ? 5.0 : share >= 2.0 ? 2.0 : 1.0);
}

std::string length_text(double metres) {
    if (metres >= 1.0) return fmt::format("{:g} m", metres);
    return fmt::format("{:g} mm", 1000.0 * metres);
}

/// Returns where it ends (px).
double draw_scale(const Camera& camera, const Hud& hud, Font& font, DrawList& list) {
    const double metres = round_length(std::max(60.0, 0.22 * hud.size.x) / camera.scale);
    const double pixels = metres * camera.scale;
    const double y = hud.size.y - 0.5 * strip;
    const Vec2 bar[] = {{margin, y - 4.0},    {margin, y + 4.0},          {margin, y},
                        {margin + pixels, y}, {margin + pixels, y - 4.0}, {margin + pixels, y + 4.0}};
    for (int i = 0; i < 6; i += 2)
        list.line(Layer::notes, std::span(bar).subspan(static_cast<std::size_t>(i), 2), {0.0, 2.0},
                  theme::ink);
    const double words = margin + pixels + 8.0;
    list.text(Layer::notes, {{words, y}, length_text(metres), letters, theme::ink, Anchor::left});
    return words + font.width(length_text(metres), static_cast<int>(letters)) + margin;
}

// Where the world lies under the writing.
void draw_strips(const Picture& picture, const Layers& layers, Vec2 size, DrawList& list) {
    const Colour veil = with_alpha(theme::outside, 0.85);
    if (top_strip(layers)) list.box(Layer::floor, {}, {size.x, strip}, veil);
    if (bottom_strip(picture, layers)) list.box(Layer::floor, {0.0, size.y - strip}, size, veil);
}

}  // namespace

Camera camera_between_strips(const Picture& picture, const Layers& layers, Vec2 size) {
    const double above = top_strip(layers) ? strip : 12.0;
    const double below = bottom_strip(picture, layers) ? strip : 12.0;
    Camera camera = fitting(picture.bounds(), {size.x - 24.0, size.y - above - below}, 0.0);
    camera.origin = camera.origin + Vec2{12.0, above};
    return camera;
}

void draw_hud(const Picture& picture, const Layers& layers, const Camera& camera, const Hud& hud, Font& font,
              DrawList& list) {
    if (!hud.apart) draw_strips(picture, layers, hud.size, list);
    const Vec2 top_right{hud.size.x - margin, 0.5 * strip};
    if (layers.time)
        list.text(Layer::notes, {top_right, fmt::format("t = {:.2f} s", picture.time()), letters, theme::ink,
                                 Anchor::right});
    if (layers.status)
        list.text(Layer::notes, {{margin, 0.5 * strip}, hud.status, letters, theme::pale_ink, Anchor::left});
    const double left = layers.scale ? draw_scale(camera, hud, font, list) : margin;
    if (!layers.legend || !picture.has_legend(layers)) return;
    Legend legend(left, hud.size.x - margin, hud.size.y - 0.5 * strip, font, list);
    picture.explain(layers, legend);
}

}  // namespace shoal::view

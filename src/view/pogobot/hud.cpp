#include "view/pogobot/hud.hpp"

#include "view/pogobot/theme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace shoal::view {
namespace {

constexpr double letters = 14.0;  // px
constexpr double margin = 16.0;   // px

bool top_strip(const Layers& l) { return l.time || l.status; }
bool bottom_strip(const Layers& l) { return l.scale || (l.legend && (l.links || l.messages || l.light)); }

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

/// Entries from right to left along the bottom, as far as there is room.
class Legend {
public:
    Legend(const Hud& hud, double left, Font& font, DrawList& list)
        : font_(font), list_(list), left_(left), x_(hud.size.x - margin), y_(hud.size.y - 0.5 * strip) {}

    void disc(const std::string& words, Colour colour) {
        if (!text(words, 16.0)) return;
        list_.disc(Layer::notes, {{x_ + 5.0, y_}, 5.0, colour, theme::ink, {0.0, 1.0}});
        x_ -= 14.0;
    }
    void line(const std::string& words, Colour colour) {
        if (!text(words, 22.0)) return;
        const Vec2 ends[] = {{x_, y_}, {x_ + 16.0, y_}};
        list_.line(Layer::notes, ends, {0.0, 3.0}, colour);
        x_ -= 14.0;
    }
    void light(double brightest) {
        constexpr double width = 64.0;
        const double label = font_.width("light 0", static_cast<int>(letters));
        if (x_ - label - width - 96.0 < left_) return;
        if (!text(fmt::format("{:g}", brightest), width + 26.0)) return;
        Field bar{{x_ + 20.0, y_ - 5.0}, {x_ + 20.0 + width, y_ + 5.0}, 33, 2, {}};
        for (int row = 0; row < 2; ++row)
            for (int i = 0; i < 33; ++i) bar.colours.push_back(theme::light(i / 32.0));
        list_.field(Layer::notes, std::move(bar));
        list_.text(Layer::notes, {{x_ + 14.0, y_}, "light 0", letters, theme::ink, Anchor::right});
        x_ -= 14.0 + label;
    }

private:
    bool text(const std::string& words, double before) {
        const double width = font_.width(words, static_cast<int>(letters));
        if (x_ - width - before < left_) return false;
        list_.text(Layer::notes, {{x_, y_}, words, letters, theme::ink, Anchor::right});
        x_ -= width + before;
        return true;
    }

    Font& font_;
    DrawList& list_;
    double left_, x_, y_;
};

void draw_legend(const Picture& picture, const Layers& layers, const Hud& hud, double left, Font& font,
                 DrawList& list) {
    Legend legend(hud, left, font, list);
    if (const Paint* paint = picture.scene().paint)
        for (auto entry = paint->legend.rbegin(); entry != paint->legend.rend(); ++entry)
            legend.disc(entry->first, entry->second);
    if (layers.light && picture.brightest() > 1.0) legend.light(picture.brightest());
    constexpr const char* directions[] = {"front", "right", "back", "left"};
    for (int d = 3; (layers.links || layers.messages) && d >= 0; --d)
        legend.line(directions[d], theme::direction[static_cast<std::size_t>(d)]);
}

// Where the world lies under the writing.
void draw_strips(const Layers& layers, Vec2 size, DrawList& list) {
    const Colour veil = with_alpha(theme::outside, 0.85);
    if (top_strip(layers)) list.box(Layer::floor, {}, {size.x, strip}, veil);
    if (bottom_strip(layers)) list.box(Layer::floor, {0.0, size.y - strip}, size, veil);
}

}  // namespace

Camera camera_between_strips(const physics::Bounds& bounds, const Layers& layers, Vec2 size) {
    const double above = top_strip(layers) ? strip : 12.0;
    const double below = bottom_strip(layers) ? strip : 12.0;
    Camera camera = fitting(bounds, {size.x - 24.0, size.y - above - below}, 0.0);
    camera.origin = camera.origin + Vec2{12.0, above};
    return camera;
}

void draw_hud(const Picture& picture, const Layers& layers, const Camera& camera, const Hud& hud, Font& font,
              DrawList& list) {
    if (!hud.apart) draw_strips(layers, hud.size, list);
    const Vec2 top_right{hud.size.x - margin, 0.5 * strip};
    if (layers.time)
        list.text(Layer::notes, {top_right, fmt::format("t = {:.2f} s", picture.scene().state.time), letters,
                                 theme::ink, Anchor::right});
    if (layers.status)
        list.text(Layer::notes, {{margin, 0.5 * strip}, hud.status, letters, theme::pale_ink, Anchor::left});
    const double left = layers.scale ? draw_scale(camera, hud, font, list) : margin;
    if (layers.legend) draw_legend(picture, layers, hud, left, font, list);
}

}  // namespace shoal::view

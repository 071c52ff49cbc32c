#include "view/picture/legend.hpp"

#include "view/picture/hud.hpp"
#include "view/picture/theme.hpp"

namespace shoal::view {
namespace {

constexpr double gap = 14.0;  // px

}  // namespace

bool Legend::text(const std::string& words, double before) {
    const double width = font_.width(words, static_cast<int>(hud_letters));
    if (x_ - width - before < left_) return false;
    list_.text(Layer::notes, {{x_, y_}, words, hud_letters, theme::ink, Anchor::right});
    x_ -= width + before;
    return true;
}

void Legend::disc(const std::string& words, Colour colour) {
    if (!text(words, 16.0)) return;
    list_.disc(Layer::notes, {{x_ + 5.0, y_}, 5.0, colour, theme::ink, {0.0, 1.0}});
    x_ -= gap;
}

void Legend::line(const std::string& words, Colour colour) {
    if (!text(words, 22.0)) return;
    const Vec2 ends[] = {{x_, y_}, {x_ + 16.0, y_}};
    list_.line(Layer::notes, ends, {0.0, 3.0}, colour);
    x_ -= gap;
}

void Legend::ramp(const std::string& from, const std::string& to,
                  const std::function<Colour(double)>& colour) {
    constexpr double width = 64.0;
    constexpr int steps = 32;
    const double label = font_.width(from, static_cast<int>(hud_letters));
    if (x_ - label - width - 96.0 < left_ || !text(to, width + 26.0)) return;
    Field bar{{x_ + 20.0, y_ - 5.0}, {x_ + 20.0 + width, y_ + 5.0}, steps + 1, 2, {}};
    for (int row = 0; row < 2; ++row)
        for (int i = 0; i <= steps; ++i) bar.colours.push_back(colour(static_cast<double>(i) / steps));
    list_.field(Layer::notes, std::move(bar));
    list_.text(Layer::notes, {{x_ + gap, y_}, from, hud_letters, theme::ink, Anchor::right});
    x_ -= gap + label;
}

}  // namespace shoal::view

#include "view/window/panel.hpp"

#include "view/picture/theme.hpp"

#include <algorithm>
#include <string>

namespace shoal::view {
namespace {

constexpr double letters = 13.0;  // px
constexpr double line = 19.0;     // px
constexpr double inset = 12.0;    // px
constexpr Colour paper{255, 255, 255, 232};

void draw_paper(Vec2 min, Vec2 max, DrawList& list) {
    list.box(Layer::notes, min, max, paper);
    const Vec2 corners[] = {min, {max.x, min.y}, max, {min.x, max.y}};
    list.line(Layer::notes, corners, {0.0, 1.0}, with_alpha(theme::ink, 0.35), true);
}

std::string cut(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80)
        --most;  // not within a letter
    return text.substr(0, most) + "…";
}

}  // namespace

void draw_panel(const Facts& facts, Vec2 size, DrawList& list) {
    constexpr double width = 268.0;
    constexpr double values = 104.0;
    constexpr std::size_t longest = 24;  // letters of a value
    const Vec2 min{size.x - width - inset, 40.0};
    const double height = 2.0 * inset + line * (static_cast<double>(facts.rows.size()) + 1.2);
    draw_paper(min, {size.x - inset, min.y + height}, list);
    double y = min.y + inset + 0.5 * line;
    const Vec2 left = min + Vec2{inset, 0.0};
    list.disc(Layer::notes, {{left.x + 6.0, y}, 6.0, facts.colour, theme::ink, {0.0, 1.0}});
    list.text(Layer::notes,
              {{left.x + 20.0, y}, cut(facts.title, 28), letters + 1.0, theme::ink, Anchor::left});
    y += 1.2 * line;
    for (const auto& [name, value] : facts.rows) {
        const bool printed = name.empty();
        if (!printed)
            list.text(Layer::notes, {{left.x, y}, cut(name, 15), letters, theme::pale_ink, Anchor::left});
        list.text(Layer::notes, {{left.x + (printed ? 0.0 : values), y},
                                 cut(value, printed ? 36 : longest),
                                 letters,
                                 theme::ink,
                                 Anchor::left});
        y += line;
    }
}

void draw_help(std::span<const KeyHelp> lines, Vec2 size, DrawList& list) {
    constexpr double effects = 170.0;
    constexpr double width = 420.0;
    const double height = 2.0 * inset + line * (static_cast<double>(lines.size()) + 1.5);
    const Vec2 min{std::max(4.0, 0.5 * (size.x - width)), std::max(4.0, 0.5 * (size.y - height))};
    draw_paper(min, min + Vec2{width, height}, list);
    double y = min.y + inset + 0.5 * line;
    list.text(Layer::notes, {{min.x + inset, y}, "Keys and mouse", letters + 2.0, theme::ink, Anchor::left});
    y += 1.5 * line;
    for (const KeyHelp& entry : lines) {
        list.text(Layer::notes,
                  {{min.x + inset, y}, std::string(entry.keys), letters, theme::ink, Anchor::left});
        list.text(Layer::notes,
                  {{min.x + effects, y}, std::string(entry.effect), letters, theme::pale_ink, Anchor::left});
        y += line;
    }
}

}  // namespace shoal::view

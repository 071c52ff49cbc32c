#include "view/draw/draw_list.hpp"

#include <utility>

namespace shoal::view {

void DrawList::clear() {
    for (auto& marks : sheets) marks.clear();
    points.clear();
    outlines.clear();
}

void DrawList::disc(Layer layer, const Disc& disc) { sheet(layer).emplace_back(disc); }

void DrawList::line(Layer layer, std::span<const Vec2> through, Width width, Colour colour, bool closed) {
    const Line line{static_cast<std::uint32_t>(points.size()), static_cast<std::uint32_t>(through.size()),
                    width, colour, closed};
    points.insert(points.end(), through.begin(), through.end());
    sheet(layer).emplace_back(line);
}

void DrawList::add_outline(std::span<const Vec2> outline) {
    outlines.push_back(
        {static_cast<std::uint32_t>(points.size()), static_cast<std::uint32_t>(outline.size())});
    points.insert(points.end(), outline.begin(), outline.end());
}

void DrawList::region(Layer layer, std::span<const Vec2> outline, Colour colour) {
    sheet(layer).emplace_back(Region{static_cast<std::uint32_t>(outlines.size()), 1, colour});
    add_outline(outline);
}

void DrawList::region(Layer layer, std::span<const std::vector<Vec2>> list, Colour colour) {
    sheet(layer).emplace_back(
        Region{static_cast<std::uint32_t>(outlines.size()), static_cast<std::uint32_t>(list.size()), colour});
    for (const auto& outline : list) add_outline(outline);
}

void DrawList::field(Layer layer, Field field) { sheet(layer).emplace_back(std::move(field)); }

void DrawList::text(Layer layer, Text text) { sheet(layer).emplace_back(std::move(text)); }

void DrawList::box(Layer layer, Vec2 min, Vec2 max, Colour colour) {
    const Vec2 corners[] = {min, {max.x, min.y}, max, {min.x, max.y}};
    region(layer, corners, colour);
}

}  // namespace shoal::view

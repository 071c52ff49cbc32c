#pragma once

#include "physics/vec2.hpp"
#include "view/draw/colour.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace shoal::view {

using physics::Vec2;

/// Back to front.
enum class Layer : std::uint8_t {
    floor,
    walls,
    traces,
    links_below,
    objects,
    robots,
    marks,
    links_above,
    notes
};
constexpr std::size_t layer_count = static_cast<std::size_t>(Layer::notes) + 1;

/// A width that grows with the picture, but is never thinner than some pixels.
struct Width {
    double size = 0.0;   // of the list's unit
    double least = 0.0;  // px
};

struct Disc {
    Vec2 centre;
    double radius = 0.0;
    Colour fill;
    Colour rim;  // as wide as `edge`, inside the radius
    Width edge;
};
/// A line through points, with round joints and flat ends.
struct Line {
    std::uint32_t first = 0, count = 0;  // in DrawList::points
    Width width;
    Colour colour;
    bool closed = false;
};
/// What closed outlines enclose, each point as often as they turn from x to y about it: holes turn the other way.
struct Region {
    std::uint32_t first = 0, count = 0;  // in DrawList::outlines
    Colour colour;
};
/// Colours at the corners of a grid, smooth in between.
struct Field {
    Vec2 min, max;
    int columns = 0, rows = 0;  // of corners
    std::vector<Colour> colours;
};
enum class Anchor : std::uint8_t { left, centre, right };
struct Text {
    Vec2 at;  // the anchor, half-way up the letters
    std::string words;
    double size = 0.0;  // px: of a letter's em
    Colour colour;
    Anchor anchor = Anchor::left;
};
using Mark = std::variant<Disc, Line, Region, Field, Text>;

/// A picture as plain data, in any unit of length; x to the right, y down.
struct DrawList {
    std::array<std::vector<Mark>, layer_count> sheets;  // by layer; marks of a layer in order
    std::vector<Vec2> points;
    struct Outline {
        std::uint32_t first, count;  // in points
    };
    std::vector<Outline> outlines;

    void clear();
    void disc(Layer layer, const Disc& disc);
    void line(Layer layer, std::span<const Vec2> through, Width width, Colour colour, bool closed = false);
    void region(Layer layer, std::span<const Vec2> outline, Colour colour);
    void region(Layer layer, std::span<const std::vector<Vec2>> outlines, Colour colour);
    void field(Layer layer, Field field);
    void text(Layer layer, Text text);
    void box(Layer layer, Vec2 min, Vec2 max, Colour colour);

private:
    void add_outline(std::span<const Vec2> outline);
    [[nodiscard]] std::vector<Mark>& sheet(Layer layer) { return sheets[static_cast<std::size_t>(layer)]; }
};

}  // namespace shoal::view

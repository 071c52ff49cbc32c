#pragma once

#include "view/draw/colour.hpp"
#include "view/draw/coverage.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace shoal::view {

/// Letters as cover of pixels, 0 … 255.
struct Mask {
    int width = 0, height = 0;  // px
    std::vector<std::uint8_t> cover;
};

/// Pixels, and shapes that are drawn on them with smooth edges. Coordinates are in px: pixel (0, 0) is the square from
/// (0, 0) to (1, 1). The same calls give the same bits on every machine.
class Canvas {
public:
    Canvas(int width, int height);

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    /// Bytes red, green, blue, alpha of each pixel, by rows.
    [[nodiscard]] std::span<const std::uint32_t> pixels() const { return pixels_; }
    [[nodiscard]] std::span<const std::uint8_t> bytes() const;

    void clear(Colour colour);
    /// The rim lies inside the radius.
    void disc(physics::Vec2 centre, double radius, Colour fill, Colour rim, double rim_width);
    /// What closed outlines enclose: sides are added between begin_region and end_region.
    void begin_region(physics::Vec2 min, physics::Vec2 max);
    void side(physics::Vec2 from, physics::Vec2 to) { coverage_.side(from, to); }
    void end_region(Colour colour);
    void mask(const Mask& mask, int left, int top, Colour colour);
    /// Colours at the corners of a grid over the rectangle from `min` to `max`, smooth in between.
    void field(physics::Vec2 min, physics::Vec2 max, int columns, int rows, std::span<const Colour> colours);

private:
    [[nodiscard]] std::uint32_t* row(int y) {
        return &pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)];
    }

    int width_, height_;
    std::vector<std::uint32_t> pixels_;
    Coverage coverage_;
};

}  // namespace shoal::view

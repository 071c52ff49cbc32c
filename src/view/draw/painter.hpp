#pragma once

#include "view/draw/camera.hpp"
#include "view/draw/canvas.hpp"
#include "view/draw/draw_list.hpp"
#include "view/draw/font.hpp"

namespace shoal::view {

/// Draws draw lists on a canvas.
class Painter {
public:
    explicit Painter(Font& font) : font_(font) {}

    /// All marks of a list, back to front. Letters are of `density` px for each px that they ask for.
    void paint(const DrawList& list, const Camera& camera, Canvas& canvas, double density = 1.0);

private:
    struct Brush;

    Font& font_;
    std::vector<Vec2> corners_;  // px: of a line
};

}  // namespace shoal::view

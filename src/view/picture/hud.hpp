#pragma once

#include "view/draw/camera.hpp"
#include "view/draw/draw_list.hpp"
#include "view/draw/font.hpp"
#include "view/layers.hpp"
#include "view/picture/picture.hpp"

#include <string>

namespace shoal::view {

/// What is written around the world, in px of a picture of this size.
struct Hud {
    Vec2 size;           // px
    bool apart = true;   // the world leaves the strips free
    std::string status;  // of the layer of this name
};

constexpr double hud_letters = 14.0;  // px
constexpr double strip = 34.0;        // px, above and below the world

/// The scale and place of the world between the strips.
[[nodiscard]] Camera camera_between_strips(const Picture& picture, const Layers& layers, Vec2 size);

/// Time, scale bar, legend and status.
void draw_hud(const Picture& picture, const Layers& layers, const Camera& camera, const Hud& hud, Font& font,
              DrawList& list);

}  // namespace shoal::view

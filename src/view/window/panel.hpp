#pragma once

#include "view/draw/draw_list.hpp"
#include "view/window/action.hpp"
#include "view/window/stage.hpp"

#include <span>

namespace shoal::view {

/// What is known of a thing, at the right side of a picture `size` (px).
void draw_panel(const Facts& facts, Vec2 size, DrawList& list);
/// Which keys do what, in the middle of a picture.
void draw_help(std::span<const KeyHelp> lines, Vec2 size, DrawList& list);

}  // namespace shoal::view

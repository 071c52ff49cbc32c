#pragma once

#include "view/draw/camera.hpp"
#include "view/look.hpp"
#include "view/picture/picture.hpp"

namespace shoal::view {

/// Throws Error if somebody is to be followed who is not there.
void require_followed(const Aim& aim, const Picture& picture);
/// The camera that shows all of a picture, aimed at a part of it.
[[nodiscard]] Camera aimed(const Camera& whole, const Aim& aim, const Picture& picture);

}  // namespace shoal::view

#include "view/picture/aim.hpp"

#include "base/error.hpp"

#include <string>

namespace shoal::view {

void require_followed(const Aim& aim, const Picture& picture) {
    if (aim.follow && !picture.place_of(*aim.follow))
        throw Error(
            {{}, "--follow", std::to_string(*aim.follow), "the id of a robot or object that has a body", ""});
}

Camera aimed(const Camera& whole, const Aim& aim, const Picture& picture) {
    const auto [min, max] = picture.bounds();
    const Vec2 middle = whole.to_pixels(0.5 * (min + max));
    Camera camera = whole.zoomed(aim.zoom, middle);
    std::optional<Vec2> centre = aim.centre;
    if (aim.follow)
        if (const auto place = picture.place_of(*aim.follow)) centre = place;
    if (centre) camera.origin = middle - camera.scale * *centre;
    return camera;
}

}  // namespace shoal::view

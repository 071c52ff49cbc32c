#include "view/pogobot/still.hpp"

#include "base/error.hpp"
#include "view/draw/png.hpp"
#include "view/pogobot/theme.hpp"

#include <fmt/format.h>

namespace shoal::view {
namespace {

physics::BodyId body_of(std::int32_t id, const pogobot::Objects& objects) {
    for (std::size_t object = 0; object < objects.size(); ++object)
        if (objects.id[object] == id && objects.body[object] != pogobot::no_body)
            return objects.bodies[object];
    throw Error({{}, "--follow", std::to_string(id), "the id of a robot or object that has a body", ""});
}

bool is_whole(const Aim& aim) { return aim.zoom <= 1.0 && !aim.centre && !aim.follow; }

}  // namespace

PogobotStills::PogobotStills(const Scene& scene, const Look& look)
    : picture_(scene), layers_(look.layers), aim_(look.aim), canvas_(look.size.width, look.size.height) {
    if (aim_.follow) followed_ = body_of(*aim_.follow, scene.model.objects);
}

Camera PogobotStills::camera() const {
    const Vec2 size{static_cast<double>(canvas_.width()), static_cast<double>(canvas_.height())};
    Camera camera = camera_between_strips(picture_.bounds(), layers_, size);
    const auto [min, max] = picture_.bounds();
    const Vec2 middle = camera.to_pixels(0.5 * (min + max));
    camera = camera.zoomed(aim_.zoom, middle);
    if (followed_) camera.origin = middle - camera.scale * picture_.scene().world.position(*followed_);
    else if (aim_.centre) camera.origin = middle - camera.scale * *aim_.centre;
    return camera;
}

std::span<const std::uint8_t> PogobotStills::draw() {
    const Vec2 size{static_cast<double>(canvas_.width()), static_cast<double>(canvas_.height())};
    const Camera camera = this->camera();
    canvas_.clear(theme::outside);
    picture_.draw(layers_, 1.0 / camera.scale, world_);
    painter_.paint(world_, camera, canvas_);
    hud_.clear();
    const Hud hud{size, is_whole(aim_), fmt::format("{} robots", picture_.scene().model.robots)};
    draw_hud(picture_, layers_, camera, hud, font_, hud_);
    painter_.paint(hud_, {}, canvas_);
    return canvas_.bytes();
}

void PogobotStills::save(const std::string& path) {
    write_png(path, canvas_.width(), canvas_.height(), draw());
}

}  // namespace shoal::view

#include "view/pogobot/still.hpp"

#include "view/draw/png.hpp"
#include "view/pogobot/theme.hpp"

#include <fmt/format.h>

namespace shoal::view {
namespace {

constexpr double light_detail = 1.0;  // px

}  // namespace

PogobotStills::PogobotStills(const Scene& scene, const Layers& layers, Size size)
    : picture_(scene), layers_(layers), canvas_(size.width, size.height) {}

std::span<const std::uint8_t> PogobotStills::draw() {
    const Vec2 size{static_cast<double>(canvas_.width()), static_cast<double>(canvas_.height())};
    const Camera camera = camera_between_strips(picture_.bounds(), layers_, size);
    canvas_.clear(theme::outside);
    picture_.draw(layers_, light_detail / camera.scale, world_);
    painter_.paint(world_, camera, canvas_);
    hud_.clear();
    const Hud hud{size, fmt::format("{} robots", picture_.scene().model.robots)};
    draw_hud(picture_, layers_, camera, hud, font_, hud_);
    painter_.paint(hud_, {}, canvas_);
    return canvas_.bytes();
}

void PogobotStills::save(const std::string& path) {
    write_png(path, canvas_.width(), canvas_.height(), draw());
}

}  // namespace shoal::view

#include "view/picture/stills.hpp"

#include "view/draw/png.hpp"
#include "view/picture/aim.hpp"
#include "view/picture/theme.hpp"

#include <string>
#include <utility>

namespace shoal::view {

PictureStills::PictureStills(std::unique_ptr<Picture> picture, const Look& look)
    : picture_(std::move(picture)), layers_(look.layers), aim_(look.aim),
      canvas_(look.size.width, look.size.height) {
    require_followed(aim_, *picture_);
}

Camera PictureStills::camera() const {
    const Vec2 size{static_cast<double>(canvas_.width()), static_cast<double>(canvas_.height())};
    return aimed(camera_between_strips(*picture_, layers_, size), aim_, *picture_);
}

std::span<const std::uint8_t> PictureStills::draw() {
    const Vec2 size{static_cast<double>(canvas_.width()), static_cast<double>(canvas_.height())};
    const Camera camera = this->camera();
    canvas_.clear(theme::outside);
    world_.clear();
    picture_->draw(layers_, 1.0 / camera.scale, world_);
    painter_.paint(world_, camera, canvas_);
    hud_.clear();
    const Hud hud{size, aim_.shows_all(), picture_->contents()};
    draw_hud(*picture_, layers_, camera, hud, font_, hud_);
    painter_.paint(hud_, {}, canvas_);
    return canvas_.bytes();
}

void PictureStills::save(const std::string& path) {
    write_png(path, canvas_.width(), canvas_.height(), draw());
}

}  // namespace shoal::view

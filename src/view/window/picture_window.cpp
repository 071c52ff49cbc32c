#include "view/window/picture_window.hpp"

#include "base/error.hpp"
#include "view/draw/png.hpp"
#include "view/picture/aim.hpp"
#include "view/picture/hud.hpp"
#include "view/picture/theme.hpp"
#include "view/window/panel.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <utility>

namespace shoal::view {
namespace {

constexpr double pan_step = 20.0;  // points
constexpr double zoom_step = 1.2;
constexpr double wheel_step = 1.15;
constexpr Colour filming{214, 40, 40};

/// The layer that a key shows and hides; none of other keys.
bool Layers::* layer_of(Action action) {
    switch (action) {
        case Action::leds: return &Layers::leds;
        case Action::light: return &Layers::light;
        case Action::messages: return &Layers::messages;
        case Action::traces: return &Layers::traces;
        default: return nullptr;
    }
}

}  // namespace

double wheel_zoom(double notches) { return std::pow(wheel_step, notches); }

double notches_of(const SDL_Event& event) {
    return event.wheel.preciseY != 0.0F ? static_cast<double>(event.wheel.preciseY) : event.wheel.y;
}

PictureWindow::PictureWindow(Picture& picture, const Look& look, std::unique_ptr<Screen> screen)
    : picture_(picture), layers_(look.layers), follow_(look.aim.follow.has_value()),
      screen_(std::move(screen)), aim_(look.aim) {
    layers_.status = true;
    require_followed(aim_, picture_);
}

double PictureWindow::wall() const { return std::chrono::duration<double>(Clock::now() - opened_).count(); }

Vec2 PictureWindow::size() const {
    const Size points = screen_->points();
    return {static_cast<double>(points.width), static_cast<double>(points.height)};
}

bool PictureWindow::act_on_view(Action action) {
    dirty_ = true;
    if (bool Layers::* const layer = layer_of(action)) {
        layers_.*layer = !(layers_.*layer);
        if (action == Action::traces) picture_.forget_traces();
        return true;
    }
    switch (action) {
        case Action::help: help_ = !help_; break;
        case Action::links: cycle_links(); break;
        case Action::time_and_scale:
            layers_.time = !layers_.time;
            layers_.scale = !layers_.scale;
            break;
        case Action::quit: open_ = false; break;
        case Action::pan_left: viewpoint_.pan({pan_step, 0.0}); break;
        case Action::pan_right: viewpoint_.pan({-pan_step, 0.0}); break;
        case Action::pan_up: viewpoint_.pan({0.0, pan_step}); break;
        case Action::pan_down: viewpoint_.pan({0.0, -pan_step}); break;
        case Action::zoom_in: viewpoint_.zoom(zoom_step, 0.5 * world_size()); break;
        case Action::zoom_out: viewpoint_.zoom(1.0 / zoom_step, 0.5 * world_size()); break;
        case Action::fit:
            follow_ = false;
            aim_ = {};
            viewpoint_.fit();
            break;
        case Action::follow: follow_ = !follow_; break;
        case Action::screenshot: save_picture(); break;
        case Action::clip: toggle_clip(); break;
        default: return false;
    }
    return true;
}

void PictureWindow::cycle_links() {
    const bool below = layers_.links && !layers_.links_above;
    const bool above = layers_.links && layers_.links_above;
    layers_.links = !above;
    layers_.links_above = below;
}

std::optional<Vec2> PictureWindow::followed() const {
    return aim_.follow ? picture_.place_of(*aim_.follow) : std::nullopt;
}

void PictureWindow::fit() {
    viewpoint_.set_fit(aimed(camera_between_strips(picture_, layers_, world_size()), aim_, picture_));
    if (!follow_) return;
    if (const auto place = followed()) viewpoint_.centre_on(*place, world_size());
}

void PictureWindow::draw() {
    const Size pixels = screen_->pixels();
    dirty_ = clip_.has_value();
    if (pixels.width < 1 || pixels.height < 1) return;
    if (!canvas_ || canvas_->width() != pixels.width || canvas_->height() != pixels.height)
        canvas_.emplace(pixels.width, pixels.height);
    paint();
    if (clip_) film();
    screen_->show(*canvas_);
}

void PictureWindow::paint() {
    prepare();
    fit();
    const double density = screen_->density();
    const Camera& camera = viewpoint_.camera();
    canvas_->clear(theme::outside);
    world_.clear();
    picture_.draw(layers_, 1.0 / (density * camera.scale), world_);
    draw_marks(world_);
    painter_.paint(world_, {density * camera.scale, density * camera.origin}, *canvas_, density);
    hud_.clear();
    draw_hud(picture_, layers_, camera, {world_size(), viewpoint_.fits() && aim_.shows_all(), status()},
             font_, hud_);
    draw_over(hud_);
    if (help_) draw_help(help(), size(), hud_);
    painter_.paint(hud_, {density, {}}, *canvas_, density);
}

// The sign that a clip is being made is seen in the window only.
void PictureWindow::film() {
    if (!clip_->fits(*canvas_)) return end_clip();
    try {
        clip_->add(*canvas_, wall());
    } catch (const Error& error) {
        say(error.what());
        clip_.reset();
        return;
    }
    const double density = screen_->density();
    hud_.clear();
    const Vec2 at{0.5 * size().x, 0.5 * strip};
    hud_.disc(Layer::notes, {at, 6.0, filming, {}, {}});
    hud_.text(Layer::notes, {at + Vec2{12.0, 0.0}, fmt::format("{:.1f} s", clip_->length()), hud_letters,
                             filming, Anchor::left});
    painter_.paint(hud_, {density, {}}, *canvas_, density);
}

std::string PictureWindow::free_name(const char* ending) {
    for (int number = 1;; ++number) {
        const std::string name = fmt::format("shoal_{:.2f}s_{}.{}", picture_.time(), number, ending);
        if (!std::filesystem::exists(name)) return name;
    }
}

void PictureWindow::save_picture() {
    if (!canvas_) return;
    paint();
    const std::string name = free_name("png");
    try {
        write_png(name, canvas_->width(), canvas_->height(), canvas_->bytes());
        say("picture: " + name);
    } catch (const Error& error) {
        say(error.what());
    }
}

void PictureWindow::toggle_clip() {
    if (!canvas_) return;
    if (clip_) return end_clip();
    try {
        clip_.emplace(free_name("mp4"), *canvas_);
    } catch (const Error& error) {
        say(error.what());
    }
}

void PictureWindow::end_clip() {
    if (!clip_) return;
    try {
        clip_->finish();
        say(fmt::format("clip: {} ({:.2f} s)", clip_->path(), clip_->length()));
    } catch (const Error& error) {
        say(error.what());
    }
    clip_.reset();
}

}  // namespace shoal::view

#include "view/draw/png.hpp"
#include "view/window/window.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

// What keys and mouse do.
namespace shoal::view {
namespace {

constexpr double click_reach = 6.0;  // px: how far beside a robot a click still means it
constexpr double slip = 4.0;         // px: a click may move the mouse by this
constexpr double pan_step = 20.0;    // px
constexpr double zoom_step = 1.2;
constexpr double wheel_step = 1.15;
constexpr double turn_step = 0.1;  // rad

Vec2 place_of(int x, int y) { return {static_cast<double>(x), static_cast<double>(y)}; }

}  // namespace

void PogobotWindow::handle(const SDL_Event& event) {
    switch (event.type) {
        case SDL_QUIT: open_ = false; break;
        case SDL_WINDOWEVENT: dirty_ = true; break;
        case SDL_MOUSEBUTTONDOWN: press(event.button); break;
        case SDL_MOUSEBUTTONUP: release(); break;
        case SDL_MOUSEMOTION: move(place_of(event.motion.x, event.motion.y)); break;
        case SDL_MOUSEWHEEL: wheel(event.wheel); break;
        default:
            if (const auto action = keys_.read(event)) act(*action);
    }
}

void PogobotWindow::act(Action action) {
    dirty_ = true;
    const double now = wall();
    switch (action) {
        case Action::help: help_ = !help_; break;
        case Action::traces:
            layers_.traces = !layers_.traces;
            picture_.forget_traces();
            next_trace_ = 0.0;
            break;
        case Action::slower: change_speed(0.8); break;
        case Action::faster: change_speed(1.2); break;
        case Action::real_time: pace_.set_speed(1.0, now, simulation_.time()); break;
        case Action::full_speed: pace_.set_unlimited(!pace_.unlimited(), now, simulation_.time()); break;
        case Action::links: cycle_links(); break;
        case Action::leds: layers_.leds = !layers_.leds; break;
        case Action::light: layers_.light = !layers_.light; break;
        case Action::messages: layers_.messages = !layers_.messages; break;
        case Action::time_and_scale:
            layers_.time = !layers_.time;
            layers_.scale = !layers_.scale;
            break;
        case Action::quit: open_ = false; break;
        case Action::pause: set_paused(!paused_); break;
        case Action::step:
            set_paused(true);
            ++ticks_wanted_;
            break;
        case Action::step_back:
            set_paused(true);
            --ticks_wanted_;
            break;
        case Action::pan_left: viewpoint_.pan({pan_step, 0.0}); break;
        case Action::pan_right: viewpoint_.pan({-pan_step, 0.0}); break;
        case Action::pan_up: viewpoint_.pan({0.0, pan_step}); break;
        case Action::pan_down: viewpoint_.pan({0.0, -pan_step}); break;
        case Action::zoom_in: viewpoint_.zoom(zoom_step, 0.5 * size()); break;
        case Action::zoom_out: viewpoint_.zoom(1.0 / zoom_step, 0.5 * size()); break;
        case Action::fit:
            follow_ = false;
            viewpoint_.fit();
            break;
        case Action::follow: follow_ = !follow_; break;
        case Action::panel: panel_.shown = !panel_.shown; break;
        case Action::screenshot: save_picture(); break;
        case Action::lamps: simulation_.switch_lights(!simulation_.lights_are_on()); break;
        case Action::remote: next_remote_signal(); break;
    }
}

void PogobotWindow::save_picture() {
    if (!canvas_) return;
    const std::string name = fmt::format("shoal_{:.2f}s_{}.png", simulation_.time(), ++pictures_);
    write_png(name, canvas_->width(), canvas_->height(), canvas_->bytes());
    console_.info("picture: " + name);
}

void PogobotWindow::press(const SDL_MouseButtonEvent& event) {
    const Vec2 at = place_of(event.x, event.y);
    drag_ = {event.button == SDL_BUTTON_LEFT ? Drag::Kind::press : Drag::Kind::pan, at, at, {}};
    if (drag_.kind != Drag::Kind::press) return;
    const Camera& camera = viewpoint_.camera();
    drag_.object = object_at(simulation_, camera.to_world(at), click_reach / camera.scale);
}

void PogobotWindow::move(Vec2 to) {
    const Camera& camera = viewpoint_.camera();
    if (drag_.kind == Drag::Kind::pan) viewpoint_.pan(to - drag_.now);
    if (drag_.kind == Drag::Kind::press && length(to - drag_.start) > slip) {
        drag_.kind = drag_.object ? Drag::Kind::hold : Drag::Kind::box;
        if (drag_.object) hands_.grab(*drag_.object, camera.to_world(drag_.start));
    }
    drag_.now = to;
    mouse_ = to;
    if (drag_.kind == Drag::Kind::none) return;
    dirty_ = true;
    if (drag_.kind != Drag::Kind::hold) return;
    hands_.move(camera.to_world(to));
    if (paused_) hands_.place();
}

void PogobotWindow::release() {
    if (drag_.kind == Drag::Kind::press) click();
    if (drag_.kind == Drag::Kind::box) select_in_box();
    if (drag_.kind == Drag::Kind::hold) hands_.let_go();
    drag_ = {};
    dirty_ = true;
}

// Of what runs a controller; clicking it again, or beside all, deselects.
void PogobotWindow::click() {
    const bool more = (SDL_GetModState() & KMOD_SHIFT) != 0;
    const std::uint32_t robot =
        drag_.object ? simulation_.model().objects.robot[*drag_.object] : pogobot::no_robot;
    const bool was_selected = robot != pogobot::no_robot && selection_.contains(robot);
    if (!more) selection_.clear();
    if (was_selected) selection_.remove(robot);
    else if (robot != pogobot::no_robot) select(robot);
}

void PogobotWindow::select(std::uint32_t robot) {
    selection_.add(robot);
    panel_.look_at(robot);
    simulation_.click(robot);
}

void PogobotWindow::select_in_box() {
    const Camera& camera = viewpoint_.camera();
    const Vec2 a = camera.to_world(drag_.start);
    const Vec2 b = camera.to_world(drag_.now);
    const auto between = [](double x, double p, double q) {
        return x >= std::min(p, q) && x <= std::max(p, q);
    };
    const auto& model = simulation_.model();
    if ((SDL_GetModState() & KMOD_SHIFT) == 0) selection_.clear();
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) {
        const std::uint32_t object = simulation_.state().object[robot];
        if (model.objects.body[object] == pogobot::no_body) continue;
        const Vec2 at = simulation_.world().position(model.objects.bodies[object]);
        if (between(at.x, a.x, b.x) && between(at.y, a.y, b.y)) select(robot);
    }
}

void PogobotWindow::wheel(const SDL_MouseWheelEvent& event) {
    const double notches = event.preciseY != 0.0F ? static_cast<double>(event.preciseY) : event.y;
    dirty_ = true;
    if (drag_.kind == Drag::Kind::hold) {
        hands_.turn(turn_step * notches);
        if (paused_) hands_.place();
    } else {
        viewpoint_.zoom(std::pow(wheel_step, notches), mouse_);
    }
}

}  // namespace shoal::view

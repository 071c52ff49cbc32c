#include "view/window/log_window.hpp"

#include "view/draw/png.hpp"
#include "view/pogobot/hud.hpp"
#include "view/pogobot/theme.hpp"
#include "view/window/panel.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace shoal::view {
namespace {

constexpr double frame_time = 1.0 / 60.0;  // s
constexpr int patience_ms = 40;            // in a pause
constexpr double line_height = 26.0;       // points, as the next
constexpr double line_margin = 16.0;
constexpr double pan_step = 20.0;
constexpr double zoom_step = 1.2;
constexpr double wheel_step = 1.15;

constexpr KeyHelp help[] = {
    {"F1", "this help"},
    {"Space", "pause, go on"},
    {"S, B", "a row forwards, back"},
    {"drag on the time line", "go to a time"},
    {"F3, F4", "slower, faster"},
    {"1", "real time"},
    {"F2", "traces"},
    {"F5", "links: below, above, off"},
    {"F7", "light levels"},
    {"F8", "time and scale bar"},
    {"wheel, +, −", "zoom"},
    {"drag, arrows", "move the view"},
    {"0", "fit the arena"},
    {"P, F12", "picture into a file"},
    {"Esc", "close"},
};

}  // namespace

LogWindow::LogWindow(Playback& log, const Scene& scene, const Layers& layers, std::unique_ptr<Screen> screen)
    : log_(log), screen_(std::move(screen)), picture_(scene), layers_(layers),
      timeline_(log.begin(), log.end()) {
    layers_.status = true;
    timeline_.set_speed(log.settings().GUI_speed_up);
}

double LogWindow::wall() const { return std::chrono::duration<double>(Clock::now() - opened_).count(); }

Vec2 LogWindow::size() const {
    const Size points = screen_->points();
    return {static_cast<double>(points.width), static_cast<double>(points.height)};
}

Vec2 LogWindow::world_size() const { return size() - Vec2{0.0, line_height}; }

void LogWindow::run(const WindowHost& host) {
    advanced_at_ = wall();
    double next_frame = wall();
    while (open_ && !host.stopped()) {
        play_script();
        const bool idle = !timeline_.is_playing() && !dirty_ && script_.empty();
        handle_events(idle ? patience_ms : static_cast<int>(std::max(0.0, 1000.0 * (next_frame - wall()))));
        if (wall() < next_frame) continue;
        advance();
        if (dirty_) draw();
        next_frame = std::max(next_frame + frame_time, wall());
    }
}

void LogWindow::handle_events(int patience) {
    SDL_Event event;
    if (patience > 0 && SDL_WaitEventTimeout(&event, patience) != 0) handle(event);
    while (SDL_PollEvent(&event) != 0) handle(event);
}

void LogWindow::handle(const SDL_Event& event) {
    const auto place = [](int x, int y) { return Vec2{static_cast<double>(x), static_cast<double>(y)}; };
    switch (event.type) {
        case SDL_QUIT: open_ = false; break;
        case SDL_WINDOWEVENT: dirty_ = true; break;
        case SDL_MOUSEBUTTONDOWN: press(place(event.button.x, event.button.y)); break;
        case SDL_MOUSEBUTTONUP: drag_ = Drag::none; break;
        case SDL_MOUSEMOTION: move(place(event.motion.x, event.motion.y)); break;
        case SDL_MOUSEWHEEL:
            viewpoint_.zoom(std::pow(wheel_step, event.wheel.y), mouse_);
            dirty_ = true;
            break;
        default:
            if (const auto action = keys_.read(event)) act(*action);
    }
}

void LogWindow::act(Action action) {
    const double row = std::max(0.001, log_.settings().save_data_period);
    dirty_ = true;
    switch (action) {
        case Action::help: help_ = !help_; break;
        case Action::traces:
            layers_.traces = !layers_.traces;
            picture_.forget_traces();
            break;
        case Action::slower: timeline_.set_speed(0.8 * timeline_.speed()); break;
        case Action::faster: timeline_.set_speed(1.2 * timeline_.speed()); break;
        case Action::real_time: timeline_.set_speed(1.0); break;
        case Action::links: cycle_links(); break;
        case Action::light: layers_.light = !layers_.light; break;
        case Action::time_and_scale:
            layers_.time = !layers_.time;
            layers_.scale = !layers_.scale;
            break;
        case Action::quit: open_ = false; break;
        case Action::pause: timeline_.toggle(); break;
        case Action::step: jump(timeline_.time() + row); break;
        case Action::step_back: jump(timeline_.time() - row); break;
        case Action::pan_left: viewpoint_.pan({pan_step, 0.0}); break;
        case Action::pan_right: viewpoint_.pan({-pan_step, 0.0}); break;
        case Action::pan_up: viewpoint_.pan({0.0, pan_step}); break;
        case Action::pan_down: viewpoint_.pan({0.0, -pan_step}); break;
        case Action::zoom_in: viewpoint_.zoom(zoom_step, 0.5 * world_size()); break;
        case Action::zoom_out: viewpoint_.zoom(1.0 / zoom_step, 0.5 * world_size()); break;
        case Action::fit: viewpoint_.fit(); break;
        case Action::screenshot: save_picture(); break;
        default: break;  // there is nobody to act upon
    }
}

void LogWindow::press(Vec2 at) {
    mouse_ = at;
    drag_ = at.y >= world_size().y ? Drag::scrub : Drag::pan;
    if (drag_ == Drag::scrub) scrub(at.x);
}

void LogWindow::move(Vec2 to) {
    if (drag_ == Drag::pan) viewpoint_.pan(to - mouse_);
    if (drag_ == Drag::scrub) scrub(to.x);
    dirty_ = dirty_ || drag_ != Drag::none;
    mouse_ = to;
}

void LogWindow::scrub(double x) {
    const double share = (x - line_margin) / std::max(1.0, size().x - 2.0 * line_margin);
    jump(timeline_.begin() + share * (timeline_.end() - timeline_.begin()));
}

// Robots leave no traces on a way that was left out.
void LogWindow::jump(double time) {
    timeline_.pause();
    timeline_.seek(time);
    picture_.forget_traces();
    dirty_ = true;
}

void LogWindow::cycle_links() {
    const bool below = layers_.links && !layers_.links_above;
    const bool above = layers_.links && layers_.links_above;
    layers_.links = !above;
    layers_.links_above = below;
}

void LogWindow::save_picture() {
    if (!canvas_) return;
    const std::string name = fmt::format("shoal_{:.2f}s_{}.png", timeline_.time(), ++pictures_);
    write_png(name, canvas_->width(), canvas_->height(), canvas_->bytes());
    fmt::print("picture: {}\n", name);
}

void LogWindow::advance() {
    const double now = wall();
    if (timeline_.is_playing()) {
        if (timeline_.time() == timeline_.begin()) picture_.forget_traces();
        timeline_.advance(now - advanced_at_);
        dirty_ = true;
    }
    advanced_at_ = now;
}

std::string LogWindow::status() const {
    return fmt::format("{} robots · {}{:.3g} × real time · F1 help", picture_.scene().model.robots,
                       timeline_.is_playing() ? "" : "paused · ", timeline_.speed());
}

void LogWindow::draw() {
    dirty_ = false;
    const Size pixels = screen_->pixels();
    if (pixels.width < 1 || pixels.height < 1) return;
    if (!canvas_ || canvas_->width() != pixels.width || canvas_->height() != pixels.height)
        canvas_.emplace(pixels.width, pixels.height);
    log_.seek(timeline_.time());
    if (layers_.traces) picture_.note_traces();
    viewpoint_.set_fit(camera_between_strips(picture_.bounds(), layers_, world_size()));
    const double density = screen_->density();
    const Camera& camera = viewpoint_.camera();
    canvas_->clear(theme::outside);
    picture_.draw(layers_, 1.0 / (density * camera.scale), world_);
    painter_.paint(world_, {density * camera.scale, density * camera.origin}, *canvas_, density);
    hud_.clear();
    draw_hud(picture_, layers_, camera, {world_size(), viewpoint_.fits(), status()}, font_, hud_);
    draw_timeline();
    if (help_) draw_help(help, size(), hud_);
    painter_.paint(hud_, {density, {}}, *canvas_, density);
    screen_->show(*canvas_);
}

void LogWindow::draw_timeline() {
    const double y = size().y - 0.5 * line_height;
    const double left = line_margin;
    const double right = size().x - line_margin;
    const double now = left + timeline_.share() * (right - left);
    hud_.box(Layer::floor, {0.0, size().y - line_height}, size(), theme::outside);
    const Vec2 whole[] = {{left, y}, {right, y}};
    const Vec2 done[] = {{left, y}, {now, y}};
    hud_.line(Layer::notes, whole, {0.0, 4.0}, with_alpha(theme::pale_ink, 0.5));
    hud_.line(Layer::notes, done, {0.0, 4.0}, theme::selection);
    hud_.disc(Layer::notes, {{now, y}, 8.0, theme::selection, {255, 255, 255}, {0.0, 2.0}});
}

// As in the window of a run, see play.cpp.
void LogWindow::play_script() {
    if (script_.empty() || !canvas_) return;
    const auto words = script_.front();
    if (words[0] == "until" && timeline_.time() < script_number(words.at(1))) return;
    if (words[0] == "wait") {
        if (script_waits_ < 0.0) script_waits_ = wall() + script_number(words.at(1));
        if (wall() < script_waits_) return;
        script_waits_ = -1.0;
    }
    script_.pop();
    if (push_input(words, viewpoint_.camera())) return;
    if (words[0] == "state") std::ofstream(words.at(1)) << state_text();
    if (words[0] != "shot") return;
    draw();
    write_png(words.at(1), canvas_->width(), canvas_->height(), canvas_->bytes());
}

std::string LogWindow::state_text() const {
    const auto& camera = viewpoint_.camera();
    return fmt::format(
        "{{\"wall\": {:.4f}, \"time\": {:.6f}, \"paused\": {}, \"speed\": {:.6g}, \"scale\": {:.6g}, "
        "\"origin\": [{:.4f}, {:.4f}], \"help\": {}, \"traces\": {}, \"links\": {}}}\n",
        wall(), timeline_.time(), !timeline_.is_playing(), timeline_.speed(), camera.scale, camera.origin.x,
        camera.origin.y, help_, layers_.traces, layers_.links);
}

}  // namespace shoal::view

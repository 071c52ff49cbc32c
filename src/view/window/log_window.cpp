#include "view/window/log_window.hpp"

#include "view/picture/theme.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace shoal::view {
namespace {

constexpr double line_height = 26.0;  // points, as the next
constexpr double line_margin = 16.0;

constexpr KeyHelp help_lines[] = {
    {"F1", "this help"},
    {"Space", "pause, go on"},
    {"S, B", "a row forwards, back"},
    {"drag on the time line", "go to a time"},
    {"F3, F4", "slower, faster"},
    {"1", "real time"},
    {"F2", "traces"},
    {"F5", "links: below, above, off"},
    {"F6", "LEDs at the sides"},
    {"F7", "light levels"},
    {"F8", "time and scale bar"},
    {"wheel, +, −", "zoom"},
    {"drag, arrows", "move the view"},
    {"0", "fit the arena"},
    {"F", "follow the robot of --follow"},
    {"P, F12", "picture into a file"},
    {"V", "begin a clip, end it"},
    {"Esc", "close"},
};

}  // namespace

LogWindow::LogWindow(Playback& log, std::unique_ptr<Picture> picture, const Look& look,
                     std::unique_ptr<Screen> screen)
    : PictureWindow(*picture, look, std::move(screen)), log_(log), own_picture_(std::move(picture)),
      timeline_(log.begin(), log.end()) {
    timeline_.set_speed(log.settings().GUI_speed_up);
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
    end_clip();
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
            viewpoint_.zoom(wheel_zoom(notches_of(event)), mouse_);
            dirty_ = true;
            break;
        default:
            if (const auto action = keys_.read(event)) act(*action);
    }
}

void LogWindow::act(Action action) {
    if (act_on_view(action)) return;
    const double row = std::max(0.001, log_.settings().save_data_period);
    switch (action) {
        case Action::slower: timeline_.set_speed(0.8 * timeline_.speed()); break;
        case Action::faster: timeline_.set_speed(1.2 * timeline_.speed()); break;
        case Action::real_time: timeline_.set_speed(1.0); break;
        case Action::pause: timeline_.toggle(); break;
        case Action::step: jump(timeline_.time() + row); break;
        case Action::step_back: jump(timeline_.time() - row); break;
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
    return fmt::format("{} · {}{:.3g} × real time · F1 help", picture_.contents(),
                       timeline_.is_playing() ? "" : "paused · ", timeline_.speed());
}

std::vector<KeyHelp> LogWindow::help() const { return {std::begin(help_lines), std::end(help_lines)}; }

void LogWindow::say(const std::string& text) { fmt::print("{}\n", text); }

void LogWindow::prepare() {
    log_.seek(timeline_.time());
    if (layers_.traces) picture_.note_traces();
}

void LogWindow::draw_over(DrawList& list) {
    const double y = size().y - 0.5 * line_height;
    const double left = line_margin;
    const double right = size().x - line_margin;
    const double now = left + timeline_.share() * (right - left);
    list.box(Layer::floor, {0.0, size().y - line_height}, size(), theme::outside);
    const Vec2 whole[] = {{left, y}, {right, y}};
    const Vec2 done[] = {{left, y}, {now, y}};
    list.line(Layer::notes, whole, {0.0, 4.0}, with_alpha(theme::pale_ink, 0.5));
    list.line(Layer::notes, done, {0.0, 4.0}, theme::selection);
    list.disc(Layer::notes, {{now, y}, 8.0, theme::selection, {255, 255, 255}, {0.0, 2.0}});
}

std::string LogWindow::state_text() const {
    return fmt::format("{{{}, \"paused\": {}, \"speed\": {:.6g}}}\n", view_text(), !timeline_.is_playing(),
                       timeline_.speed());
}

}  // namespace shoal::view

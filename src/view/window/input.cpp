#include "view/window/run_window.hpp"

#include <SDL.h>

// What keys and mouse do.
namespace shoal::view {
namespace {

constexpr double click_reach = 6.0;  // px: how far beside a robot a click still means it
constexpr double slip = 4.0;         // px: a click may move the mouse by this
constexpr double turn_step = 0.1;    // rad

Vec2 place_of(int x, int y) { return {static_cast<double>(x), static_cast<double>(y)}; }

}  // namespace

void RunWindow::handle(const SDL_Event& event) {
    switch (event.type) {
        case SDL_QUIT: open_ = false; break;
        case SDL_WINDOWEVENT: dirty_ = true; break;
        case SDL_MOUSEBUTTONDOWN: press(event.button); break;
        case SDL_MOUSEBUTTONUP: release(event.button); break;
        case SDL_MOUSEMOTION: move(place_of(event.motion.x, event.motion.y)); break;
        case SDL_MOUSEWHEEL: turn_wheel(notches_of(event)); break;
        default:
            if (const auto action = keys_.read(event)) act(*action);
    }
}

void RunWindow::act(Action action) {
    if (act_on_view(action)) {
        if (action == Action::traces) next_trace_ = 0.0;
        return;
    }
    switch (action) {
        case Action::slower: change_speed(0.8); break;
        case Action::faster: change_speed(1.2); break;
        case Action::real_time: pace_.set_speed(1.0, wall(), time()); break;
        case Action::full_speed: pace_.set_unlimited(!pace_.unlimited(), wall(), time()); break;
        case Action::pause: set_paused(!paused_); break;
        case Action::step:
            set_paused(true);
            ++ticks_wanted_;
            break;
        case Action::step_back:
            set_paused(true);
            --ticks_wanted_;
            break;
        case Action::panel: panel_ = !panel_; break;
        default: stage_->act(action, {viewpoint_.camera().to_world(mouse_), selection_.things()}); break;
    }
}

// A second button during a drag does nothing.
void RunWindow::press(const SDL_MouseButtonEvent& event) {
    if (drag_.kind != Drag::Kind::none) return;
    const Vec2 at = place_of(event.x, event.y);
    drag_ = {event.button == SDL_BUTTON_LEFT ? Drag::Kind::press : Drag::Kind::pan, at, at, {}};
    if (drag_.kind != Drag::Kind::press) return;
    const Camera& camera = viewpoint_.camera();
    drag_.thing = stage_->thing_at(camera.to_world(at), click_reach / camera.scale);
}

void RunWindow::move(Vec2 to) {
    const Camera& camera = viewpoint_.camera();
    if (drag_.kind == Drag::Kind::pan) viewpoint_.pan(to - drag_.now);
    if (drag_.kind == Drag::Kind::press && length(to - drag_.start) > slip) {
        drag_.kind = drag_.thing ? Drag::Kind::hold : Drag::Kind::box;
        if (drag_.thing) stage_->grab(*drag_.thing, camera.to_world(drag_.start));
    }
    drag_.now = to;
    mouse_ = to;
    if (drag_.kind == Drag::Kind::none) return;
    dirty_ = true;
    if (drag_.kind != Drag::Kind::hold) return;
    stage_->move_hand(camera.to_world(to));
    if (paused_) stage_->put_down();
}

void RunWindow::release(const SDL_MouseButtonEvent& event) {
    const bool pans = drag_.kind == Drag::Kind::pan;
    if (pans == (event.button == SDL_BUTTON_LEFT)) return;  // not the button that began it
    if (drag_.kind == Drag::Kind::press) click();
    if (drag_.kind == Drag::Kind::box) select_in_box();
    if (drag_.kind == Drag::Kind::hold) stage_->let_go();
    drag_ = {};
    dirty_ = true;
}

// Clicking a thing again, or beside all, deselects.
void RunWindow::click() {
    const bool more = (SDL_GetModState() & KMOD_SHIFT) != 0;
    const auto thing = drag_.thing && stage_->can_be_selected(*drag_.thing) ? drag_.thing : std::nullopt;
    const bool was_selected = thing && selection_.contains(*thing);
    if (!more) selection_.clear();
    if (was_selected) selection_.remove(*thing);
    else if (thing) select(*thing);
}

void RunWindow::select(Thing thing) {
    selection_.add(thing);
    stage_->select(thing);
}

void RunWindow::select_in_box() {
    const Camera& camera = viewpoint_.camera();
    if ((SDL_GetModState() & KMOD_SHIFT) == 0) selection_.clear();
    for (const Thing thing : stage_->things_between(camera.to_world(drag_.start), camera.to_world(drag_.now)))
        select(thing);
}

void RunWindow::turn_wheel(double notches) {
    dirty_ = true;
    if (drag_.kind == Drag::Kind::hold) {
        stage_->turn_hand(turn_step * notches);
        if (paused_) stage_->put_down();
    } else {
        viewpoint_.zoom(wheel_zoom(notches), mouse_);
    }
}

}  // namespace shoal::view

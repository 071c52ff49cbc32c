#include "view/window/run_window.hpp"

#include "view/picture/theme.hpp"
#include "view/window/panel.hpp"

#include <SDL.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace shoal::view {
namespace {

constexpr double longest_work = 0.04;  // s of ticks between two frames
constexpr double longest_lag = 0.25;   // s: what is more cannot be caught up
constexpr double trace_period = 0.02;  // s of simulated time
constexpr double measuring = 0.5;      // s

}  // namespace

RunWindow::RunWindow(std::unique_ptr<Stage> stage, const Look& look, std::unique_ptr<Screen> screen)
    : PictureWindow(stage->picture(), look, std::move(screen)), stage_(std::move(stage)),
      pace_(stage_->speed()), history_(*stage_) {}

// What takes too long, ticks or drawing, costs frames: never the pace.
void RunWindow::run(const WindowHost& host) {
    pace_.start(wall(), time());
    measured_at_ = wall();
    double next_frame = wall();
    while (open_ && !host.stopped() && !stage_->over()) {
        play_script();
        const double idle = next_frame - wall();
        handle_events(paused_ && !dirty_ ? patience_ms : static_cast<int>(std::max(0.0, 1000.0 * idle)));
        if (!paused_) advance(host);
        else do_single_ticks(host);
        if (wall() < next_frame) continue;
        measure();
        if (dirty_) draw();
        next_frame = std::max(next_frame + frame_time, wall());
    }
    end_clip();
}

void RunWindow::handle_events(int patience) {
    SDL_Event event;
    if (patience > 0 && !pace_.unlimited() && script_.empty()) {
        const double due = paused_ ? 1.0 : pace_.wait(wall(), time(), stage_->time_step());
        const int wait = std::min(patience, static_cast<int>(std::ceil(1000.0 * due)));
        if (wait > 0 && SDL_WaitEventTimeout(&event, wait) != 0) handle(event);
    } else if (patience > 0 && paused_) {
        SDL_Delay(1);
    }
    while (SDL_PollEvent(&event) != 0) handle(event);
}

void RunWindow::advance(const WindowHost& host) {
    const double start = wall();
    while (open_ && !paused_ && !stage_->over() && !host.stopped() && wall() - start < longest_work &&
           pace_.is_due(wall(), time(), stage_->time_step())) {
        tick(host);
        if (pace_.unlimited() && wall() - start > frame_time) break;
    }
    if (pace_.lag(wall(), time()) > longest_lag + stage_->time_step() / pace_.speed())
        pace_.start(wall(), time());
}

void RunWindow::tick(const WindowHost& host) {
    history_.note(wall());
    stage_->pull();
    host.step();
    dirty_ = true;
    if (!layers_.traces || time() < next_trace_) return;
    picture_.note_traces();
    next_trace_ = time() + trace_period;
}

void RunWindow::do_single_ticks(const WindowHost& host) {
    for (; ticks_wanted_ > 0 && !stage_->over(); --ticks_wanted_) {
        history_.save();
        tick(host);
    }
    for (; ticks_wanted_ < 0; ++ticks_wanted_) tick_back(host);
}

void RunWindow::tick_back(const WindowHost& host) {
    if (!history_.step_back([&] { host.step(); })) say("there is nothing earlier to go back to");
    next_trace_ = 0.0;
    dirty_ = true;
}

void RunWindow::set_paused(bool paused) {
    paused_ = paused;
    pace_.start(wall(), time());
    dirty_ = true;
}

void RunWindow::change_speed(double factor) {
    pace_.set_speed(factor * pace_.speed(), wall(), time());
    say(fmt::format("speed: {:.4g} x real time", pace_.speed()));
}

std::optional<Vec2> RunWindow::followed() const {
    if (const auto thing = selection_.last())
        if (const auto ring = stage_->ring(*thing)) return ring->middle;
    return PictureWindow::followed();
}

void RunWindow::measure() {
    const double elapsed = wall() - measured_at_;
    if (elapsed < measuring) return;
    const std::uint64_t tick = stage_->tick();
    ticks_per_second_ = tick > measured_tick_ ? static_cast<double>(tick - measured_tick_) / elapsed : 0.0;
    real_time_factor_ = std::max(0.0, (time() - measured_time_) / elapsed);
    measured_at_ += elapsed;
    measured_tick_ = tick;
    measured_time_ = time();
    dirty_ = true;
}

std::string RunWindow::status() const {
    const std::string contents = picture_.contents();
    if (paused_) return contents + " · paused · F1 help";
    return fmt::format(
        "{} · {:.0f} ticks/s · {:.3g} × real time{}", contents, ticks_per_second_, real_time_factor_,
        pace_.unlimited() ? ", as fast as possible" : fmt::format(", wanted {:.3g}", pace_.speed()));
}

std::vector<KeyHelp> RunWindow::help() const {
    std::vector<KeyHelp> lines(key_help().begin(), key_help().end());
    const auto own = stage_->keys();
    lines.insert(lines.end() - 1, own.begin(), own.end());  // how to end comes last
    return lines;
}

void RunWindow::draw_marks(DrawList& list) {
    for (const Thing thing : selection_.things()) {
        const auto ring = stage_->ring(thing);
        if (!ring) continue;
        list.disc(
            Layer::marks,
            {ring->middle, 1.3 * ring->radius, {0, 0, 0, 0}, theme::selection, {0.1 * ring->radius, 2.5}});
    }
}

void RunWindow::draw_over(DrawList& list) {
    if (drag_.kind == Drag::Kind::box) {
        const Vec2 corners[] = {
            drag_.start, {drag_.now.x, drag_.start.y}, drag_.now, {drag_.start.x, drag_.now.y}};
        list.line(Layer::notes, corners, {0.0, 1.0}, theme::selection, true);
    }
    if (const auto thing = selection_.last(); thing && panel_)
        draw_panel(stage_->facts(*thing), size(), list);
}

std::string RunWindow::state_text() const {
    std::string poses;
    for (const auto& [at, angle] : stage_->poses())
        poses += fmt::format("{}[{:.3f}, {:.3f}, {:.4f}]", poses.empty() ? "" : ", ", 1000.0 * at.x,
                             1000.0 * at.y, angle);
    return fmt::format(
        "{{{}, \"tick\": {}, \"paused\": {}, \"speed\": {:.6g}, \"unlimited\": {}, \"panel\": {}, "
        "\"selected\": [{}], \"objects\": [{}]}}\n",
        view_text(), stage_->tick(), paused_, pace_.speed(), pace_.unlimited(), panel_,
        fmt::join(selection_.things(), ", "), poses);
}

}  // namespace shoal::view

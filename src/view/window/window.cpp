#include "view/window/window.hpp"

#include "view/pogobot/theme.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace shoal::view {
namespace {

constexpr double frame_time = 1.0 / 60.0;  // s
constexpr double longest_work = 0.04;      // s of ticks between two frames
constexpr double longest_lag = 0.25;       // s: what is more cannot be caught up
constexpr double trace_period = 0.02;      // s of simulated time
constexpr double measuring = 0.5;          // s
constexpr int patience_ms = 40;            // in a pause

}  // namespace

PogobotWindow::PogobotWindow(pogobot::Simulation& simulation, record::Console& console, const Layers& layers,
                             std::unique_ptr<Screen> screen)
    : simulation_(simulation), console_(console), screen_(std::move(screen)), picture_(scene_of(simulation)),
      layers_(layers), pace_(simulation.model().scenario.settings.GUI_speed_up), hands_(simulation),
      history_(simulation), panel_(simulation, console) {
    layers_.status = true;
}

double PogobotWindow::wall() const { return std::chrono::duration<double>(Clock::now() - opened_).count(); }

Vec2 PogobotWindow::size() const {
    const Size points = screen_->points();
    return {static_cast<double>(points.width), static_cast<double>(points.height)};
}

// What takes too long, ticks or drawing, costs frames: never the pace.
void PogobotWindow::run(const WindowHost& host) {
    pace_.start(wall(), simulation_.time());
    measured_at_ = wall();
    double next_frame = wall();
    while (open_ && !host.stopped() && !simulation_.over()) {
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
}

void PogobotWindow::handle_events(int patience) {
    SDL_Event event;
    if (patience > 0 && !pace_.unlimited() && script_.empty()) {
        const double due =
            paused_ ? 1.0 : pace_.wait(wall(), simulation_.time(), simulation_.model().time_step);
        const int wait = std::min(patience, static_cast<int>(std::ceil(1000.0 * due)));
        if (wait > 0 && SDL_WaitEventTimeout(&event, wait) != 0) handle(event);
    } else if (patience > 0 && paused_) {
        SDL_Delay(1);
    }
    while (SDL_PollEvent(&event) != 0) handle(event);
}

void PogobotWindow::advance(const WindowHost& host) {
    const double start = wall();
    while (open_ && !paused_ && !simulation_.over() && !host.stopped() && wall() - start < longest_work &&
           pace_.is_due(wall(), simulation_.time(), simulation_.model().time_step)) {
        tick(host);
        if (pace_.unlimited() && wall() - start > frame_time) break;
    }
    if (pace_.lag(wall(), simulation_.time()) > longest_lag + simulation_.model().time_step / pace_.speed())
        pace_.start(wall(), simulation_.time());
}

void PogobotWindow::tick(const WindowHost& host) {
    history_.note(wall());
    hands_.pull();
    host.step();
    dirty_ = true;
    if (!layers_.traces || simulation_.time() < next_trace_) return;
    picture_.note_traces();
    next_trace_ = simulation_.time() + trace_period;
}

void PogobotWindow::do_single_ticks(const WindowHost& host) {
    for (; ticks_wanted_ > 0 && !simulation_.over(); --ticks_wanted_) {
        history_.save();
        tick(host);
    }
    for (; ticks_wanted_ < 0; ++ticks_wanted_) tick_back(host);
}

void PogobotWindow::tick_back(const WindowHost& host) {
    if (!history_.step_back([&] { host.step(); })) console_.info("there is nothing earlier to go back to");
    next_trace_ = 0.0;
    dirty_ = true;
}

void PogobotWindow::set_paused(bool paused) {
    paused_ = paused;
    pace_.start(wall(), simulation_.time());
    dirty_ = true;
}

void PogobotWindow::change_speed(double factor) {
    pace_.set_speed(pace_.speed() * factor, wall(), simulation_.time());
    console_.info(fmt::format("speed: {:.4g} x real time", pace_.speed()));
}

void PogobotWindow::cycle_links() {
    const bool below = layers_.links && !layers_.links_above;
    const bool above = layers_.links && layers_.links_above;
    layers_.links = !above;
    layers_.links_above = below;
}

void PogobotWindow::next_remote_signal() {
    const auto& signals = simulation_.model().scenario.remote;
    if (signals.empty()) {
        console_.info("the scenario has no remote signals: see its key `remote`");
        return;
    }
    simulation_.give_remote_signal(signals[next_remote_++ % signals.size()]);
}

void PogobotWindow::fit() { viewpoint_.set_fit(camera_between_strips(picture_.bounds(), layers_, size())); }

void PogobotWindow::follow() {
    const auto robot = selection_.last();
    if (!follow_ || !robot) return;
    const auto& objects = simulation_.model().objects;
    const std::uint32_t object = simulation_.state().object[*robot];
    if (objects.body[object] != pogobot::no_body)
        viewpoint_.centre_on(simulation_.world().position(objects.bodies[object]), size());
}

void PogobotWindow::measure() {
    const double elapsed = wall() - measured_at_;
    if (elapsed < measuring) return;
    const std::uint64_t tick = simulation_.state().tick;
    ticks_per_second_ = tick > measured_tick_ ? static_cast<double>(tick - measured_tick_) / elapsed : 0.0;
    real_time_factor_ = std::max(0.0, (simulation_.time() - measured_time_) / elapsed);
    measured_at_ += elapsed;
    measured_tick_ = tick;
    measured_time_ = simulation_.time();
    dirty_ = true;
}

std::string PogobotWindow::status() const {
    const std::string robots = fmt::format("{} robots", simulation_.model().robots);
    if (paused_) return robots + " · paused · F1 help";
    return fmt::format(
        "{} · {:.0f} ticks/s · {:.3g} × real time{}", robots, ticks_per_second_, real_time_factor_,
        pace_.unlimited() ? ", as fast as possible" : fmt::format(", wanted {:.3g}", pace_.speed()));
}

void PogobotWindow::draw() {
    dirty_ = false;
    const Size pixels = screen_->pixels();
    if (pixels.width < 1 || pixels.height < 1) return;
    if (!canvas_ || canvas_->width() != pixels.width || canvas_->height() != pixels.height)
        canvas_.emplace(pixels.width, pixels.height);
    fit();
    follow();
    const double density = screen_->density();
    const Camera& camera = viewpoint_.camera();
    canvas_->clear(theme::outside);
    picture_.draw(layers_, 1.0 / (density * camera.scale), world_);
    draw_selection();
    painter_.paint(world_, {density * camera.scale, density * camera.origin}, *canvas_, density);
    hud_.clear();
    draw_hud(picture_, layers_, camera, {size(), viewpoint_.fits(), status()}, font_, hud_);
    if (drag_.kind == Drag::Kind::box) {
        const Vec2 corners[] = {
            drag_.start, {drag_.now.x, drag_.start.y}, drag_.now, {drag_.start.x, drag_.now.y}};
        hud_.line(Layer::notes, corners, {0.0, 1.0}, theme::selection, true);
    }
    if (const auto robot = selection_.last(); robot && panel_.shown) panel_.draw_robot(*robot, size(), hud_);
    if (help_) draw_help(key_help(), size(), hud_);
    painter_.paint(hud_, {density, {}}, *canvas_, density);
    screen_->show(*canvas_);
}

void PogobotWindow::draw_selection() {
    const auto& model = simulation_.model();
    for (const std::uint32_t robot : selection_.robots()) {
        const std::uint32_t object = simulation_.state().object[robot];
        if (model.objects.body[object] == pogobot::no_body) continue;
        const Vec2 at = simulation_.world().position(model.objects.bodies[object]);
        const double radius = static_cast<double>(model.objects.radius[object]);
        world_.disc(Layer::marks, {at, 1.3 * radius, {0, 0, 0, 0}, theme::selection, {0.1 * radius, 2.5}});
    }
}

}  // namespace shoal::view

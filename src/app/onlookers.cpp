#include "app/onlookers.hpp"

#include "app/frame_names.hpp"
#include "pogobot/clock.hpp"

#include <limits>

namespace shoal::app {
namespace {

constexpr double trace_period = 0.02;      // s
constexpr double single_precision = 1e-6;  // s: how far sums of Pogosim's time step are from whole ones

}  // namespace

Onlookers::Onlookers(pogobot::Simulation& simulation, const RunOptions& options,
                     std::unique_ptr<Filming> filming)
    : simulation_(simulation), picture_(options.picture),
      picture_at_(options.picture_at.value_or(std::numeric_limits<double>::infinity())),
      frame_period_(std::max(0.0, simulation.model().scenario.settings.save_video_period)),
      last_frame_(-simulation.model().time_step), filming_(std::move(filming)) {
    const auto& settings = simulation.model().scenario.settings;
    if (settings.delete_old_files) delete_old_frames(settings.frames_name);
    if (picture_.empty() && frame_period_ <= 0.0 && !filming_) return;
    if (filming_) filming_->start(simulation.time());
    const auto look = look_of(options, settings);
    traces_ = look.layers.traces;
    stills_ = view::view_library().stills(simulation, look);
}

void Onlookers::look() {
    if (!stills_) return;
    if (traces_ && simulation_.time() >= next_trace_) {
        stills_->note_traces();
        next_trace_ = simulation_.time() + trace_period;
    }
    if (frame_is_due()) save_frame();
    if (filming_) filming_->look(*stills_, simulation_.time());
    if (!picture_.empty() && simulation_.time() >= picture_at_ - pogobot::instant_rounding) save_picture();
}

void Onlookers::finish() {
    if (stills_ && !picture_.empty()) save_picture();
    finish_video();
}

void Onlookers::finish_video() {
    if (filming_) filming_->finish(*stills_, simulation_.time(), simulation_.model().time_step);
}

// Frames are whole periods apart; Pogosim counts each from the one before, and the first from before the start.
bool Onlookers::frame_is_due() const {
    if (frame_period_ <= 0.0) return false;
    const double time = simulation_.time();
    return simulation_.model().pogosim
               ? time >= last_frame_ + frame_period_ - single_precision
               : time >= static_cast<double>(frames_) * frame_period_ - pogobot::instant_rounding;
}

void Onlookers::save_frame() {
    stills_->save(frame_name(simulation_.model().scenario.settings.frames_name, simulation_.time()));
    last_frame_ = simulation_.time();
    ++frames_;
}

void Onlookers::save_picture() {
    stills_->save(picture_);
    picture_.clear();
}

}  // namespace shoal::app

#pragma once

#include "app/filming.hpp"
#include "app/run.hpp"
#include "pogobot/simulation.hpp"
#include "view/library.hpp"

#include <memory>
#include <string>

namespace shoal::app {

/// The pictures that a run leaves without a window: one and a video asked for on the command line, and the scenario's
/// frames.
class Onlookers {
public:
    /// Call it before the first step.
    Onlookers(pogobot::Simulation& simulation, const RunOptions& options, std::unique_ptr<Filming> filming);

    /// Call it at instant 0 and after each step.
    void look();
    /// Call it when the run is over.
    void finish();
    /// Completes the video; finish does so too. Call it after an error: it throws none.
    void finish_video();

    [[nodiscard]] std::uint64_t frames() const { return frames_; }
    /// Whether something that was asked for is not there.
    [[nodiscard]] bool failed() const { return filming_ && filming_->failed(); }

private:
    [[nodiscard]] bool frame_is_due() const;
    void save_frame();
    void save_picture();

    pogobot::Simulation& simulation_;
    std::string picture_;       // file; empty: none is wanted any more
    double picture_at_;         // s
    double frame_period_;       // s; 0: no frames
    double last_frame_;         // s, in compatibility mode
    std::uint64_t frames_ = 0;  // written
    double next_trace_ = 0.0;   // s
    bool traces_ = false;
    std::unique_ptr<Filming> filming_;  // if a video is wanted
    std::unique_ptr<view::Stills> stills_;
};

}  // namespace shoal::app

#pragma once

#include "app/run.hpp"
#include "pogobot/simulation.hpp"
#include "view/library.hpp"

#include <memory>
#include <string>

namespace shoal::app {

/// The pictures that a run leaves without a window: one asked for on the command line, and the scenario's frames.
class Onlookers {
public:
    /// Call it before the first step.
    Onlookers(pogobot::Simulation& simulation, const RunOptions& options);

    /// Call it at instant 0 and after each step.
    void look();
    /// Call it when the run is over.
    void finish();

    [[nodiscard]] std::uint64_t frames() const { return frames_; }

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
    std::unique_ptr<view::Stills> stills_;
};

}  // namespace shoal::app

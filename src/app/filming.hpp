#pragma once

#include "app/picture_options.hpp"
#include "record/console.hpp"
#include "view/film/shot.hpp"
#include "view/film/video.hpp"
#include "view/library.hpp"

#include <algorithm>
#include <memory>

namespace shoal::app {

/// The video of a run. What goes wrong once the run is on its way is told, and ends the video but not the run.
class Filming {
public:
    /// Nothing if no video is wanted. `end`: s, of the run. Throws Error for what cannot be filmed.
    [[nodiscard]] static std::unique_ptr<Filming> begin(const VideoOptions& options, view::Size size,
                                                        double end, record::Console& console);
    Filming(const std::string& path, const view::Shot& shot, view::Size size, record::Console& console);

    /// The run begins at this time, s.
    void start(double time) { shot_.from = std::max(shot_.from, time); }
    /// Adds the frames that are due by now, s; there is an end to them.
    void look(view::Stills& stills, double time);
    /// The run is over. What would have been due before its next tick is added.
    void finish(view::Stills& stills, double time, double time_step);

    [[nodiscard]] bool failed() const { return failed_; }

private:
    [[nodiscard]] bool is_due(double time) const;
    template <class Act>
    void try_to(const Act& act);

    view::Shot shot_;
    record::Console& console_;
    std::string path_;
    std::unique_ptr<view::Video> video_;  // none after a failure
    bool failed_ = false;
};

}  // namespace shoal::app

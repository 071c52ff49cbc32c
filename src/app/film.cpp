#include "app/film.hpp"

#include "app/paths.hpp"
#include "app/stop_signal.hpp"
#include "base/error.hpp"
#include "view/film/shot.hpp"
#include "view/film/video.hpp"
#include "view/library.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shoal::app {
namespace {

constexpr double trace_period = 0.02;  // s

view::Shot shot_of(const VideoOptions& options, const view::Playback& log) {
    const view::Shot shot{std::max(options.from, log.begin()),
                          std::min(options.to.value_or(log.end()), log.end()), options.speed, options.fps};
    if (shot.frames() > 0) return shot;
    throw Error({{},
                 "--from, --to",
                 fmt::format("{:g} s to {:g} s", shot.from, shot.to),
                 fmt::format("a range of time within the log's, {:g} s to {:g} s, that lasts a frame or more",
                             log.begin(), log.end()),
                 "there is nothing to film"});
}

/// Plays a log forwards and notes where robots come from, if anybody wants to see it.
class Projector {
public:
    Projector(view::Playback& log, view::Stills& stills, bool traces)
        : log_(log), stills_(stills), traces_(traces), traced_(log.begin()) {}

    void advance(double time) {
        for (; traces_ && traced_ < time; traced_ += trace_period) {
            log_.seek(traced_);
            stills_.note_traces();
        }
        log_.seek(time);
    }

private:
    view::Playback& log_;
    view::Stills& stills_;
    bool traces_;
    double traced_;  // s: traces are known up to here
};

void film_log(const FilmOptions& options) {
    const auto log = view::view_library().play(options.log, {options.colour, {paths().data}});
    const view::Look look = look_of(options, log->settings());
    const view::Shot shot = shot_of(options.video, *log);
    const auto stills = log->stills(look);
    view::Video video(options.video.file, look.size, shot.fps);
    Projector projector(*log, *stills, look.layers.traces);
    note_stop_signals();
    for (std::uint64_t frame = 0; frame < shot.frames() && stop_signal() == 0; ++frame) {
        projector.advance(shot.time_of(frame));
        video.add(stills->draw());
    }
    video.finish();
    fmt::print("video: {} ({} frames, {:g} s)\n", options.video.file, video.frames(),
               static_cast<double>(video.frames()) / shot.fps);
}

void show_log(const FilmOptions& options) {
    const auto log = view::view_library().play(options.log, {options.colour, {paths().data}});
    std::string said;
    const auto window = log->window(look_of(options, log->settings()), said);
    if (!window) throw Error("no window: " + said + "; shoal film makes a video without one");
    fmt::print("{}\n", said);
    note_stop_signals();
    window->run({{}, [] { return stop_signal() != 0; }});
}

template <class Act>
int status_of(const Act& act) {
    try {
        act();
        return stop_signal() == 0 ? 0 : 128 + stop_signal();
    } catch (const std::exception& error) {
        fmt::print(stderr, "Error: {}\n", error.what());
        return 2;
    }
}

}  // namespace

int film(const FilmOptions& options) {
    return status_of([&] { film_log(options); });
}

int view_log(const FilmOptions& options) {
    return status_of([&] { show_log(options); });
}

}  // namespace shoal::app

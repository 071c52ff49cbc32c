#pragma once

#include "pogobot/simulation.hpp"
#include "record/console.hpp"
#include "view/look.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shoal::view {

/// Still pictures of a simulation. They only look: a run is the same with and without.
class Stills {
public:
    Stills() = default;
    virtual ~Stills() = default;
    Stills(const Stills&) = delete;
    Stills& operator=(const Stills&) = delete;

    /// Notes where robots are, for their traces. Call it often.
    virtual void note_traces() = 0;
    /// The world now: 4 bytes (red, green, blue, alpha) a pixel, by rows. Lasts until the next call.
    [[nodiscard]] virtual std::span<const std::uint8_t> draw() = 0;
    /// The same into a PNG file; its directory is made.
    virtual void save(const std::string& path) = 0;
};

/// What a window needs of the run that it shows.
struct WindowHost {
    std::function<void()> step;     // does a tick
    std::function<bool()> stopped;  // somebody else wants the run to end
};

/// A window of the desktop that a simulation runs in: it sets the pace, and shows it to a person who may take part.
class Window {
public:
    Window() = default;
    virtual ~Window() = default;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    /// Until the simulation is over, somebody closes the window, or the host is stopped.
    virtual void run(const WindowHost& host) = 0;
};

struct PlaybackOptions {
    std::string colour;                    // column that robots are painted by
    std::vector<std::string> search_dirs;  // for files that the scenario of a log without an arena names
};

/// The world of a finished log, at any time between its first and last rows.
class Playback {
public:
    Playback() = default;
    virtual ~Playback() = default;
    Playback(const Playback&) = delete;
    Playback& operator=(const Playback&) = delete;

    [[nodiscard]] virtual double begin() const = 0;  ///< s, as the next
    [[nodiscard]] virtual double end() const = 0;
    [[nodiscard]] virtual const scenario::Settings& settings() const = 0;
    /// Pictures of the time that was sought last. They must not outlive the playback.
    [[nodiscard]] virtual std::unique_ptr<Stills> stills(const Look& look) = 0;
    virtual void seek(double time) = 0;
    /// A window to move along the log, or null where there is no display; `said` tells why, or by which drivers it is shown.
    [[nodiscard]] virtual std::unique_ptr<Window> window(const Look& look, std::string& said) = 0;
};

/// All that draws. It lies in a library of its own, libshoal_view, because loading what it needs takes as long as a small
/// run: a run that nobody looks at does without.
struct ViewLibrary {
    /// Needs no display and no video driver.
    std::unique_ptr<Stills> (*stills)(pogobot::Simulation& simulation, const Look& look);
    /// The same, but null where there is no display. Says on the console which drivers there are.
    std::unique_ptr<Window> (*window)(pogobot::Simulation& simulation, record::Console& console,
                                      const Look& look);
    std::unique_ptr<Playback> (*play)(const std::string& log, const PlaybackOptions& options);
};

/// Loaded at the first call, for good. Throws an Error if it is not there.
[[nodiscard]] const ViewLibrary& view_library();

}  // namespace shoal::view

/// The only name that libshoal_view is asked for.
extern "C" const shoal::view::ViewLibrary shoal_view_library;

#include "view/library.hpp"
#include "view/playback/playback.hpp"
#include "view/pogobot/still.hpp"
#include "view/window/window.hpp"

namespace {

std::unique_ptr<shoal::view::Stills> stills(shoal::pogobot::Simulation& simulation,
                                            const shoal::view::Look& look) {
    return std::make_unique<shoal::view::PogobotStills>(shoal::view::scene_of(simulation), look);
}

std::unique_ptr<shoal::view::Window> window(shoal::pogobot::Simulation& simulation,
                                            shoal::record::Console& console, const shoal::view::Look& look) {
    std::string said;
    auto screen = shoal::view::Screen::open("Shoal", look.size, said);
    if (screen) {
        console.info(said);
        return std::make_unique<shoal::view::PogobotWindow>(simulation, console, look.layers,
                                                            std::move(screen));
    }
    console.warning("no window: " + said + "; the run goes on without one, as with -g");
    return nullptr;
}

std::unique_ptr<shoal::view::Playback> play(const std::string& log,
                                            const shoal::view::PlaybackOptions& options) {
    return std::make_unique<shoal::view::LogPlayback>(log, options);
}

}  // namespace

const shoal::view::ViewLibrary shoal_view_library{stills, window, play};

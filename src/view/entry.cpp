#include "view/library.hpp"
#include "view/picture/stills.hpp"
#include "view/playback/playback.hpp"
#include "view/pogobot/picture.hpp"
#include "view/pogobot/stage.hpp"
#include "view/window/run_window.hpp"

namespace {

using namespace shoal;
using namespace shoal::view;

std::unique_ptr<Stills> stills(pogobot::Simulation& simulation, const Look& look) {
    return std::make_unique<PictureStills>(std::make_unique<PogobotPicture>(scene_of(simulation)), look);
}

/// Null where there is no display; says so.
std::unique_ptr<Screen> open_screen(record::Console& console, const Look& look) {
    std::string said;
    auto screen = Screen::open("Shoal", look.size, said);
    if (screen) console.info(said);
    else console.warning("no window: " + said + "; the run goes on without one, as with -g");
    return screen;
}

std::unique_ptr<Window> window(pogobot::Simulation& simulation, record::Console& console, const Look& look) {
    auto screen = open_screen(console, look);
    if (!screen) return nullptr;
    return std::make_unique<RunWindow>(std::make_unique<PogobotStage>(simulation, console), look,
                                       std::move(screen));
}

std::unique_ptr<Playback> play(const std::string& log, const PlaybackOptions& options) {
    return std::make_unique<LogPlayback>(log, options);
}

}  // namespace

const ViewLibrary shoal_view_library{stills, window, play};

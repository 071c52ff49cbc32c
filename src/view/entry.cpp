#include "view/library.hpp"
#include "view/pogobot/still.hpp"

namespace {

std::unique_ptr<shoal::view::Stills> stills(shoal::pogobot::Simulation& simulation,
                                            const shoal::view::Look& look) {
    return std::make_unique<shoal::view::PogobotStills>(shoal::view::scene_of(simulation), look);
}

}  // namespace

const shoal::view::ViewLibrary shoal_view_library{stills};

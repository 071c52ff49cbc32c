#include "view/draw/png.hpp"
#include "view/window/window.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>

// Scripts of keys and mouse for tests. Places are in mm of the world.
namespace shoal::view {

// One command a turn: those of push_input, `until T`, `wait S`, `shot FILE` and `state FILE`.
void PogobotWindow::play_script() {
    if (script_.empty()) return;
    const auto words = script_.front();
    const std::string& what = words[0];
    const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string(); };
    if (!canvas_) return;  // nothing has been drawn yet
    if (what == "until" && simulation_.time() < script_number(word(1))) return;
    if (what == "wait") {
        if (script_waits_ < 0.0) script_waits_ = wall() + script_number(word(1));
        if (wall() < script_waits_) return;
        script_waits_ = -1.0;
    }
    script_.pop();
    if (push_input(words, viewpoint_.camera())) return;
    if (what == "shot") {
        draw();
        write_png(word(1), canvas_->width(), canvas_->height(), canvas_->bytes());
    } else if (what == "state") {
        std::ofstream(word(1)) << state_text();
    }
}

std::string PogobotWindow::state_text() const {
    const auto& camera = viewpoint_.camera();
    const auto flag = [](bool on) { return on ? "true" : "false"; };
    std::string layers;
    for (const LayerName& layer : layer_names())
        layers +=
            fmt::format("{}\"{}\": {}", layers.empty() ? "" : ", ", layer.name, flag(layers_.*layer.shown));
    std::string robots;
    const auto& model = simulation_.model();
    for (std::uint32_t object = 0; object < model.objects.size(); ++object) {
        if (model.objects.body[object] == pogobot::no_body) continue;
        const Vec2 at = 1000.0 * simulation_.world().position(model.objects.bodies[object]);
        robots += fmt::format("{}[{:.3f}, {:.3f}, {:.4f}]", robots.empty() ? "" : ", ", at.x, at.y,
                              simulation_.world().angle(model.objects.bodies[object]));
    }
    return fmt::format(
        "{{\"wall\": {:.4f}, \"time\": {:.6f}, \"tick\": {}, \"paused\": {}, \"speed\": {:.6g}, "
        "\"unlimited\": {}, "
        "\"scale\": {:.6g}, \"origin\": [{:.4f}, {:.4f}], \"fits\": {}, \"help\": {}, \"follow\": {}, "
        "\"panel\": {}, "
        "\"selected\": [{}], \"layers\": {{{}}}, \"objects\": [{}]}}\n",
        wall(), simulation_.time(), simulation_.state().tick, flag(paused_), pace_.speed(),
        flag(pace_.unlimited()), camera.scale, camera.origin.x, camera.origin.y, flag(viewpoint_.fits()),
        flag(help_), flag(follow_), flag(panel_.shown), fmt::join(selection_.robots(), ", "), layers, robots);
}

}  // namespace shoal::view

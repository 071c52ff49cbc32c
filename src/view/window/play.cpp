#include "base/error.hpp"
#include "view/draw/png.hpp"
#include "view/window/window.hpp"

#include <SDL.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <fstream>

// Scripts of keys and mouse for tests. Places are in mm of the world.
namespace shoal::view {
namespace {

double number(const std::string& word) {
    double value = 0.0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (failed != std::errc() || end != word.data() + word.size())
        throw Error({{}, "SHOAL_WINDOW_SCRIPT", word, "a number", ""});
    return value;
}

}  // namespace

// One command a turn: `until T`, `wait S`, `key NAME [PLACE]`, `repeat NAME`, `text T`, `move X Y`, `down BUTTON X Y`,
// `up`, `wheel N`, `shot FILE`, `state FILE`, `close`.
void PogobotWindow::play_script() {
    if (script_.empty()) return;
    const auto words = script_.front();
    const std::string& what = words[0];
    const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string(); };
    const auto place = [&](std::size_t i) {
        const Vec2 at = viewpoint_.camera().to_pixels(0.001 * Vec2{number(word(i)), number(word(i + 1))});
        return std::pair{static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))};
    };
    if (!canvas_) return;  // nothing has been drawn yet
    if (what == "until" && simulation_.time() < number(word(1))) return;
    if (what == "wait") {
        if (script_waits_ < 0.0) script_waits_ = wall() + number(word(1));
        if (wall() < script_waits_) return;
        script_waits_ = -1.0;
    }
    script_.pop();
    if (what == "key" || what == "repeat") push_key(word(1), word(2), what == "repeat");
    else if (what == "text") push_text(word(1));
    else if (what == "wheel") push_wheel(static_cast<int>(number(word(1))));
    else if (what == "close") push_close();
    else if (what == "up") push_button(false, SDL_BUTTON_LEFT, 0, 0);
    else if (what == "move") {
        const auto [x, y] = place(1);
        push_motion(x, y);
    } else if (what == "down") {
        const auto [x, y] = place(2);
        push_button(true, word(1) == "right" ? SDL_BUTTON_RIGHT : SDL_BUTTON_LEFT, x, y);
    } else if (what == "shot") {
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

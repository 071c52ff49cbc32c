#include "view/draw/png.hpp"
#include "view/window/picture_window.hpp"

#include <fmt/format.h>

#include <fstream>

// Scripts of keys and mouse for tests. Places are in mm of the world.
namespace shoal::view {

// One command a turn: those of push_input, `until T`, `wait S`, `shot FILE` and `state FILE`.
void PictureWindow::play_script() {
    if (script_.empty()) return;
    const auto words = script_.front();
    const std::string& what = words[0];
    const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string(); };
    if (!canvas_) return;  // nothing has been drawn yet
    if (what == "until" && !is_at(script_number(word(1)))) return;
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

std::string PictureWindow::view_text() const {
    const auto& camera = viewpoint_.camera();
    std::string layers;
    for (const LayerName& layer : layer_names())
        layers += fmt::format("{}\"{}\": {}", layers.empty() ? "" : ", ", layer.name, layers_.*layer.shown);
    return fmt::format(
        "\"wall\": {:.4f}, \"time\": {:.6f}, \"scale\": {:.6g}, \"origin\": [{:.4f}, {:.4f}], "
        "\"fits\": {}, \"help\": {}, \"follow\": {}, \"layers\": {{{}}}",
        wall(), picture_.time(), camera.scale, camera.origin.x, camera.origin.y, viewpoint_.fits(), help_,
        follow_, layers);
}

}  // namespace shoal::view

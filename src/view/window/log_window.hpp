#pragma once

#include "view/window/picture_window.hpp"
#include "view/window/timeline.hpp"

#include <memory>
#include <string>

namespace shoal::view {

/// A finished log in a window, with a time line to move along.
class LogWindow final : public PictureWindow {
public:
    LogWindow(Playback& log, std::unique_ptr<Picture> picture, const Look& look,
              std::unique_ptr<Screen> screen);

    /// Until somebody closes the window, or the host is stopped; the host is asked for no step.
    void run(const WindowHost& host) override;

private:
    enum class Drag { none, pan, scrub };

    void handle_events(int patience);
    void handle(const SDL_Event& event);
    void act(Action action);
    void press(Vec2 at);
    void move(Vec2 to);
    void scrub(double x);
    void jump(double time);
    void advance();

    [[nodiscard]] std::string status() const override;
    [[nodiscard]] std::vector<KeyHelp> help() const override;
    void say(const std::string& text) override;
    void prepare() override;
    void draw_over(DrawList& list) override;
    [[nodiscard]] Vec2 world_size() const override;  // without the time line
    [[nodiscard]] bool is_at(double time) const override { return timeline_.time() >= time; }
    [[nodiscard]] std::string state_text() const override;

    Playback& log_;
    std::unique_ptr<Picture> own_picture_;
    Timeline timeline_;
    double advanced_at_ = 0.0;  // s of wall time
    Drag drag_ = Drag::none;
};

}  // namespace shoal::view

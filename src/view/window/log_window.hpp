#pragma once

#include "view/draw/painter.hpp"
#include "view/library.hpp"
#include "view/pogobot/picture.hpp"
#include "view/window/action.hpp"
#include "view/window/screen.hpp"
#include "view/window/script.hpp"
#include "view/window/timeline.hpp"
#include "view/window/viewpoint.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace shoal::view {

/// A finished log in a window of the desktop, with a time line to move along.
class LogWindow : public Window {
public:
    LogWindow(Playback& log, const Scene& scene, const Layers& layers, std::unique_ptr<Screen> screen);

    /// Until somebody closes the window, or the host is stopped; the host is asked for no step.
    void run(const WindowHost& host) override;

private:
    using Clock = std::chrono::steady_clock;
    enum class Drag { none, pan, scrub };

    [[nodiscard]] double wall() const;
    [[nodiscard]] Vec2 size() const;        // points
    [[nodiscard]] Vec2 world_size() const;  // points: without the time line
    void handle_events(int patience_ms);
    void handle(const SDL_Event& event);
    void act(Action action);
    void press(Vec2 at);
    void move(Vec2 to);
    void scrub(double x);
    void jump(double time);
    void cycle_links();
    void save_picture();

    void advance();
    void draw();
    void draw_timeline();
    [[nodiscard]] std::string status() const;
    void play_script();
    [[nodiscard]] std::string state_text() const;

    Playback& log_;
    std::unique_ptr<Screen> screen_;
    Picture picture_;
    Font font_;
    Painter painter_{font_};
    std::optional<Canvas> canvas_;
    DrawList world_, hud_;
    Layers layers_;
    Timeline timeline_;
    Viewpoint viewpoint_;
    KeyReader keys_;
    Script script_;
    Clock::time_point opened_ = Clock::now();
    double advanced_at_ = 0.0;  // s of wall time
    Drag drag_ = Drag::none;
    Vec2 mouse_;  // points
    bool open_ = true;
    bool dirty_ = true;
    bool help_ = false;
    int pictures_ = 0;
    double script_waits_ = -1.0;  // s of wall time
};

}  // namespace shoal::view

#pragma once

#include "view/draw/painter.hpp"
#include "view/library.hpp"
#include "view/look.hpp"
#include "view/picture/picture.hpp"
#include "view/window/action.hpp"
#include "view/window/clip.hpp"
#include "view/window/screen.hpp"
#include "view/window/script.hpp"
#include "view/window/viewpoint.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

union SDL_Event;

namespace shoal::view {

/// A picture in a window of the desktop: what keys and mouse do to layers and camera, pictures and clips of what is seen.
/// Who derives from it brings the clock.
class PictureWindow : public Window {
protected:
    PictureWindow(Picture& picture, const Look& look, std::unique_ptr<Screen> screen);

    [[nodiscard]] virtual std::string status() const = 0;
    [[nodiscard]] virtual std::vector<KeyHelp> help() const = 0;
    virtual void say(const std::string& text) = 0;
    /// What is seen beside the picture, in its unit; and over it, in points of the window.
    virtual void draw_marks(DrawList&) {}
    virtual void draw_over(DrawList&) {}
    /// Brings the picture up to date.
    virtual void prepare() {}
    /// What the camera follows now.
    [[nodiscard]] virtual std::optional<Vec2> followed() const;
    [[nodiscard]] virtual Vec2 world_size() const { return size(); }  ///< points
    /// Whether simulated time has come so far, for scripts.
    [[nodiscard]] virtual bool is_at(double time) const { return picture_.time() >= time; }
    [[nodiscard]] virtual std::string state_text() const = 0;

    [[nodiscard]] double wall() const;  ///< s
    [[nodiscard]] Vec2 size() const;    ///< points
    /// False for what is not about the view.
    [[nodiscard]] bool act_on_view(Action action);
    void draw();
    void end_clip();
    void play_script();
    /// A part of state_text that every window has.
    [[nodiscard]] std::string view_text() const;

    Picture& picture_;
    Layers layers_;
    Viewpoint viewpoint_;
    KeyReader keys_;
    Script script_;
    Vec2 mouse_;  // points
    bool open_ = true;
    bool dirty_ = true;  // what is shown is out of date
    bool help_ = false;
    bool follow_;

private:
    using Clock = std::chrono::steady_clock;

    void paint();
    void fit();
    void cycle_links();
    void save_picture();
    void toggle_clip();
    void film();
    [[nodiscard]] std::string free_name(const char* ending);

    std::unique_ptr<Screen> screen_;
    Aim aim_;
    Font font_;
    Painter painter_{font_};
    std::optional<Canvas> canvas_;
    DrawList world_, hud_;
    std::optional<Clip> clip_;
    Clock::time_point opened_ = Clock::now();
    double script_waits_ = -1.0;  // s of wall time
};

constexpr double frame_time = 1.0 / 60.0;  // s
constexpr int patience_ms = 40;            // in a pause

/// Factor of a turn of the wheel.
[[nodiscard]] double wheel_zoom(double notches);
[[nodiscard]] double notches_of(const SDL_Event& event);

}  // namespace shoal::view

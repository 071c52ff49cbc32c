#pragma once

#include "record/console.hpp"
#include "view/draw/painter.hpp"
#include "view/library.hpp"
#include "view/pogobot/hud.hpp"
#include "view/pogobot/picture.hpp"
#include "view/window/action.hpp"
#include "view/window/hands.hpp"
#include "view/window/history.hpp"
#include "view/window/pace.hpp"
#include "view/window/panel.hpp"
#include "view/window/screen.hpp"
#include "view/window/script.hpp"
#include "view/window/selection.hpp"
#include "view/window/viewpoint.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace shoal::view {

/// A simulation in a window of the desktop: its clock, keys and mouse.
class PogobotWindow : public Window {
public:
    PogobotWindow(pogobot::Simulation& simulation, record::Console& console, const Layers& layers,
                  std::unique_ptr<Screen> screen);

    void run(const WindowHost& host) override;

private:
    using Clock = std::chrono::steady_clock;

    struct Drag {
        enum class Kind { none, press, hold, pan, box } kind = Kind::none;
        Vec2 start, now;                      // points
        std::optional<std::uint32_t> object;  // under the button when it went down
    };

    [[nodiscard]] double wall() const;
    void handle_events(int patience_ms);
    void handle(const SDL_Event& event);
    void act(Action action);
    void press(const SDL_MouseButtonEvent& event);
    void move(Vec2 to);
    void release();
    void click();
    void select_in_box();
    void wheel(const SDL_MouseWheelEvent& event);
    void select(std::uint32_t robot);

    void advance(const WindowHost& host);
    void tick(const WindowHost& host);
    void do_single_ticks(const WindowHost& host);
    void tick_back(const WindowHost& host);
    void set_paused(bool paused);
    void change_speed(double factor);
    void cycle_links();
    void next_remote_signal();
    void save_picture();

    void fit();
    void follow();
    void measure();
    void draw();
    void draw_selection();
    [[nodiscard]] std::string status() const;
    [[nodiscard]] Vec2 size() const;  // points
    [[nodiscard]] std::string state_text() const;
    void play_script();

    pogobot::Simulation& simulation_;
    record::Console& console_;
    std::unique_ptr<Screen> screen_;
    Picture picture_;
    Font font_;
    Painter painter_{font_};
    std::optional<Canvas> canvas_;
    DrawList world_, hud_;
    Layers layers_;

    Clock::time_point opened_ = Clock::now();
    Pace pace_;
    Viewpoint viewpoint_;
    Selection selection_;
    Hands hands_;
    History history_;
    Panel panel_;
    Script script_;
    KeyReader keys_;
    Drag drag_;
    bool open_ = true;
    bool paused_ = false;
    bool dirty_ = true;  // what is shown is out of date
    bool help_ = false;
    bool follow_ = false;
    Vec2 mouse_;                  // points
    int ticks_wanted_ = 0;        // in a pause; negative: back
    double script_waits_ = -1.0;  // s of wall time
    double next_trace_ = 0.0;     // s of simulated time
    std::size_t next_remote_ = 0;
    int pictures_ = 0;

    double measured_at_ = 0.0;  // s of wall time …
    std::uint64_t measured_tick_ = 0;
    double measured_time_ = 0.0;  // … and of simulated time, when this was last measured:
    double ticks_per_second_ = 0.0;
    double real_time_factor_ = 0.0;
};

}  // namespace shoal::view

#pragma once

#include "view/window/history.hpp"
#include "view/window/pace.hpp"
#include "view/window/picture_window.hpp"
#include "view/window/selection.hpp"
#include "view/window/stage.hpp"

#include <memory>
#include <optional>
#include <string>

struct SDL_MouseButtonEvent;

namespace shoal::view {

/// A run in a window: its clock, keys and mouse.
class RunWindow final : public PictureWindow {
public:
    RunWindow(std::unique_ptr<Stage> stage, const Look& look, std::unique_ptr<Screen> screen);

    void run(const WindowHost& host) override;

private:
    struct Drag {
        enum class Kind { none, press, hold, pan, box } kind = Kind::none;
        Vec2 start, now;             // points
        std::optional<Thing> thing;  // under the button when it went down
    };

    void handle_events(int patience);
    void handle(const SDL_Event& event);
    void act(Action action);
    void press(const SDL_MouseButtonEvent& event);
    void move(Vec2 to);
    void release(const SDL_MouseButtonEvent& event);
    void click();
    void select_in_box();
    void turn_wheel(double notches);
    void select(Thing thing);

    void advance(const WindowHost& host);
    void tick(const WindowHost& host);
    void do_single_ticks(const WindowHost& host);
    void tick_back(const WindowHost& host);
    void set_paused(bool paused);
    void change_speed(double factor);
    void measure();

    [[nodiscard]] double time() const { return picture_.time(); }  // s
    [[nodiscard]] std::string status() const override;
    [[nodiscard]] std::vector<KeyHelp> help() const override;
    void say(const std::string& text) override { stage_->say(text); }
    void draw_marks(DrawList& list) override;
    void draw_over(DrawList& list) override;
    void prepare() override { selection_.forget_gone(*stage_); }
    [[nodiscard]] std::optional<Vec2> followed() const override;
    [[nodiscard]] std::string state_text() const override;

    std::unique_ptr<Stage> stage_;
    Pace pace_;
    Selection selection_;
    History history_;
    Drag drag_;
    bool paused_ = false;
    bool panel_ = true;
    int ticks_wanted_ = 0;     // in a pause; negative: back
    double next_trace_ = 0.0;  // s of simulated time

    double measured_at_ = 0.0;  // s of wall time …
    std::uint64_t measured_tick_ = 0;
    double measured_time_ = 0.0;  // … and of simulated time, when this was last measured:
    double ticks_per_second_ = 0.0;
    double real_time_factor_ = 0.0;
};

}  // namespace shoal::view

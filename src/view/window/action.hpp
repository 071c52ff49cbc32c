#pragma once

#include <SDL_events.h>

#include <optional>
#include <span>
#include <string_view>

namespace shoal::view {

/// What a key does.
enum class Action {
    help,
    traces,
    slower,
    faster,
    links,
    leds,
    light,
    time_and_scale,
    quit,
    pause,
    step,
    step_back,
    pan_left,
    pan_right,
    pan_up,
    pan_down,
    zoom_in,
    zoom_out,
    fit,
    follow,
    panel,
    real_time,
    full_speed,
    messages,
    screenshot,
    clip,
    lamps,
    remote,
    add,
    remove,
};

/// A line of the help on the screen.
struct KeyHelp {
    std::string_view keys, effect;
};
[[nodiscard]] std::span<const KeyHelp> key_help();

/// By the symbol on the key and, where a layout has another symbol there, by the key's place on a US keyboard; digits and
/// signs also from the keypad. Nothing for keys that mean nothing, and for repeats of those that must not repeat.
[[nodiscard]] std::optional<Action> action_of(const SDL_KeyboardEvent& key);
/// For signs that need other keys on other layouts. Call it when the key itself meant nothing.
[[nodiscard]] std::optional<Action> action_of_text(std::string_view text);

/// What the events of a keyboard mean.
class KeyReader {
public:
    [[nodiscard]] std::optional<Action> read(const SDL_Event& event);

private:
    bool key_was_used_ = false;  // so that the text of the same key is not
};

}  // namespace shoal::view

#include "view/window/action.hpp"

#include <algorithm>

namespace shoal::view {
namespace {

constexpr KeyHelp help[] = {
    {"F1", "this help"},
    {"Space", "pause, go on"},
    {"S", "pause, then one tick"},
    {"B, Backspace", "one tick back"},
    {"F3, F4", "slower, faster"},
    {"1, M", "real time, as fast as possible"},
    {"F2", "traces"},
    {"F5", "links: below, above, off"},
    {"F6", "LEDs at the sides"},
    {"F7", "light levels"},
    {"F8", "time and scale bar"},
    {"F9", "messages"},
    {"wheel, +, −", "zoom"},
    {"right drag, arrows", "move the view"},
    {"0", "fit the arena"},
    {"F", "follow what is selected"},
    {"click, Shift + click", "select one, several"},
    {"drag beside robots", "select all in a box"},
    {"drag", "move a robot or an object"},
    {"wheel while dragging", "turn it"},
    {"I", "panel of the selected robot"},
    {"P, F12", "picture into a file"},
    {"V", "begin a clip, end it"},
    {"Esc", "end the run"},
};

struct Binding {
    SDL_Keycode symbol;
    SDL_Scancode place;  // SDL_SCANCODE_UNKNOWN: the symbol only
    Action action;
    bool repeats;
};
constexpr Binding bindings[] = {
    {SDLK_F1, SDL_SCANCODE_F1, Action::help, false},
    {SDLK_F2, SDL_SCANCODE_F2, Action::traces, false},
    {SDLK_F3, SDL_SCANCODE_F3, Action::slower, true},
    {SDLK_F4, SDL_SCANCODE_F4, Action::faster, true},
    {SDLK_F5, SDL_SCANCODE_F5, Action::links, false},
    {SDLK_F6, SDL_SCANCODE_F6, Action::leds, false},
    {SDLK_F7, SDL_SCANCODE_F7, Action::light, false},
    {SDLK_F8, SDL_SCANCODE_F8, Action::time_and_scale, false},
    {SDLK_F9, SDL_SCANCODE_F9, Action::messages, false},
    {SDLK_F12, SDL_SCANCODE_F12, Action::screenshot, false},
    {SDLK_ESCAPE, SDL_SCANCODE_ESCAPE, Action::quit, false},
    {SDLK_SPACE, SDL_SCANCODE_SPACE, Action::pause, false},
    {SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE, Action::step_back, true},
    {SDLK_LEFT, SDL_SCANCODE_LEFT, Action::pan_left, true},
    {SDLK_RIGHT, SDL_SCANCODE_RIGHT, Action::pan_right, true},
    {SDLK_UP, SDL_SCANCODE_UP, Action::pan_up, true},
    {SDLK_DOWN, SDL_SCANCODE_DOWN, Action::pan_down, true},
    {SDLK_KP_PLUS, SDL_SCANCODE_KP_PLUS, Action::zoom_in, true},
    {SDLK_PLUS, SDL_SCANCODE_UNKNOWN, Action::zoom_in, true},
    {SDLK_EQUALS, SDL_SCANCODE_UNKNOWN, Action::zoom_in, true},
    {SDLK_KP_MINUS, SDL_SCANCODE_KP_MINUS, Action::zoom_out, true},
    {SDLK_MINUS, SDL_SCANCODE_UNKNOWN, Action::zoom_out, true},
    {SDLK_KP_0, SDL_SCANCODE_KP_0, Action::fit, false},
    {SDLK_0, SDL_SCANCODE_0, Action::fit, false},
    {SDLK_KP_1, SDL_SCANCODE_KP_1, Action::real_time, false},
    {SDLK_1, SDL_SCANCODE_1, Action::real_time, false},
    {SDLK_s, SDL_SCANCODE_S, Action::step, true},
    {SDLK_INSERT, SDL_SCANCODE_INSERT, Action::add, false},
    {SDLK_a, SDL_SCANCODE_A, Action::add, false},
    {SDLK_DELETE, SDL_SCANCODE_DELETE, Action::remove, false},
    {SDLK_x, SDL_SCANCODE_X, Action::remove, false},
    {SDLK_b, SDL_SCANCODE_B, Action::step_back, true},
    {SDLK_f, SDL_SCANCODE_F, Action::follow, false},
    {SDLK_i, SDL_SCANCODE_I, Action::panel, false},
    {SDLK_l, SDL_SCANCODE_L, Action::lamps, false},
    {SDLK_m, SDL_SCANCODE_M, Action::full_speed, false},
    {SDLK_p, SDL_SCANCODE_P, Action::screenshot, false},
    {SDLK_v, SDL_SCANCODE_V, Action::clip, false},
    {SDLK_r, SDL_SCANCODE_R, Action::remote, false},
};

/// A symbol of the Latin alphabet says itself what the key means; on others its place does.
bool says_itself(SDL_Keycode symbol) { return symbol < 128 || (symbol & SDLK_SCANCODE_MASK) != 0; }

}  // namespace

std::span<const KeyHelp> key_help() { return help; }

std::optional<Action> action_of(const SDL_KeyboardEvent& key) {
    if ((key.keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) != 0) return std::nullopt;
    const auto found = std::find_if(std::begin(bindings), std::end(bindings), [&](const Binding& b) {
        if (b.symbol == key.keysym.sym) return true;
        const bool by_place = b.place != SDL_SCANCODE_UNKNOWN && b.place == key.keysym.scancode;
        const bool is_digit = b.symbol == SDLK_0 || b.symbol == SDLK_1;
        return by_place && (is_digit ? key.keysym.sym != SDLK_MINUS && key.keysym.sym != SDLK_PLUS
                                     : !says_itself(key.keysym.sym));
    });
    if (found == std::end(bindings) || (key.repeat != 0 && !found->repeats)) return std::nullopt;
    return found->action;
}

std::optional<Action> KeyReader::read(const SDL_Event& event) {
    std::optional<Action> action;
    if (event.type == SDL_KEYDOWN) {
        action = action_of(event.key);
        const SDL_Keycode symbol = event.key.keysym.sym;
        const bool writes = (symbol >= SDLK_SPACE && (symbol & SDLK_SCANCODE_MASK) == 0) ||
                            (symbol >= SDLK_KP_DIVIDE && symbol <= SDLK_KP_PERIOD);
        key_was_used_ = writes && action;
    } else if (event.type == SDL_TEXTINPUT) {
        if (!key_was_used_) action = action_of_text(event.text.text);
        key_was_used_ = false;
    }
    return action;
}

std::optional<Action> action_of_text(std::string_view text) {
    if (text == "+" || text == "=") return Action::zoom_in;
    if (text == "-" || text == "_" || text == "−") return Action::zoom_out;
    if (text == "0") return Action::fit;
    if (text == "1") return Action::real_time;
    return std::nullopt;
}

}  // namespace shoal::view

#include "view/window/script.hpp"

#include "base/error.hpp"

#include <SDL.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

namespace shoal::view {

Script::Script() {
    const char* name = std::getenv("SHOAL_WINDOW_SCRIPT");
    if (name == nullptr) return;
    std::ifstream file(name);
    if (!file) throw Error({{name}, "SHOAL_WINDOW_SCRIPT", "", "", "cannot be read"});
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::vector<std::string> command;
        for (std::string word; words >> word;) command.push_back(word);
        if (!command.empty()) commands_.push_back(std::move(command));
    }
}

void push_key(std::string symbol, const std::string& place, bool repeated) {
    std::replace(symbol.begin(), symbol.end(), '_', ' ');  // Keypad_0
    SDL_Event event{};
    event.type = SDL_KEYDOWN;
    event.key.state = SDL_PRESSED;
    event.key.repeat = repeated ? 1 : 0;
    event.key.keysym.sym = SDL_GetKeyFromName(symbol.c_str());
    event.key.keysym.scancode =
        place.empty() ? SDL_GetScancodeFromKey(event.key.keysym.sym) : SDL_GetScancodeFromName(place.c_str());
    SDL_PushEvent(&event);
}

void push_text(const std::string& text) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    std::strncpy(event.text.text, text.c_str(), sizeof event.text.text - 1);
    SDL_PushEvent(&event);
}

void push_motion(int x, int y) {
    SDL_Event event{};
    event.type = SDL_MOUSEMOTION;
    event.motion.x = x;
    event.motion.y = y;
    SDL_PushEvent(&event);
}

void push_button(bool down, int button, int x, int y) {
    SDL_Event event{};
    event.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    event.button.button = static_cast<Uint8>(button);
    event.button.state = down ? SDL_PRESSED : SDL_RELEASED;
    event.button.x = x;
    event.button.y = y;
    SDL_PushEvent(&event);
}

void push_wheel(int y) {
    SDL_Event event{};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.y = y;
    event.wheel.preciseY = static_cast<float>(y);
    SDL_PushEvent(&event);
}

void push_close() {
    SDL_Event event{};
    event.type = SDL_QUIT;
    SDL_PushEvent(&event);
}

double script_number(const std::string& word) {
    double value = 0.0;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (failed != std::errc() || end != word.data() + word.size())
        throw Error({{}, "SHOAL_WINDOW_SCRIPT", word, "a number", ""});
    return value;
}

bool push_input(const std::vector<std::string>& words, const Camera& camera) {
    const std::string& what = words[0];
    const auto word = [&](std::size_t i) { return i < words.size() ? words[i] : std::string(); };
    const auto place = [&](std::size_t i) {
        const physics::Vec2 at =
            camera.to_pixels(0.001 * physics::Vec2{script_number(word(i)), script_number(word(i + 1))});
        return std::pair{static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))};
    };
    if (what == "key" || what == "repeat") push_key(word(1), word(2), what == "repeat");
    else if (what == "text") push_text(word(1));
    else if (what == "wheel") push_wheel(static_cast<int>(script_number(word(1))));
    else if (what == "close") push_close();
    else if (what == "up") push_button(false, word(1) == "right" ? SDL_BUTTON_RIGHT : SDL_BUTTON_LEFT, 0, 0);
    else if (what == "move") {
        const auto [x, y] = place(1);
        push_motion(x, y);
    } else if (what == "down") {
        const auto [x, y] = place(2);
        push_button(true, word(1) == "right" ? SDL_BUTTON_RIGHT : SDL_BUTTON_LEFT, x, y);
    } else {
        return false;
    }
    return true;
}

}  // namespace shoal::view

#include "view/window/script.hpp"

#include "base/error.hpp"

#include <SDL.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

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

}  // namespace shoal::view

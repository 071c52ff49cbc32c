#include "view/window/screen.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace shoal::view {
namespace {

/// Drivers that draw where nobody sees it. SDL takes them by itself when there is no display.
bool is_invisible(std::string_view driver) { return driver == "dummy" || driver == "offscreen"; }

/// The user's own choice of a driver first; if that does not start, SDL's.
bool start_video(std::string& said) {
    const char* wanted = SDL_getenv("SDL_VIDEODRIVER");
    const bool chosen = wanted != nullptr && *wanted != '\0';
    const std::string name = chosen ? wanted : "";
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) == 0) {
        if (chosen || !is_invisible(SDL_GetCurrentVideoDriver())) return true;
        said = "no display was found";
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        return false;
    }
    said = SDL_GetError();
    if (!chosen) return false;
    SDL_setenv("SDL_VIDEODRIVER", "", 1);
    ::unsetenv("SDL_VIDEODRIVER");
    const std::string first = said;
    if (!start_video(said)) {
        said = fmt::format("SDL_VIDEODRIVER={}: {}; without it: {}", name, first, said);
        return false;
    }
    said = fmt::format("SDL_VIDEODRIVER={} does not start; ", name);
    return true;
}

/// For desktops that do not tell their own, and for tests.
double assumed_density() {
    const char* const text = std::getenv("SHOAL_WINDOW_DENSITY");
    if (text == nullptr || *text == '\0') return 0.0;
    double density = 0.0;
    std::from_chars(text, text + std::strlen(text), density);
    return density >= 0.5 && density <= 8.0 ? density : 0.0;
}

}  // namespace

std::unique_ptr<Screen> Screen::open(const std::string& title, Size size, std::string& said) {
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");  // a run has its own
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (!start_video(said)) return nullptr;
    std::unique_ptr<Screen> screen(new Screen);
    constexpr Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    screen->window_ = SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                                       size.width, size.height, flags);
    if (screen->window_ == nullptr || !screen->make_renderer()) {
        said = SDL_GetError();
        return nullptr;
    }
    screen->assumed_density_ = assumed_density();
    SDL_RendererInfo info{};
    SDL_GetRendererInfo(screen->renderer_, &info);
    said += fmt::format("window by {}, shown by {}", SDL_GetCurrentVideoDriver(), info.name);
    return screen;
}

// The GPU if there is one, else the processor.
bool Screen::make_renderer() {
    for (const Uint32 flags : {Uint32{SDL_RENDERER_ACCELERATED}, Uint32{SDL_RENDERER_SOFTWARE}, Uint32{0}}) {
        renderer_ = SDL_CreateRenderer(window_, -1, flags);
        if (renderer_ != nullptr) return true;
    }
    return false;
}

Screen::~Screen() {
    if (texture_ != nullptr) SDL_DestroyTexture(texture_);
    if (renderer_ != nullptr) SDL_DestroyRenderer(renderer_);
    if (window_ != nullptr) SDL_DestroyWindow(window_);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

Size Screen::points() const {
    Size size;
    SDL_GetWindowSize(window_, &size.width, &size.height);
    return size;
}

Size Screen::pixels() const {
    Size size;
    if (assumed_density_ > 0.0) {
        const Size p = points();
        return {static_cast<int>(std::lround(assumed_density_ * p.width)),
                static_cast<int>(std::lround(assumed_density_ * p.height))};
    }
    if (SDL_GetRendererOutputSize(renderer_, &size.width, &size.height) != 0) return points();
    return size;
}

double Screen::density() const {
    return static_cast<double>(pixels().width) / static_cast<double>(std::max(1, points().width));
}

void Screen::show(const Canvas& canvas) {
    if (texture_ == nullptr || texture_size_.width != canvas.width() ||
        texture_size_.height != canvas.height()) {
        if (texture_ != nullptr) SDL_DestroyTexture(texture_);
        texture_ = SDL_CreateTexture(renderer_, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STREAMING,
                                     canvas.width(), canvas.height());
        texture_size_ = {canvas.width(), canvas.height()};
        if (texture_ == nullptr) return;  // the window is being closed or resized: there is another frame
        SDL_SetTextureBlendMode(texture_, SDL_BLENDMODE_NONE);
    }
    SDL_UpdateTexture(texture_, nullptr, canvas.bytes().data(), 4 * canvas.width());
    SDL_RenderCopy(renderer_, texture_, nullptr, nullptr);
    SDL_RenderPresent(renderer_);
}

}  // namespace shoal::view

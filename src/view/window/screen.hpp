#pragma once

#include "view/draw/canvas.hpp"
#include "view/library.hpp"

#include <memory>
#include <string>

struct SDL_Window;
struct SDL_Renderer;
struct SDL_Texture;

namespace shoal::view {

/// A window of the desktop that shows a canvas.
class Screen {
public:
    /// Null where there is no display; `said` then tells why, else by which drivers it is shown.
    [[nodiscard]] static std::unique_ptr<Screen> open(const std::string& title, Size size, std::string& said);
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    [[nodiscard]] Size points() const;     ///< as the mouse counts
    [[nodiscard]] Size pixels() const;     ///< as the canvas counts
    [[nodiscard]] double density() const;  ///< px a point
    void show(const Canvas& canvas);

private:
    Screen() = default;
    [[nodiscard]] bool make_renderer();

    SDL_Window* window_ = nullptr;
    SDL_Renderer* renderer_ = nullptr;
    SDL_Texture* texture_ = nullptr;
    Size texture_size_;
    double assumed_density_ = 0.0;  // px a point, of SHOAL_WINDOW_DENSITY; 0: what the desktop says
};

}  // namespace shoal::view

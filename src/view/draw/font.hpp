#pragma once

#include "view/draw/canvas.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

struct _TTF_Font;

namespace shoal::view {

/// The font that comes with Shoal (DejaVu Sans), at any size. Remembers what it wrote.
class Font {
public:
    Font();
    ~Font();
    Font(const Font&) = delete;
    Font& operator=(const Font&) = delete;

    /// One line of UTF-8 at a size (px of an em). Lasts until the next call.
    [[nodiscard]] const Mask& write(std::string_view words, int size);
    [[nodiscard]] int width(std::string_view words, int size);  // px

private:
    [[nodiscard]] _TTF_Font* at_size(int size);

    std::map<int, _TTF_Font*> sizes_;
    std::map<std::pair<int, std::string>, Mask, std::less<>> written_;
};

}  // namespace shoal::view

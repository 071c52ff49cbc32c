#include "view/draw/font.hpp"

#include "base/error.hpp"
#include "view/fonts/dejavu_sans.hpp"

#include <SDL_ttf.h>

#include <algorithm>

namespace shoal::view {
namespace {

constexpr std::size_t most_remembered = 512;

Mask mask_of(const SDL_Surface& surface) {
    Mask mask{surface.w, surface.h, {}};
    mask.cover.reserve(static_cast<std::size_t>(surface.w) * static_cast<std::size_t>(surface.h));
    for (int y = 0; y < surface.h; ++y) {
        const auto* pixels = reinterpret_cast<const Uint32*>(static_cast<const Uint8*>(surface.pixels) +
                                                             static_cast<std::size_t>(y) *
                                                                 static_cast<std::size_t>(surface.pitch));
        for (int x = 0; x < surface.w; ++x)
            mask.cover.push_back(static_cast<std::uint8_t>(pixels[x] >> surface.format->Ashift));
    }
    return mask;
}

}  // namespace

Font::Font() {
    if (TTF_Init() != 0) throw Error(std::string("the font library does not start: ") + TTF_GetError());
}

Font::~Font() {
    for (const auto& [size, font] : sizes_) TTF_CloseFont(font);
    TTF_Quit();
}

_TTF_Font* Font::at_size(int size) {
    _TTF_Font*& font = sizes_[size];
    if (font == nullptr) {
        const auto file = dejavu_sans();
        font = TTF_OpenFontRW(SDL_RWFromConstMem(file.data(), static_cast<int>(file.size())), 1, size);
        if (font == nullptr) throw Error(std::string("the font cannot be read: ") + TTF_GetError());
        TTF_SetFontHinting(font, TTF_HINTING_LIGHT);
    }
    return font;
}

const Mask& Font::write(std::string_view words, int size) {
    if (written_.size() >= most_remembered) written_.clear();
    auto [place, is_new] = written_.try_emplace({size, std::string(words)});
    if (is_new && !words.empty()) {
        const std::string text(words);
        SDL_Surface* surface = TTF_RenderUTF8_Blended(at_size(size), text.c_str(), {255, 255, 255, 255});
        if (surface != nullptr) place->second = mask_of(*surface);
        SDL_FreeSurface(surface);
    }
    return place->second;
}

int Font::width(std::string_view words, int size) {
    int width = 0;
    TTF_SizeUTF8(at_size(size), std::string(words).c_str(), &width, nullptr);
    return width;
}

}  // namespace shoal::view

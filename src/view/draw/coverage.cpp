#include "view/draw/coverage.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::view {

void Coverage::begin(int left, int top, int width, int height) {
    left_ = left, top_ = top, width_ = width, height_ = height;
    blocks_ = (width + 1) / block_size + 1;  // with room for what lies right of the last pixel
    const std::size_t count = block_of(height, 0);
    if (crossed_.size() >= count) return;
    crossed_.resize(count, 0);
    cells_.resize(count * block_size, 0.0F);
}

void Coverage::side(physics::Vec2 from, physics::Vec2 to) {
    if (from.y == to.y) return;
    const double sign = from.y < to.y ? 1.0 : -1.0;
    if (sign < 0.0) std::swap(from, to);
    const double slope = (to.x - from.x) / (to.y - from.y);
    const double x0 = from.x - left_;
    const double y0 = from.y - top_;
    const double y1 = to.y - top_;
    const int first = std::max(0, static_cast<int>(std::floor(std::max(y0, 0.0))));
    const int last = std::min(height_, static_cast<int>(std::ceil(std::min(y1, height_ + 1.0))));
    for (int row = first; row < last; ++row) {
        const double top = std::max(y0, static_cast<double>(row));
        const double bottom = std::min(y1, row + 1.0);
        if (bottom <= top) continue;
        const auto clip = [&](double y) {
            return std::clamp(x0 + slope * (y - y0), 0.0, static_cast<double>(width_));
        };
        slab(row, clip(top), clip(bottom), sign * (bottom - top));
    }
}

// The part of a side in one row, from x to x: what lies to its right, as differences between neighbouring pixels.
void Coverage::slab(int row, double from, double to, double height) {
    const double low = std::min(from, to);
    const double high = std::max(from, to);
    const int first = static_cast<int>(low);
    const int end = static_cast<int>(std::ceil(high));
    if (end <= first + 1) {
        const double inside = height * (0.5 * (low + high) - first);
        add(row, first, height - inside);
        add(row, first + 1, inside);
        return;
    }
    const double rate = height / (high - low);
    double before = 0.0;  // covered of the pixel before
    double filled = 0.0;  // height of the side up to this pixel
    for (int pixel = first; pixel <= end; ++pixel) {
        const double a = std::clamp(pixel - low, 0.0, high - low);
        const double b = std::clamp(pixel + 1.0 - low, 0.0, high - low);
        const double crossed = rate * (b - a);
        const double middle = std::clamp(0.5 * (a + b) + low - pixel, 0.0, 1.0);
        const double cover = filled + crossed * (1.0 - middle);
        add(row, pixel, cover - before);
        before = cover;
        filled += crossed;
    }
}

}  // namespace shoal::view

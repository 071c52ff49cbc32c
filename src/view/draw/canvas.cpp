#include "view/draw/canvas.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::view {
namespace {

using physics::Vec2;

constexpr std::uint32_t opaque = 0xff000000U;

std::uint32_t packed(Colour c) {
    return opaque | static_cast<std::uint32_t>(c.b) << 16 | static_cast<std::uint32_t>(c.g) << 8 | c.r;
}

/// `share` in 0 … 256 of a colour over what is there; two channels at a time.
std::uint32_t blend(std::uint32_t under, std::uint32_t over, std::uint32_t share) {
    constexpr std::uint32_t outer = 0x00ff00ffU;
    constexpr std::uint32_t middle = 0x0000ff00U;
    const std::uint32_t rb = (under & outer) + ((((over & outer) - (under & outer)) * share) >> 8);
    const std::uint32_t g = (under & middle) + ((((over & middle) - (under & middle)) * share) >> 8);
    return opaque | (rb & outer) | (g & middle);
}

/// A colour and its alpha, ready to be blended by cover 0 … 1.
struct Ink {
    explicit Ink(Colour c) : colour(packed(c)), alpha(static_cast<float>(c.a) * (256.0F / 255.0F)) {}

    std::uint32_t colour;
    float alpha;  // 0 … 256

    void put(std::uint32_t& pixel, float cover) const {
        pixel = blend(pixel, colour, static_cast<std::uint32_t>(cover * alpha + 0.5F));
    }
    void fill(std::uint32_t* begin, std::uint32_t* end) const {
        if (alpha >= 256.0F) std::fill(begin, end, colour);
        else
            for (; begin < end; ++begin) put(*begin, 1.0F);
    }
};

int first_pixel(double x, int limit) {
    return static_cast<int>(std::clamp(std::floor(x), 0.0, static_cast<double>(limit)));
}
int end_pixel(double x, int limit) {
    return static_cast<int>(std::clamp(std::ceil(x), 0.0, static_cast<double>(limit)));
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width_(width), height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), opaque) {
    SHOAL_ASSERT(width > 0 && height > 0);
}

std::span<const std::uint8_t> Canvas::bytes() const {
    return {reinterpret_cast<const std::uint8_t*>(pixels_.data()), 4 * pixels_.size()};
}

void Canvas::clear(Colour colour) { std::fill(pixels_.begin(), pixels_.end(), packed(colour)); }

// Row by row: pixels at the edge one by one, the inside in one go.
void Canvas::disc(Vec2 centre, double radius, Colour fill, Colour rim, double rim_width) {
    const bool has_rim = rim_width > 0.0 && !(rim == fill);
    const double outer = radius + 0.5;
    const double inner = has_rim ? std::max(0.0, radius - rim_width) : radius;
    const double solid = inner - 0.5;
    const Ink inside(fill);
    const Ink around(has_rim ? rim : fill);
    const int last = end_pixel(centre.y + outer, height_);
    for (int y = first_pixel(centre.y - outer, height_); y < last; ++y) {
        const double dy = y + 0.5 - centre.y;
        const double half2 = outer * outer - dy * dy;
        if (half2 <= 0.0) continue;
        const double half = std::sqrt(half2);
        const double solid2 = solid > 0.0 ? solid * solid - dy * dy : 0.0;
        const double solid_half = solid2 > 0.0 ? std::sqrt(solid2) : 0.0;
        const int begin = first_pixel(centre.x - half, width_);
        const int end = end_pixel(centre.x + half, width_);
        const int solid_begin = std::clamp(static_cast<int>(std::ceil(centre.x - solid_half)), begin, end);
        const int solid_end =
            std::clamp(static_cast<int>(std::floor(centre.x + solid_half)), solid_begin, end);
        std::uint32_t* pixels = row(y);
        const auto edge = [&](int from, int to) {
            for (int x = from; x < to; ++x) {
                const double dx = x + 0.5 - centre.x;
                const auto distance = static_cast<float>(std::sqrt(dx * dx + dy * dy));
                const float cover = std::clamp(static_cast<float>(outer) - distance, 0.0F, 1.0F);
                const float within = std::clamp(static_cast<float>(inner) + 0.5F - distance, 0.0F, cover);
                if (!has_rim) {
                    inside.put(pixels[x], cover);
                    continue;
                }
                if (within < 1.0F) around.put(pixels[x], cover);
                if (within > 0.0F) inside.put(pixels[x], within);
            }
        };
        edge(begin, solid_begin);
        inside.fill(pixels + solid_begin, pixels + solid_end);
        edge(solid_end, end);
    }
}

void Canvas::begin_region(Vec2 min, Vec2 max) {
    const int left = first_pixel(min.x, width_);
    const int top = first_pixel(min.y, height_);
    coverage_.begin(left, top, end_pixel(max.x, width_) - left, end_pixel(max.y, height_) - top);
}

void Canvas::end_region(Colour colour) {
    const Ink ink(colour);
    coverage_.finish([&](int y, int from, int to, float cover) {
        std::uint32_t* pixels = row(y);
        if (cover == 1.0F) ink.fill(pixels + from, pixels + to);
        else
            for (int x = from; x < to; ++x) ink.put(pixels[x], cover);
    });
}

void Canvas::mask(const Mask& mask, int left, int top, Colour colour) {
    const Ink ink(colour);
    const int end_x = std::min(mask.width, width_ - left);
    const int end_y = std::min(mask.height, height_ - top);
    for (int y = std::max(0, -top); y < end_y; ++y) {
        const std::uint8_t* cover =
            &mask.cover[static_cast<std::size_t>(y) * static_cast<std::size_t>(mask.width)];
        std::uint32_t* pixels = row(top + y);
        for (int x = std::max(0, -left); x < end_x; ++x)
            if (cover[x] != 0) ink.put(pixels[left + x], static_cast<float>(cover[x]) / 255.0F);
    }
}

void Canvas::field(Vec2 min, Vec2 max, int columns, int rows, std::span<const Colour> colours) {
    SHOAL_ASSERT(columns > 1 && rows > 1);
    const Vec2 cell{(max.x - min.x) / (columns - 1), (max.y - min.y) / (rows - 1)};
    const int last_x = end_pixel(max.x, width_);
    const int last_y = end_pixel(max.y, height_);
    for (int y = first_pixel(min.y, height_); y < last_y; ++y) {
        const double v = std::clamp((y + 0.5 - min.y) / cell.y, 0.0, rows - 1.0);
        const int j = std::min(static_cast<int>(v), rows - 2);
        const Colour* upper = &colours[static_cast<std::size_t>(j) * static_cast<std::size_t>(columns)];
        const Colour* lower = upper + columns;
        std::uint32_t* pixels = row(y);
        for (int x = first_pixel(min.x, width_); x < last_x; ++x) {
            const double u = std::clamp((x + 0.5 - min.x) / cell.x, 0.0, columns - 1.0);
            const int i = std::min(static_cast<int>(u), columns - 2);
            const Colour c =
                mix(mix(upper[i], upper[i + 1], u - i), mix(lower[i], lower[i + 1], u - i), v - j);
            Ink(c).put(pixels[x], 1.0F);
        }
    }
}

}  // namespace shoal::view

#include "voxel/shapes/shapes.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace shoal::voxel {
namespace {

constexpr int largest_side = 1000;  // voxels: more is a slip of the pen

[[noreturn]] void refuse(std::string_view name) {
    throw Error({{},
                 "shape",
                 std::string(name),
                 "box-WxH, worm-WxH, biped-WxH, tripod-WxH, comb-WxH, ball-D or free-0110-1111",
                 {}});
}

int side(std::string_view name, std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 1 || value > largest_side)
        refuse(name);
    return value;
}

template <class Has>
Shape drawn(int width, int height, Has has) {
    Shape shape{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) shape.filled.push_back(has(x, y) ? 1 : 0);
    return shape;
}

Shape ball(int d) {
    const double centre = (d - 1) / 2.0;
    return drawn(d, d, [&](int x, int y) {
        const double dx = x - centre, dy = y - centre;
        return std::floor(std::sqrt(dx * dx + dy * dy) + 0.5) <= d / 2;
    });
}

Shape free_form(std::string_view name, std::string_view columns) {
    std::vector<std::string_view> split;
    while (true) {
        const auto dash = columns.find('-');
        split.push_back(columns.substr(0, dash));
        if (dash == std::string_view::npos) break;
        columns.remove_prefix(dash + 1);
    }
    std::size_t height = 0;
    for (const auto column : split) {
        if (column.empty() || column.find_first_not_of("01") != std::string_view::npos) refuse(name);
        height = std::max(height, column.size());
    }
    return drawn(static_cast<int>(split.size()), static_cast<int>(height), [&](int x, int y) {
        const auto column = split[static_cast<std::size_t>(x)];
        return static_cast<std::size_t>(y) < column.size() && column[static_cast<std::size_t>(y)] == '1';
    });
}

/// Marks the cells that hang together with the one at `start`.
std::vector<std::size_t> connected(const Shape& shape, std::size_t start, std::vector<char>& seen) {
    std::vector<std::size_t> cells = {start};
    seen[start] = 1;
    for (std::size_t next = 0; next < cells.size(); ++next) {
        const int x = static_cast<int>(cells[next]) % shape.width;
        const int y = static_cast<int>(cells[next]) / shape.width;
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
            if (!shape.has(x + dx, y + dy)) continue;
            const auto cell = static_cast<std::size_t>((y + dy) * shape.width + x + dx);
            if (seen[cell]) continue;
            seen[cell] = 1;
            cells.push_back(cell);
        }
    }
    return cells;
}

}  // namespace

std::size_t Shape::count() const {
    return static_cast<std::size_t>(std::count(filled.begin(), filled.end(), char{1}));
}

Shape named_shape(std::string_view name) {
    const auto dash = name.find('-');
    if (dash == std::string_view::npos) refuse(name);
    const std::string_view kind = name.substr(0, dash), size = name.substr(dash + 1);
    if (kind == "free") return free_form(name, size);
    if (kind == "ball") return ball(side(name, size));
    const auto cross = size.find('x');
    if (cross == std::string_view::npos) refuse(name);
    const int w = side(name, size.substr(0, cross)), h = side(name, size.substr(cross + 1));
    if (kind == "box" || kind == "worm") return drawn(w, h, [](int, int) { return true; });
    if (kind == "biped")
        return drawn(w, h, [&](int x, int y) { return y >= h / 2 || x < w / 4 || x >= 3 * w / 4; });
    if (kind == "tripod")
        return drawn(w, h, [&](int x, int y) { return y >= h / 2 || x == 0 || x == w / 2 || x == w - 1; });
    if (kind == "comb") return drawn(w, h, [&](int x, int y) { return y >= h / 2 || x % 2 == 0; });
    refuse(name);
}

Shape largest_connected(const Shape& shape) {
    std::vector<char> seen(shape.filled.size(), 0);
    std::vector<std::size_t> best;
    for (std::size_t cell = 0; cell < shape.filled.size(); ++cell) {
        if (!shape.filled[cell] || seen[cell]) continue;
        auto part = connected(shape, cell, seen);
        if (part.size() > best.size()) best = std::move(part);
    }
    Shape out{shape.width, shape.height, std::vector<char>(shape.filled.size(), 0)};
    for (const std::size_t cell : best) out.filled[cell] = 1;
    return out;
}

Shape crop(const Shape& shape) {
    int left = shape.width, right = -1, low = shape.height, high = -1;
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x) {
            if (!shape.has(x, y)) continue;
            left = std::min(left, x), right = std::max(right, x);
            low = std::min(low, y), high = std::max(high, y);
        }
    if (right < 0) return {};
    return drawn(right - left + 1, high - low + 1,
                 [&](int x, int y) { return shape.has(left + x, low + y); });
}

Body body_of(const Shape& shape, const Material& material) {
    Body body(shape.width, shape.height);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            if (shape.has(x, y)) body.set(x, y, material);
    return body;
}

}  // namespace shoal::voxel

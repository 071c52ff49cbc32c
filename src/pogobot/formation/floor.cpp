#include "pogobot/formation/floor.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace shoal::pogobot {

using physics::Vec2;

namespace {

constexpr double cells_along = 64.0;
constexpr double on_wall = 1e-12;  // of the arena's size: farther from walls the crossing test is exact
constexpr double infinity = std::numeric_limits<double>::infinity();

Vec2 to_vec(scenario::Point p) { return {p.x, p.y}; }

Vec2 centroid_of(const scenario::Polygon& polygon) {
    const Vec2 origin = to_vec(polygon.front());  // sums near zero keep their digits
    Vec2 sum;
    double twice_area = 0.0;
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
        const Vec2 u = to_vec(polygon[i]) - origin, v = to_vec(polygon[i + 1]) - origin;
        twice_area += cross(u, v);
        sum = sum + cross(u, v) / 3.0 * (u + v);
    }
    return origin + 1.0 / twice_area * sum;
}

Vec2 nearest_of(const Floor::Wall& wall, Vec2 p) {
    const Vec2 along = wall.b - wall.a;
    const double t = dot(p - wall.a, along) / dot(along, along);
    return t <= 0.0 ? wall.a : t >= 1.0 ? wall.b : wall.a + t * along;
}

}  // namespace

Floor::Floor(const scenario::Arena& arena, bool periodic) : periodic_(periodic) {
    const physics::Bounds box{{0.0, 0.0}, {arena.width, arena.height}};
    const double cell = std::max(arena.width, arena.height) / cells_along;
    layout_ = physics::make_layout(box, cell, periodic, static_cast<std::size_t>(cells_along * cells_along));
    area_ = arena.width * arena.height;
    centroid_ = 0.5 * box.max;
    if (periodic) return;
    area_ = 0.0;
    for (const auto& polygon : arena.polygons) {
        add_walls(polygon);
        area_ += scenario::signed_area(polygon);
    }
    centroid_ = centroid_of(arena.polygons.front());
    index_rows();
    index_near_walls();
    index_cells();
}

void Floor::add_walls(const scenario::Polygon& polygon) {
    for (std::size_t i = 0; i < polygon.size(); ++i)
        walls_.push_back({to_vec(polygon[i]), to_vec(polygon[(i + 1) % polygon.size()])});
}

void Floor::index_rows() {
    rows_.resize(static_cast<std::size_t>(layout_.rows));
    for (std::uint32_t w = 0; w < walls_.size(); ++w) {
        const auto [low, high] = std::minmax(walls_[w].a.y, walls_[w].b.y);
        for (int row = layout_.row_of(low); row <= layout_.row_of(high); ++row)
            rows_[static_cast<std::size_t>(row)].push_back(w);
    }
}

// From one block of all cells to blocks of one: what is near a block is near the block of twice the size around it.
void Floor::index_near_walls() {
    near_walls_.start.push_back(0);
    near_walls_.start.push_back(static_cast<std::uint32_t>(walls_.size()));
    near_walls_.items.resize(walls_.size());
    std::iota(near_walls_.items.begin(), near_walls_.items.end(), 0u);
    const auto most = static_cast<unsigned>(std::max(layout_.columns, layout_.rows));
    for (auto size = static_cast<int>(std::bit_ceil(most)) / 2; size >= 1; size /= 2)
        near_walls_ = near_blocks(size, near_walls_);
}

physics::CellLists Floor::near_blocks(int size, const physics::CellLists& around) const {
    const double half = 0.5 * size * physics::length({layout_.cell_width, layout_.cell_height});
    const int columns_around = (layout_.columns + 2 * size - 1) / (2 * size);
    physics::CellLists near;
    std::vector<double> distances;
    near.start.push_back(0);
    for (int row = 0; row * size < layout_.rows; ++row) {
        for (int column = 0; column * size < layout_.columns; ++column) {
            const Vec2 middle{(column + 0.5) * size * layout_.cell_width,
                              (row + 0.5) * size * layout_.cell_height};
            const auto candidates =
                around.of(static_cast<std::size_t>(row / 2 * columns_around + column / 2));
            distances.clear();
            for (const auto w : candidates)
                distances.push_back(length(middle - nearest_of(walls_[w], middle)));
            const double reach = *std::min_element(distances.begin(), distances.end()) + 2.001 * half;
            for (std::size_t i = 0; i < candidates.size(); ++i)
                if (distances[i] <= reach) near.items.push_back(candidates[i]);
            near.start.push_back(static_cast<std::uint32_t>(near.items.size()));
        }
    }
    return near;
}

void Floor::index_cells() {
    const double half = 0.5 * physics::length({layout_.cell_width, layout_.cell_height});
    for (std::uint32_t cell = 0; cell < layout_.cells(); ++cell) {
        const Vec2 middle = point_of(cell, 0.5, 0.5);
        const double distance = nearest(middle, near_walls_.of(cell)).distance;
        const bool free = crossed_oddly(middle);
        depth_.push_back(free ? distance - half : -infinity);
        if (free || distance <= half) open_cells_.push_back(cell);
    }
}

Vec2 Floor::point_of(std::uint32_t cell, double right, double down) const {
    const auto columns = static_cast<std::uint32_t>(layout_.columns);
    return {(cell % columns + right) * layout_.cell_width, (cell / columns + down) * layout_.cell_height};
}

bool Floor::in_box(Vec2 p) const {
    const Vec2 size = layout_.bounds.max;
    return p.x >= 0.0 && p.x <= size.x && p.y >= 0.0 && p.y <= size.y;
}

Vec2 Floor::shortest(Vec2 d) const { return layout_.shortest(d); }

Vec2 Floor::into_box(Vec2 p) const {
    const Vec2 size = layout_.bounds.max;
    if (!periodic_) return {std::clamp(p.x, 0.0, size.x), std::clamp(p.y, 0.0, size.y)};
    const Vec2 moved{p.x - size.x * std::floor(p.x / size.x), p.y - size.y * std::floor(p.y / size.y)};
    // Rounding may reach the far side, which is outside.
    return {moved.x < size.x ? moved.x : 0.0, moved.y < size.y ? moved.y : 0.0};
}

Floor::Nearest Floor::nearest(Vec2 p, std::span<const std::uint32_t> among) const {
    Nearest best{infinity, {}, 0};
    for (const auto w : among) {
        const Vec2 foot = nearest_of(walls_[w], p);
        const double squared = dot(p - foot, p - foot);
        if (squared < best.distance) best = {squared, foot, w};
    }
    best.distance = std::sqrt(best.distance);
    return best;
}

Floor::Nearest Floor::nearest(Vec2 p) const { return nearest(p, near_walls_.of(layout_.cell_of(p.x, p.y))); }

bool Floor::crossed_oddly(Vec2 p) const {
    bool odd = false;
    for (const auto w : rows_[static_cast<std::size_t>(layout_.row_of(p.y))]) {
        const auto& [a, b] = walls_[w];
        if ((a.y > p.y) == (b.y > p.y)) continue;
        const double turn = cross(b - a, p - a);
        if (b.y > a.y ? turn > 0.0 : turn < 0.0) odd = !odd;
    }
    return odd;
}

bool Floor::inside(Vec2 p) const { return clearance(p) > 0.0; }

double Floor::clearance(Vec2 p) const {
    if (walls_.empty()) return infinity;
    const double distance = nearest(p).distance;
    const Vec2 size = layout_.bounds.max;
    if (distance <= on_wall * std::max(size.x, size.y)) return 0.0;
    return in_box(p) && crossed_oddly(p) ? distance : -distance;
}

bool Floor::holds(Vec2 p, double reach) const {
    return walls_.empty() || depth_[layout_.cell_of(p.x, p.y)] >= reach || clearance(p) >= reach;
}

Vec2 Floor::off_wall(Vec2 p, double reach) const {
    const Nearest wall = nearest(p);
    const Vec2 along = walls_[wall.wall].b - walls_[wall.wall].a;
    const double distance = clearance(p);
    const Vec2 away = distance > 0.0 ? p - wall.foot : wall.foot - p;
    const Vec2 inward = distance == 0.0 ? left_of(along) : away;
    return into_box(wall.foot + reach * normalised(inward));
}

Vec2 Floor::random_point(RandomStream& stream) const {
    const Vec2 size = layout_.bounds.max;
    if (walls_.empty()) {
        const double x = stream.uniform(0.0, size.x);
        return {x, stream.uniform(0.0, size.y)};
    }
    for (int attempt = 0; attempt < 1'000'000; ++attempt) {
        const auto last = static_cast<std::int64_t>(open_cells_.size()) - 1;
        const std::uint32_t cell = open_cells_[static_cast<std::size_t>(stream.integer(0, last))];
        const double right = stream.uniform();
        const Vec2 p = point_of(cell, right, stream.uniform());
        if (depth_[cell] > 0.0 || inside(p)) return p;
    }
    throw Error(Mistake{{}, "arena_file", {}, {}, "the arena is too thin: no free point was found in it"});
}

}  // namespace shoal::pogobot

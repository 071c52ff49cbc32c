#include "view/draw/painter.hpp"

#include "base/math.hpp"

#include <cmath>
#include <limits>

namespace shoal::view {
namespace {

struct Box {
    Vec2 min{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
    Vec2 max{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};

    void add(Vec2 p) {
        min = {std::min(min.x, p.x), std::min(min.y, p.y)};
        max = {std::max(max.x, p.x), std::max(max.y, p.y)};
    }
    void grow(double by) {
        min = min - Vec2{by, by};
        max = max + Vec2{by, by};
    }
    [[nodiscard]] bool meets(const Canvas& canvas) const {
        return max.x > 0.0 && max.y > 0.0 && min.x < canvas.width() && min.y < canvas.height();
    }
};

}  // namespace

struct Painter::Brush {
    const DrawList& list;
    const Camera& camera;
    Canvas& canvas;
    double density;
    Font& font;
    std::vector<Vec2>& corners;

    [[nodiscard]] double pixels(Width width) const {
        return std::max(width.least * density, camera.scale * width.size);
    }

    void operator()(const Disc& disc) const {
        const Vec2 centre = camera.to_pixels(disc.centre);
        const double radius = camera.scale * disc.radius;
        Box box{centre, centre};
        box.grow(radius + 1.0);
        if (box.meets(canvas)) canvas.disc(centre, radius, disc.fill, disc.rim, pixels(disc.edge));
    }

    // Pieces turn the same way and, where the line bends gently, share their corners: they add up to one shape.
    void operator()(const Line& line) const {
        const double half = 0.5 * pixels(line.width);
        Box box;
        corners.clear();
        for (std::uint32_t i = 0; i < line.count; ++i) {
            const Vec2 corner = camera.to_pixels(list.points[line.first + i]);
            if (!corners.empty() && length(corner - corners.back()) < 1e-3) continue;
            corners.push_back(corner);
            box.add(corner);
        }
        box.grow(half + 1.0);
        const std::size_t count = corners.size();
        if (count < 2 || !box.meets(canvas)) return;
        const bool closed = line.closed && count > 2;
        canvas.begin_region(box.min, box.max);
        const auto corner = [&](std::size_t i) { return corners[i % count]; };
        const auto aside = [&](std::size_t i) {
            return half * left_of(normalised(corner(i + 1) - corner(i)));
        };
        // Half the width at corner i between two pieces: one for both, or each its own and a round joint.
        const auto bend = [&](std::size_t i, Vec2 own) {
            if (!closed && (i == 0 || i == count - 1)) return own;
            const Vec2 sum = aside(i + count - 1) + aside(i);
            const double share = dot(sum, own) / (half * half);  // 1 + cosine of the bend
            return share > 1.4 ? (1.0 / share) * sum : own;
        };
        for (std::size_t i = 0; i + !closed < count; ++i) {
            const Vec2 own = aside(i);
            const Vec2 at_start = bend(i, own);
            const Vec2 at_end = bend((i + 1) % count, own);
            piece(corner(i), corner(i + 1), at_start, at_end);
            if ((i > 0 || closed) && at_start == own && half > 0.6) joint(corner(i), half);
        }
        canvas.end_region(line.colour);
    }

    void piece(Vec2 from, Vec2 to, Vec2 at_start, Vec2 at_end) const {
        canvas.side(from + at_start, from - at_start);
        canvas.side(from - at_start, to - at_end);
        canvas.side(to - at_end, to + at_end);
        canvas.side(to + at_end, from + at_start);
    }

    void joint(Vec2 at, double radius) const {
        constexpr int sides = 12;
        for (int i = 0; i < sides; ++i) {
            const auto corner = [&](int k) {
                const math::SinCos sc = math::sincos(math::two_pi * k / sides);
                return at + radius * Vec2{sc.cos, sc.sin};
            };
            canvas.side(corner(i), corner(i + 1));
        }
    }

    void operator()(const Region& region) const {
        Box box;
        for_sides(region, [&](Vec2 from, Vec2) { box.add(from); });
        if (!box.meets(canvas)) return;
        canvas.begin_region(box.min, box.max);
        for_sides(region, [&](Vec2 from, Vec2 to) { canvas.side(from, to); });
        canvas.end_region(region.colour);
    }

    template <class Visit>
    void for_sides(const Region& region, const Visit& visit) const {
        for (std::uint32_t o = region.first; o < region.first + region.count; ++o) {
            const auto [first, count] = list.outlines[o];
            for (std::uint32_t i = 0; i < count; ++i)
                visit(camera.to_pixels(list.points[first + i]),
                      camera.to_pixels(list.points[first + (i + 1) % count]));
        }
    }

    void operator()(const Field& field) const {
        canvas.field(camera.to_pixels(field.min), camera.to_pixels(field.max), field.columns, field.rows,
                     field.colours);
    }

    void operator()(const Text& text) const {
        const Mask& mask =
            font.write(text.words, std::max(1, static_cast<int>(std::lround(density * text.size))));
        const Vec2 at = camera.to_pixels(text.at);
        const double share = text.anchor == Anchor::left ? 0.0 : text.anchor == Anchor::centre ? 0.5 : 1.0;
        canvas.mask(mask, static_cast<int>(std::lround(at.x - share * mask.width)),
                    static_cast<int>(std::lround(at.y - 0.5 * mask.height)), text.colour);
    }
};

void Painter::paint(const DrawList& list, const Camera& camera, Canvas& canvas, double density) {
    const Brush brush{list, camera, canvas, density, font_, corners_};
    for (const auto& sheet : list.sheets)
        for (const Mark& mark : sheet) std::visit(brush, mark);
}

}  // namespace shoal::view

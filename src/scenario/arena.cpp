#include "scenario/arena.hpp"

#include "base/error.hpp"
#include "scenario/outline.hpp"
#include "scenario/scenario.hpp"
#include "scenario/text.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::scenario {
namespace {

Vertex parse_vertex(std::string_view text, const Location& where) {
    std::vector<std::string_view> fields = split(text, ',');
    if (fields.size() == 3 && fields[2].empty()) fields.pop_back();
    const auto x = parse_double(fields[0]);
    const auto y = fields.size() == 2 ? parse_double(fields[1]) : std::nullopt;
    if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y))
        throw Error({where, {}, std::string(text), "x,y", "not a vertex"});
    return {*x, *y, where.line};
}

// One vertex a line; a line of white space ends a polygon.
std::vector<Outline> parse_outlines(const std::string& text, const std::string& path) {
    std::vector<Outline> outlines;
    bool between = true;
    int line = 0;
    for (const std::string_view raw : split_lines(text)) {
        const std::string_view row = trimmed(raw);
        ++line;
        if (row.empty()) {
            between = true;
            continue;
        }
        if (between) outlines.emplace_back();
        between = false;
        outlines.back().push_back(parse_vertex(row, {path, line}));
    }
    return outlines;
}

struct Extent {
    double x = 0, y = 0;
};

Extent extent_of(const Outline& outline) {
    Extent extent;
    for (const Vertex& v : outline) extent = {std::max(extent.x, v.x), std::max(extent.y, v.y)};
    return extent;
}

void scale(std::vector<Outline>& outlines, double by_x, double by_y) {
    for (Outline& outline : outlines) {
        for (Vertex& v : outline) v.x *= by_x, v.y *= by_y;
    }
}

double free_area(const std::vector<Outline>& outlines) {
    double area = 0;
    for (const Outline& outline : outlines) area += signed_area(outline);  // holes are negative
    return area;
}

std::vector<Outline> unit_square() { return {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}; }

Arena to_arena(const std::vector<Outline>& outlines) {
    Arena arena;
    for (const Outline& outline : outlines) {
        Polygon& polygon = arena.polygons.emplace_back();
        for (const Vertex& v : outline) polygon.push_back({v.x, v.y});
    }
    const Extent extent = extent_of(outlines[0]);
    arena.width = extent.x;
    arena.height = extent.y;
    return arena;
}

}  // namespace

double signed_area(const Polygon& polygon) {
    double twice = 0;
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        const Point &o = polygon[0], &a = polygon[i - 1], &b = polygon[i];
        twice += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return twice / 2;
}

Arena read_arena(const std::string& path, double surface, ArenaAspect aspect) {
    std::vector<Outline> outlines = parse_outlines(read_text(path), path);
    const bool empty = outlines.empty();
    if (empty) outlines = unit_square();
    else clean(outlines, path);
    if (aspect == ArenaAspect::square) {
        const Extent extent = extent_of(outlines[0]);
        scale(outlines, 1 / extent.x, 1 / extent.y);
    }
    const double area = free_area(outlines);
    if (!(area > 0)) throw Error({{path}, {}, {}, {}, "the holes leave no area"});
    const double factor = std::sqrt(surface / area);
    scale(outlines, factor, factor);
    Arena arena = to_arena(outlines);
    arena.periodic_by_file = empty;
    return arena;
}

Arena load_arena(const Scenario& scenario) {
    const Settings& s = scenario.settings;
    return read_arena(locate(scenario, "arena_file", s.arena_file), s.arena_surface, s.arena_aspect);
}

}  // namespace shoal::scenario

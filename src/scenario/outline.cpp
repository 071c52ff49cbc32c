#include "scenario/outline.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::scenario {
namespace {

constexpr double same_point = 1e-7;  // of the extent: 0.1 µm in an arena of 1 m
constexpr double straight = 1e-9;    // sine of the angle below which a vertex is needless

[[noreturn]] void refuse(const std::string& file, int line, const std::string& message) {
    throw Error({{file, line}, {}, {}, {}, message});
}

std::string name_of(std::size_t polygon) {
    return polygon == 0 ? "the outline (polygon 1)"
                        : "the hole (polygon " + std::to_string(polygon + 1) + ")";
}

// Of the triangle a, b, c: positive when it turns from x towards y.
double turn(const Vertex& a, const Vertex& b, const Vertex& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double distance(const Vertex& a, const Vertex& b) { return std::hypot(b.x - a.x, b.y - a.y); }

struct Box {
    double min_x, min_y, max_x, max_y;
    explicit Box(const Outline& outline)
        : min_x(outline[0].x), min_y(outline[0].y), max_x(min_x), max_y(min_y) {
        for (const Vertex& v : outline) {
            min_x = std::min(min_x, v.x), max_x = std::max(max_x, v.x);
            min_y = std::min(min_y, v.y), max_y = std::max(max_y, v.y);
        }
    }
    [[nodiscard]] double extent() const { return std::max(max_x - min_x, max_y - min_y); }
};

// Coordinates far from their origin would lose digits in every product.
void move_to_origin(std::vector<Outline>& outlines) {
    const Box box(outlines[0]);
    for (Outline& outline : outlines) {
        for (Vertex& v : outline) v.x -= box.min_x, v.y -= box.min_y;
    }
}

void remove_repeated(Outline& outline, double tolerance) {
    const auto same = [=](const Vertex& a, const Vertex& b) { return distance(a, b) <= tolerance; };
    outline.erase(std::unique(outline.begin(), outline.end(), same), outline.end());
    while (outline.size() > 1 && same(outline.front(), outline.back())) outline.pop_back();
}

// Whether the path a, b, c goes straight on at b; a path that turns back is no straight line.
bool needless(const Vertex& a, const Vertex& b, const Vertex& c) {
    const double forward = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
    return forward > 0 && std::abs(turn(a, b, c)) <= straight * distance(a, b) * distance(b, c);
}

void remove_needless(Outline& outline) {
    Outline kept;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vertex& before = kept.empty() ? outline.back() : kept.back();
        const Vertex& after = outline[(i + 1) % outline.size()];
        if (!needless(before, outline[i], after)) kept.push_back(outline[i]);
    }
    outline = std::move(kept);
}

/// An edge of polygon `polygon`, from its vertex `index`.
struct Edge {
    Vertex a, b;
    std::size_t polygon, index, count;
    double min_x, max_x, min_y, max_y;

    [[nodiscard]] bool follows(const Edge& other) const {
        return polygon == other.polygon && index == (other.index + 1) % count;
    }
};

std::vector<Edge> edges_of(const std::vector<Outline>& outlines) {
    std::vector<Edge> edges;
    for (std::size_t p = 0; p < outlines.size(); ++p) {
        const Outline& o = outlines[p];
        for (std::size_t i = 0; i < o.size(); ++i) {
            const Vertex &a = o[i], &b = o[(i + 1) % o.size()];
            edges.push_back({a, b, p, i, o.size(), std::min(a.x, b.x), std::max(a.x, b.x), std::min(a.y, b.y),
                             std::max(a.y, b.y)});
        }
    }
    return edges;
}

bool within_box(const Edge& e, const Vertex& v) {
    return v.x >= e.min_x && v.x <= e.max_x && v.y >= e.min_y && v.y <= e.max_y;
}

bool touches(const Edge& e, const Vertex& v) { return turn(e.a, e.b, v) == 0 && within_box(e, v); }

bool cross(const Edge& e, const Edge& f) {
    const auto apart = [](double s, double t) { return (s > 0 && t < 0) || (s < 0 && t > 0); };
    return apart(turn(e.a, e.b, f.a), turn(e.a, e.b, f.b)) && apart(turn(f.a, f.b, e.a), turn(f.a, f.b, e.b));
}

// Neighbours share a vertex and may only differ in direction; a polygon must not touch itself; two may touch.
bool collide(const Edge& e, const Edge& f) {
    if (f.follows(e) && e.follows(f)) return false;
    if (f.follows(e)) return touches(e, f.b) || touches(f, e.a);
    if (e.follows(f)) return touches(f, e.b) || touches(e, f.a);
    if (cross(e, f)) return true;
    const bool same = e.polygon == f.polygon;
    return same && (touches(e, f.a) || touches(e, f.b) || touches(f, e.a) || touches(f, e.b));
}

[[noreturn]] void refuse_crossing(const Edge& e, const Edge& f, const std::string& file) {
    const Edge& late = std::max(e.a.line, e.b.line) > std::max(f.a.line, f.b.line) ? e : f;
    const Edge& early = &late == &e ? f : e;
    const std::string with = e.polygon == f.polygon ? "itself" : name_of(early.polygon);
    refuse(file, late.a.line,
           name_of(late.polygon) + " crosses or touches " + with + ": the edge from line " +
               std::to_string(late.a.line) + " meets the one from line " + std::to_string(early.a.line));
}

// A sweep along x: only edges whose extents overlap are compared.
void check_crossings(const std::vector<Outline>& outlines, const std::string& file) {
    std::vector<Edge> edges = edges_of(outlines);
    std::stable_sort(edges.begin(), edges.end(),
                     [](const Edge& e, const Edge& f) { return e.min_x < f.min_x; });
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = i + 1; j < edges.size() && edges[j].min_x <= edges[i].max_x; ++j) {
            const bool near = edges[j].min_y <= edges[i].max_y && edges[j].max_y >= edges[i].min_y;
            if (near && collide(edges[i], edges[j])) refuse_crossing(edges[i], edges[j], file);
        }
    }
}

enum class Side { outside, border, inside };

Side side_of(const Outline& outline, const Vertex& v) {
    bool inside = false;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vertex &a = outline[i], &b = outline[(i + 1) % outline.size()];
        const double area = turn(a, b, v);
        const bool level = v.y >= std::min(a.y, b.y) && v.y <= std::max(a.y, b.y);
        if (area == 0 && level && v.x >= std::min(a.x, b.x) && v.x <= std::max(a.x, b.x)) return Side::border;
        if ((a.y > v.y) != (b.y > v.y) && (area > 0) == (b.y > a.y)) inside = !inside;
    }
    return inside ? Side::inside : Side::outside;
}

void check_holes(const std::vector<Outline>& outlines, const std::string& file) {
    for (std::size_t p = 1; p < outlines.size(); ++p) {
        for (const Vertex& v : outlines[p]) {
            if (side_of(outlines[0], v) == Side::outside)
                refuse(file, v.line, name_of(p) + " lies outside the outline");
            for (std::size_t q = 1; q < outlines.size(); ++q) {
                if (q != p && side_of(outlines[q], v) == Side::inside)
                    refuse(file, v.line, name_of(p) + " lies inside " + name_of(q));
            }
        }
    }
}

void check_areas(const std::vector<Outline>& outlines, double extent, const std::string& file) {
    for (std::size_t p = 0; p < outlines.size(); ++p) {
        const bool flat = std::abs(signed_area(outlines[p])) <= 1e-12 * extent * extent;
        if (flat) refuse(file, outlines[p][0].line, name_of(p) + " has no area");
    }
}

}  // namespace

double signed_area(const Outline& outline) {
    double twice = 0;
    for (std::size_t i = 2; i < outline.size(); ++i) twice += turn(outline[0], outline[i - 1], outline[i]);
    return twice / 2;
}

void clean(std::vector<Outline>& outlines, const std::string& file) {
    move_to_origin(outlines);
    const double extent = Box(outlines[0]).extent();
    for (std::size_t p = 0; p < outlines.size(); ++p) {
        Outline& outline = outlines[p];
        const int line = outline[0].line;
        remove_repeated(outline, same_point * extent);
        if (outline.size() >= 3) remove_needless(outline);
        if (outline.size() < 3) refuse(file, line, name_of(p) + " has fewer than 3 corners");
    }
    check_crossings(outlines, file);
    check_areas(outlines, extent, file);
    check_holes(outlines, file);
    for (std::size_t p = 0; p < outlines.size(); ++p) {
        if ((signed_area(outlines[p]) > 0) != (p == 0)) std::reverse(outlines[p].begin(), outlines[p].end());
    }
}

}  // namespace shoal::scenario

#include "physics/collide.hpp"

#include "base/assert.hpp"

#include <algorithm>
#include <limits>

namespace shoal::physics {
namespace {

// A disc's centre may be this part of its radius behind a wall and still be pushed back out: sweeps keep it in
// front, so only rounding and starts that overlap come here, and the far face of a thin wall never does.
constexpr double behind_wall = 0.1;

// m: how far a wall reaches past its ends, so that no rounding opens a gap between two walls in line
constexpr double seam = 1e-9;

struct Face {
    std::size_t index = 0;
    double separation = -std::numeric_limits<double>::infinity();
};

// The face of `a` whose plane is farthest from `b`: the axis of least penetration among a's normals.
Face best_face(const PolygonView& a, const PolygonView& b) {
    Face best;
    for (std::size_t i = 0; i < a.vertices.size(); ++i) {
        double deepest = std::numeric_limits<double>::infinity();
        for (const Vec2 v : b.vertices) deepest = std::min(deepest, dot(a.normals[i], v - a.vertices[i]));
        if (deepest > best.separation) best = {i, deepest};
    }
    return best;
}

struct Segment {
    Vec2 start, end;
};

Segment side(const PolygonView& p, std::size_t i) {
    return {p.vertices[i], p.vertices[i + 1 < p.vertices.size() ? i + 1 : 0]};
}

// The side of `p` that faces `normal` most squarely.
Segment incident_side(const PolygonView& p, Vec2 normal) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < p.vertices.size(); ++i)
        if (dot(p.normals[i], normal) < dot(p.normals[best], normal)) best = i;
    return side(p, best);
}

// Cuts `s` down to the part over the reference side; false when nothing is left.
bool clip(Segment& s, Segment reference) {
    const Vec2 along = normalised(reference.end - reference.start);
    const double low = dot(along, reference.start);
    const double high = dot(along, reference.end);
    const double p = dot(along, s.start);
    const double q = dot(along, s.end);
    const auto at = [&](double value) { return s.start + ((value - p) / (q - p)) * (s.end - s.start); };
    if (std::max(p, q) < low || std::min(p, q) > high) return false;
    if (p == q) return true;
    const Segment whole = s;
    if (p < low) s.start = at(low);
    if (p > high) s.start = at(high);
    if (q < low) s.end = whole.start + ((low - p) / (q - p)) * (whole.end - whole.start);
    if (q > high) s.end = whole.start + ((high - p) / (q - p)) * (whole.end - whole.start);
    return true;
}

// The two points of the incident side that lie near the reference side, whose outward normal is `normal`.
// `flip` says that the reference belongs to b, so that the contact normal points the other way.
void add_clipped(Segment reference, Vec2 normal, Segment incident, bool flip, Vec2 b_origin, double margin,
                 Manifold& out) {
    if (!clip(incident, reference)) return;
    for (const Vec2 point : {incident.start, incident.end}) {
        const double separation = dot(normal, point - reference.start);
        if (!(separation <= margin)) continue;
        const Vec2 on_reference = point - separation * normal;
        const Vec2 on_a = flip ? point : on_reference;
        const Vec2 on_b = flip ? on_reference : point;
        out.add({flip ? -normal : normal, separation, on_a, on_b - b_origin});
    }
}

// Whether a normal belongs to the corner at the wall's start: it points past both edges that meet there. Others would
// let bodies catch on corners that are nearly flat.
bool is_between_fronts(Vec2 normal, const EdgeView& wall) {
    constexpr double tolerance = 1e-6;
    return dot(normal, wall.direction) <= tolerance && dot(normal, wall.previous_direction) >= -tolerance;
}

void add_disc_contact(const DiscView& a, Vec2 nearest, Vec2 normal, double centre_distance, Vec2 b_origin,
                      double margin, Manifold& out) {
    const double separation = centre_distance - a.radius;
    if (!(separation <= margin)) return;
    out.add({normal, separation, a.centre + a.radius * normal, nearest - b_origin});
}

}  // namespace

Vec2 nearest_on_segment(Vec2 point, Vec2 start, Vec2 end) {
    const Vec2 along = end - start;
    const double squared = dot(along, along);
    if (squared == 0.0) return start;
    return start + std::clamp(dot(point - start, along) / squared, 0.0, 1.0) * along;
}

double distance(Vec2 point, const PolygonView& polygon, Vec2& nearest) {
    double outermost = -std::numeric_limits<double>::infinity();
    std::size_t face = 0;
    for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
        const double d = dot(polygon.normals[i], point - polygon.vertices[i]);
        if (d > outermost) {
            outermost = d;
            face = i;
        }
    }
    if (outermost <= 0.0) {
        nearest = point - outermost * polygon.normals[face];
        return outermost;
    }
    double squared = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
        const Segment s = side(polygon, i);
        const Vec2 candidate = nearest_on_segment(point, s.start, s.end);
        const Vec2 d = point - candidate;
        if (dot(d, d) < squared) {
            squared = dot(d, d);
            nearest = candidate;
        }
    }
    return std::sqrt(squared);
}

void collide(const DiscView& a, const DiscView& b, Vec2 b_origin, double margin, Manifold& out) {
    const Vec2 d = b.centre - a.centre;
    const double squared = dot(d, d);
    const double reach = a.radius + b.radius + margin;
    if (!(squared <= reach * reach)) return;  // also when a position is not a number
    const double apart = std::sqrt(squared);
    const Vec2 normal = apart > 0.0 ? (1.0 / apart) * d : Vec2{1.0, 0.0};
    out.add({normal, apart - a.radius - b.radius, a.centre + a.radius * normal,
             b.centre - b.radius * normal - b_origin});
}

void collide(const DiscView& a, const PolygonView& b, Vec2 b_origin, double margin, Manifold& out) {
    Vec2 nearest;
    const double apart = distance(a.centre, b, nearest);
    const Vec2 towards = nearest - a.centre;
    const Vec2 normal = apart > 0.0 ? (1.0 / apart) * towards : normalised(-towards);
    if (apart > 0.0 || dot(towards, towards) > 0.0)
        add_disc_contact(a, nearest, normal, apart, b_origin, margin, out);
}

void collide(const PolygonView& a, const PolygonView& b, Vec2 b_origin, double margin, Manifold& out) {
    constexpr double prefer_a = 1e-6;  // m: keeps the reference side from flickering between two equal ones
    const Face face_a = best_face(a, b);
    if (!(face_a.separation <= margin)) return;
    const Face face_b = best_face(b, a);
    if (face_b.separation > margin) return;
    if (face_b.separation > face_a.separation + prefer_a) {
        const Vec2 normal = b.normals[face_b.index];
        add_clipped(side(b, face_b.index), normal, incident_side(a, normal), true, b_origin, margin, out);
    } else {
        const Vec2 normal = a.normals[face_a.index];
        add_clipped(side(a, face_a.index), normal, incident_side(b, normal), false, b_origin, margin, out);
    }
}

void collide(const DiscView& a, const EdgeView& b, double margin, Manifold& out) {
    const Vec2 from_start = a.centre - b.start;
    const double along = dot(from_start, b.direction);
    if (along > b.length + seam) return;  // the next edge's start
    if (along >= -seam) {
        const Vec2 front = left_of(b.direction);
        const double height = dot(from_start, front);
        if (height < -behind_wall * a.radius) return;
        add_disc_contact(a, a.centre - height * front, -front, height, Vec2{}, margin, out);
        return;
    }
    // Before the start: the corner itself, if it sticks out and the previous edge does not reach here.
    if (!b.start_protrudes || dot(from_start, b.previous_direction) < 0.0) return;
    const double apart = length(from_start);
    if (apart > 0.0) add_disc_contact(a, b.start, (-1.0 / apart) * from_start, apart, Vec2{}, margin, out);
}

void collide(const PolygonView& a, const EdgeView& b, double margin, Manifold& out) {
    const Vec2 front = left_of(b.direction);
    Vec2 centre;
    for (const Vec2 v : a.vertices) centre = centre + v;
    if (dot(front, (1.0 / static_cast<double>(a.vertices.size())) * centre - b.start) < 0.0) return;

    double deepest = std::numeric_limits<double>::infinity();
    for (const Vec2 v : a.vertices) deepest = std::min(deepest, dot(front, v - b.start));
    if (!(deepest <= margin)) return;

    constexpr double prefer_wall = 1e-6;  // m: a flat rest is the wall's
    // A corner that sticks out may rest against a side of the polygon; elsewhere the wall's own plane decides.
    Face face;
    for (std::size_t i = 0; i < a.vertices.size(); ++i) {
        const double separation =
            std::min(dot(a.normals[i], b.start - a.vertices[i]), dot(a.normals[i], b.end - a.vertices[i]));
        if (separation > face.separation) face = {i, separation};
    }
    if (face.separation > margin) return;
    if (face.separation > deepest + prefer_wall) {
        const Vec2 normal = a.normals[face.index];
        const bool at_start = dot(normal, b.start - b.end) < 0.0;
        if (!at_start && b.end_protrudes) return;  // the next edge's start
        if (at_start && b.start_protrudes && is_between_fronts(-normal, b)) {
            add_clipped(side(a, face.index), normal, {b.start, b.end}, false, Vec2{}, margin, out);
            return;
        }
        if (deepest > 0.0 || face.separation > 0.0) return;
    }
    add_clipped({b.start, b.end}, front, incident_side(a, front), true, Vec2{}, margin, out);
}

}  // namespace shoal::physics

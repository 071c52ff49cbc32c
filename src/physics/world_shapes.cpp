#include "base/math.hpp"
#include "physics/checks.hpp"
#include "physics/world.hpp"

#include <algorithm>

// The shapes of bodies, and what follows from them: mass, centre of mass, inertia, extent.
namespace shoal::physics {
namespace {

void check(const Material& m) {
    require(std::isfinite(m.density) && m.density > 0.0, "density", m.density, "a positive number of kg/m²");
    require_not_negative(m.friction, "friction");
    require_not_negative(m.restitution, "restitution");
}

double signed_area(std::span<const Vec2> corners) {
    double twice = 0.0;
    for (std::size_t i = 0; i < corners.size(); ++i)
        twice += cross(corners[i] - corners[0], corners[(i + 1) % corners.size()] - corners[0]);
    return 0.5 * twice;
}

// Corners counter-clockwise; refuses what is not a proper convex polygon.
std::vector<Vec2> convex(std::span<const Vec2> corners) {
    const std::string count = std::to_string(corners.size()) + " corners";
    if (corners.size() < 3 || corners.size() > max_polygon_vertices)
        refuse("polygon", count, "3 to 8 corners");
    std::vector<Vec2> p(corners.begin(), corners.end());
    const double area = signed_area(p);
    double perimeter = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) perimeter += length(p[(i + 1) % p.size()] - p[i]);
    if (!(std::fabs(area) > 1e-9 * perimeter * perimeter))
        refuse("polygon", "area " + std::to_string(area) + " m²", "corners that span an area");
    if (area < 0.0) std::reverse(p.begin(), p.end());
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Vec2 in = p[(i + 1) % p.size()] - p[i];
        const Vec2 out = p[(i + 2) % p.size()] - p[(i + 1) % p.size()];
        bool proper = cross(in, out) > 1e-9 * length(in) * length(out);
        for (const Vec2 corner : p)
            proper = proper && cross(in, corner - p[i]) >= -1e-9 * dot(in, in);  // winds once
        if (!proper)
            refuse("polygon", "corner " + std::to_string((i + 1) % p.size()),
                   "a convex outline without straight corners");
    }
    return p;
}

// Second moment of area of a triangle (origin, a, b) about the origin (m⁴).
double triangle_moment(Vec2 a, Vec2 b) { return cross(a, b) * (dot(a, a) + dot(a, b) + dot(b, b)) / 12.0; }

Vec2 centroid(std::span<const Vec2> p) {
    Vec2 sum;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Vec2 a = p[i] - p[0];
        const Vec2 b = p[(i + 1) % p.size()] - p[0];
        sum = sum + (cross(a, b) / 6.0) * (a + b);
    }
    return p[0] + (1.0 / signed_area(p)) * sum;
}

}  // namespace

std::uint32_t World::add_shape(std::uint32_t body, ShapeKind kind, const Material& material) {
    Shapes& s = model_.shapes;
    s.body.push_back(body);
    s.kind.push_back(kind);
    s.radius.push_back(0.0F);
    s.centre.push_back({});
    s.friction.push_back(static_cast<float>(material.friction));
    s.restitution.push_back(static_cast<float>(material.restitution));
    s.first_vertex.push_back(static_cast<std::uint32_t>(s.vertices.size()));
    s.vertex_count.push_back(0);
    s.area.push_back(0.0F);
    s.density.push_back(static_cast<float>(material.density));
    const auto shape = static_cast<std::uint32_t>(s.size() - 1);
    model_.bodies.first_shape[body] = std::min(model_.bodies.first_shape[body], shape);
    model_changed();
    return shape;
}

void World::add_disc(BodyId body, Vec2 centre, double radius, const Material& material) {
    require(std::isfinite(radius) && radius > 0.0, "radius", radius, "a positive number of metres");
    require_finite(centre, "centre");
    check(material);
    const std::uint32_t b = row(body);
    const std::uint32_t shape = add_shape(b, ShapeKind::disc, material);
    model_.shapes.centre[shape] = centre - model_.bodies.centre_of_mass[b];
    model_.shapes.radius[shape] = static_cast<float>(radius);
    model_.shapes.area[shape] = static_cast<float>(math::pi * radius * radius);
    measure_body(b);
}

void World::add_polygon(BodyId body, std::span<const Vec2> corners, const Material& material) {
    const std::vector<Vec2> p = convex(corners);
    check(material);
    const std::uint32_t b = row(body);
    const std::uint32_t shape = add_shape(b, ShapeKind::polygon, material);
    Shapes& s = model_.shapes;
    const Vec2 centre = centroid(p);
    const Vec2 com = model_.bodies.centre_of_mass[b];
    double radius = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        s.vertices.push_back(p[i] - com);
        s.normals.push_back(normalised(right_of(p[(i + 1) % p.size()] - p[i])));
        radius = std::max(radius, length(p[i] - centre));
    }
    s.vertex_count[shape] = static_cast<std::uint32_t>(p.size());
    s.centre[shape] = centre - com;
    s.radius[shape] = static_cast<float>(radius);
    s.area[shape] = static_cast<float>(signed_area(p));
    measure_body(b);
}

void World::add_box(BodyId body, double width, double height, const Material& material) {
    require(std::isfinite(width) && width > 0.0, "width", width, "a positive number of metres");
    require(std::isfinite(height) && height > 0.0, "height", height, "a positive number of metres");
    const double x = 0.5 * width;
    const double y = 0.5 * height;
    const Vec2 corners[] = {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
    add_polygon(body, corners, material);
}

// Mass, centre of mass, inertia and extent from all shapes of the body; the origin of the body stays where it is.
void World::measure_body(std::uint32_t b) {
    Shapes& s = model_.shapes;
    Bodies& bodies = model_.bodies;
    double mass = 0.0;
    Vec2 moment;
    std::size_t count = 0;
    for (std::size_t i = bodies.first_shape[b]; i < s.size(); ++i) {
        if (s.body[i] != b) continue;
        const double m = static_cast<double>(s.area[i]) * s.density[i];
        mass += m;
        moment = moment + m * s.centre[i];
        ++count;
    }
    const BodyId id{b, bodies.generation[b]};
    const Vec2 origin = position(id);
    const Vec2 shift = (1.0 / mass) * moment;
    double inertia = 0.0;
    double extent = 0.0;
    double core = 1e300;
    for (std::size_t i = bodies.first_shape[b]; i < s.size(); ++i) {
        if (s.body[i] != b) continue;
        s.centre[i] = count == 1 && s.kind[i] == ShapeKind::disc ? Vec2{} : s.centre[i] - shift;
        const double radius = s.radius[i];
        extent = std::max(extent, length(s.centre[i]) + radius);
        if (s.kind[i] == ShapeKind::disc) {
            const double m = static_cast<double>(s.area[i]) * s.density[i];
            inertia += m * (0.5 * radius * radius + dot(s.centre[i], s.centre[i]));
            core = std::min(core, 0.5 * radius);
            continue;
        }
        const std::size_t first = s.first_vertex[i];
        const std::size_t n = s.vertex_count[i];
        for (std::size_t k = 0; k < n; ++k) s.vertices[first + k] = s.vertices[first + k] - shift;
        double second_moment = 0.0;
        for (std::size_t k = 0; k < n; ++k) {
            second_moment += triangle_moment(s.vertices[first + k], s.vertices[first + (k + 1) % n]);
            core = std::min(core, 0.5 * dot(s.normals[first + k], s.vertices[first + k] - s.centre[i]));
        }
        inertia += second_moment * s.density[i];
    }
    bodies.centre_of_mass[b] = bodies.centre_of_mass[b] + shift;
    if (shift != Vec2{}) shift_anchors(b, shift);
    const bool moves = !bodies.is_static[b];
    bodies.inv_mass[b] = moves ? static_cast<float>(1.0 / mass) : 0.0F;
    bodies.inv_inertia[b] = moves ? static_cast<float>(1.0 / inertia) : 0.0F;
    bodies.extent[b] = static_cast<float>(extent);
    bodies.core[b] = static_cast<float>(core);
    const bool centred_disc =
        count == 1 && extent > 0.0 && model_.shapes.kind[s.size() - 1] == ShapeKind::disc;
    bodies.turns_shape[b] = bodies.turns_shape[b] || !centred_disc;
    set_pose(id, origin, state_.angle[b]);
}

// Anchors are kept relative to centres of mass.
void World::shift_anchors(std::uint32_t b, Vec2 shift) {
    Joints& j = model_.joints;
    for (std::size_t i = 0; i < j.size(); ++i) {
        if (j.a[i] == b) j.anchor_a[i] = j.anchor_a[i] - shift;
        if (j.b[i] == b) j.anchor_b[i] = j.anchor_b[i] - shift;
    }
}

}  // namespace shoal::physics

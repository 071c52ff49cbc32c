#include "physics/world.hpp"

#include "base/error.hpp"
#include "base/math.hpp"

#include <algorithm>

namespace shoal::physics {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& found, const std::string& expected) {
    throw Error({{}, what, found, expected, ""});
}

void require(bool right, const char* what, double found, const char* expected) {
    if (!right) refuse(what, std::to_string(found), expected);
}

void check(const Material& m) {
    require(std::isfinite(m.density) && m.density > 0.0, "density", m.density, "a positive number of kg/m²");
    require(std::isfinite(m.friction) && m.friction >= 0.0, "friction", m.friction, "a number that is not negative");
    require(std::isfinite(m.restitution) && m.restitution >= 0.0, "restitution", m.restitution,
            "a number that is not negative");
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
    if (corners.size() < 3 || corners.size() > max_polygon_vertices) refuse("polygon", count, "3 to 8 corners");
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
        if (cross(in, out) <= 1e-9 * length(in) * length(out))
            refuse("polygon", "corner " + std::to_string((i + 1) % p.size()), "a convex outline without straight corners");
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

World::World(const WorldDef& def, std::shared_ptr<WorkerPool> pool) : pool_(std::move(pool)) {
    require(def.substeps >= 1, "substeps", def.substeps, "at least 1");
    require(!def.periodic || (def.domain.size().x > 0.0 && def.domain.size().y > 0.0), "domain", def.domain.size().x,
            "a rectangle for a periodic world");
    model_.def = def;
    if (!pool_) pool_ = std::make_shared<WorkerPool>(1);
    BodyDef ground;
    ground.is_static = true;
    add_body(ground);
}

BodyId World::add_body(const BodyDef& def) {
    require(std::isfinite(def.position.x) && std::isfinite(def.position.y), "position", def.position.x, "finite numbers");
    require(std::isfinite(def.angle), "angle", def.angle, "a finite number of radians");
    Bodies& b = model_.bodies;
    std::uint32_t row = 1;
    while (row < b.size() && b.alive[row]) ++row;
    if (row >= b.size() || free_rows_ == 0) {
        row = static_cast<std::uint32_t>(b.size());
        const std::size_t n = row + 1;
        for (auto* c : {&b.inv_mass, &b.inv_inertia, &b.linear_damping, &b.angular_damping, &b.extent, &b.core}) c->resize(n);
        b.centre_of_mass.resize(n);
        b.generation.resize(n);
        for (auto* c : {&b.alive, &b.is_static, &b.turns_shape, &near_wall_, &lost_mark_}) c->resize(n);
        State& s = state_;
        for (auto* c : {&s.x, &s.y, &s.angle}) c->resize(n);
        for (auto* c : {&s.vx, &s.vy, &s.w, &s.cos, &s.sin, &s.force_x, &s.force_y, &s.torque, &s.drive_x, &s.drive_y,
                        &s.drive_w, &s.drive_acceleration, &s.drive_angular_acceleration, &dx_, &dy_, &dq_, &reach_})
            c->resize(n);
    } else {
        --free_rows_;
    }
    b.alive[row] = 1;
    b.is_static[row] = def.is_static;
    b.turns_shape[row] = 0;
    b.inv_mass[row] = b.inv_inertia[row] = b.extent[row] = b.core[row] = 0.0F;
    b.centre_of_mass[row] = {};
    b.linear_damping[row] = static_cast<float>(def.linear_damping);
    b.angular_damping[row] = static_cast<float>(def.angular_damping);
    const BodyId id{row, b.generation[row]};
    set_pose(id, def.position, def.angle);
    set_velocity(id, def.velocity, def.angular_velocity);
    state_.force_x[row] = state_.force_y[row] = state_.torque[row] = 0.0F;
    set_drive(id, {}, 0.0, 0.0, 0.0);
    model_changed();
    return id;
}

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
    model_changed();
    return static_cast<std::uint32_t>(s.size() - 1);
}

void World::add_disc(BodyId body, Vec2 centre, double radius, const Material& material) {
    require(std::isfinite(radius) && radius > 0.0, "radius", radius, "a positive number of metres");
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
    for (std::size_t i = 0; i < s.size(); ++i) {
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
    for (std::size_t i = 0; i < s.size(); ++i) {
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
    const bool moves = !bodies.is_static[b];
    bodies.inv_mass[b] = moves ? static_cast<float>(1.0 / mass) : 0.0F;
    bodies.inv_inertia[b] = moves ? static_cast<float>(1.0 / inertia) : 0.0F;
    bodies.extent[b] = static_cast<float>(extent);
    bodies.core[b] = static_cast<float>(core);
    const bool centred_disc = count == 1 && extent > 0.0 && model_.shapes.kind[s.size() - 1] == ShapeKind::disc;
    bodies.turns_shape[b] = bodies.turns_shape[b] || !centred_disc;
    set_pose(id, origin, state_.angle[b]);
}

void World::remove_body(BodyId body) {
    const std::uint32_t b = row(body);
    Shapes& s = model_.shapes;
    std::size_t kept = 0;
    Column<Vec2> vertices;
    Column<Vec2> normals;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.body[i] == b) continue;
        const auto first = static_cast<std::uint32_t>(vertices.size());
        for (std::size_t k = 0; k < s.vertex_count[i]; ++k) {
            vertices.push_back(s.vertices[s.first_vertex[i] + k]);
            normals.push_back(s.normals[s.first_vertex[i] + k]);
        }
        s.body[kept] = s.body[i];
        s.kind[kept] = s.kind[i];
        s.centre[kept] = s.centre[i];
        s.first_vertex[kept] = first;
        s.vertex_count[kept] = s.vertex_count[i];
        for (auto* c : {&s.radius, &s.friction, &s.restitution, &s.area, &s.density}) (*c)[kept] = (*c)[i];
        ++kept;
    }
    s.vertices = vertices;
    s.normals = normals;
    s.body.resize(kept);
    s.kind.resize(kept);
    s.centre.resize(kept);
    s.first_vertex.resize(kept);
    s.vertex_count.resize(kept);
    for (auto* c : {&s.radius, &s.friction, &s.restitution, &s.area, &s.density}) c->resize(kept);
    for (std::size_t j = 0; j < model_.joints.size(); ++j)
        if (model_.joints.a[j] == b || model_.joints.b[j] == b) model_.joints.alive[j] = 0;
    model_.bodies.alive[b] = 0;
    model_.bodies.is_static[b] = 1;
    model_.bodies.inv_mass[b] = model_.bodies.inv_inertia[b] = 0.0F;
    ++model_.bodies.generation[b];
    ++free_rows_;
    set_velocity_row(b, {}, 0.0);
    pairs_.list.clear();  // its impulses belong to shapes that have new numbers now
    model_changed();
}

void World::add_outline(std::span<const Vec2> corners, const Material& material) {
    check(material);
    const std::size_t n = corners.size();
    if (n < 3) refuse("outline", std::to_string(n) + " corners", "at least 3 corners");
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 d = corners[(i + 1) % n] - corners[i];
        if (!(dot(d, d) > 0.0)) refuse("outline", "corner " + std::to_string(i) + " twice", "corners that differ");
    }
    Edges& e = model_.edges;
    const auto protrudes = [&](std::size_t i) {
        const Vec2 in = corners[i] - corners[(i + n - 1) % n];
        const Vec2 out = corners[(i + 1) % n] - corners[i];
        const double turn = cross(in, out);
        return static_cast<std::uint8_t>(turn < 0.0 || (turn == 0.0 && dot(in, out) < 0.0));
    };
    for (std::size_t i = 0; i < n; ++i) {
        const Vec2 d = corners[(i + 1) % n] - corners[i];
        e.start.push_back(corners[i]);
        e.end.push_back(corners[(i + 1) % n]);
        e.direction.push_back(normalised(d));
        e.previous_direction.push_back(normalised(corners[i] - corners[(i + n - 1) % n]));
        e.length.push_back(static_cast<float>(length(d)));
        e.friction.push_back(static_cast<float>(material.friction));
        e.restitution.push_back(static_cast<float>(material.restitution));
        e.start_protrudes.push_back(protrudes(i));
        e.end_protrudes.push_back(protrudes((i + 1) % n));
    }
    model_changed();
}

JointId World::add_joint_row(JointKind kind, BodyId a, BodyId b, Vec2 anchor_a, Vec2 anchor_b, bool collide) {
    Joints& j = model_.joints;
    j.kind.push_back(kind);
    j.a.push_back(row(a));
    j.b.push_back(row(b));
    j.anchor_a.push_back(anchor_a - model_.bodies.centre_of_mass[a.index]);
    j.anchor_b.push_back(anchor_b - model_.bodies.centre_of_mass[b.index]);
    for (auto* c : {&j.rest_length, &j.min_length, &j.max_length, &j.frequency, &j.damping_ratio}) c->push_back(0.0F);
    j.reference_angle.push_back(0.0);
    j.generation.push_back(0);
    j.alive.push_back(1);
    j.collide.push_back(collide);
    for (const BodyId body : {a, b}) {
        model_.bodies.turns_shape[body.index] = 1;  // its anchors turn, so its rotation must be known
        const math::SinCos r = math::sincos(state_.angle[body.index]);
        state_.cos[body.index] = static_cast<float>(r.cos);
        state_.sin[body.index] = static_cast<float>(r.sin);
    }
    State& s = state_;
    for (auto* c : {&s.joint_impulse_x, &s.joint_impulse_y, &s.joint_impulse_w, &s.joint_impulse_lower,
                    &s.joint_impulse_upper})
        c->push_back(0.0F);
    model_changed();
    return {static_cast<std::uint32_t>(j.size() - 1), 0};
}

JointId World::add_joint(const DistanceJointDef& def) {
    using Kind = DistanceJointDef::Kind;
    const bool spring = def.kind == Kind::spring;
    require(!spring || (std::isfinite(def.spring.frequency) && def.spring.frequency > 0.0), "frequency",
            def.spring.frequency, "a positive number of Hz (for no spring, add no joint)");
    require(!spring || def.spring.damping_ratio >= 0.0, "damping_ratio", def.spring.damping_ratio, "a number that is not negative");
    require(def.min_length >= 0.0 && def.max_length >= def.min_length, "max_length", def.max_length,
            "a length that is not below min_length");
    const JointKind kind = spring ? JointKind::spring : def.kind == Kind::rope ? JointKind::rope : JointKind::rigid;
    const auto world_anchor = [&](BodyId body, Vec2 anchor) {
        const math::SinCos r = math::sincos(state_.angle[row(body)]);
        return position(body) + Rotation{r.cos, r.sin}.apply(anchor);
    };
    const double now = length(world_anchor(def.b, def.anchor_b) - world_anchor(def.a, def.anchor_a));
    const JointId id = add_joint_row(kind, def.a, def.b, def.anchor_a, def.anchor_b, def.collide);
    Joints& j = model_.joints;
    j.rest_length[id.index] = static_cast<float>(def.rest_length < 0.0 ? now : def.rest_length);
    j.min_length[id.index] = static_cast<float>(def.min_length);
    j.max_length[id.index] = static_cast<float>(def.max_length);
    j.frequency[id.index] = static_cast<float>(def.spring.frequency);
    j.damping_ratio[id.index] = static_cast<float>(def.spring.damping_ratio);
    return id;
}

JointId World::add_joint(const RevoluteJointDef& def) {
    return add_joint_row(JointKind::revolute, def.a, def.b, def.anchor_a, def.anchor_b, def.collide);
}

JointId World::add_joint(const WeldJointDef& def) {
    const JointId id = add_joint_row(JointKind::weld, def.a, def.b, def.anchor_a, def.anchor_b, def.collide);
    model_.joints.reference_angle[id.index] = def.reference_angle;
    return id;
}

void World::remove_joint(JointId joint) {
    SHOAL_ASSERT(joint.index < model_.joints.size() && model_.joints.alive[joint.index]);
    model_.joints.alive[joint.index] = 0;
    model_changed();
}

void World::model_changed() {
    pairs_.stale = true;
    finder_.model_changed();
}

std::uint32_t World::row(BodyId body) const {
    SHOAL_ASSERT(contains(body));
    return body.index;
}

bool World::contains(BodyId body) const {
    return body.index < model_.bodies.size() && model_.bodies.alive[body.index] &&
           model_.bodies.generation[body.index] == body.generation;
}

void World::set_pose(BodyId body, Vec2 position, double angle) {
    const std::uint32_t b = row(body);
    const math::SinCos r = math::sincos(angle);
    const Vec2 com = position + Rotation{r.cos, r.sin}.apply(model_.bodies.centre_of_mass[b]);
    state_.x[b] = com.x;
    state_.y[b] = com.y;
    state_.angle[b] = angle;
    state_.cos[b] = static_cast<float>(r.cos);
    state_.sin[b] = static_cast<float>(r.sin);
    pairs_.stale = true;
}

void World::set_velocity(BodyId body, Vec2 velocity, double angular_velocity) {
    set_velocity_row(row(body), velocity, angular_velocity);
}

void World::set_velocity_row(std::uint32_t b, Vec2 velocity, double angular_velocity) {
    state_.vx[b] = static_cast<float>(velocity.x);
    state_.vy[b] = static_cast<float>(velocity.y);
    state_.w[b] = static_cast<float>(angular_velocity);
}

void World::apply_force(BodyId body, Vec2 force, double torque) {
    const std::uint32_t b = row(body);
    state_.force_x[b] += static_cast<float>(force.x);
    state_.force_y[b] += static_cast<float>(force.y);
    state_.torque[b] += static_cast<float>(torque);
}

void World::apply_impulse(BodyId body, Vec2 impulse, double angular_impulse) {
    const std::uint32_t b = row(body);
    state_.vx[b] += model_.bodies.inv_mass[b] * static_cast<float>(impulse.x);
    state_.vy[b] += model_.bodies.inv_mass[b] * static_cast<float>(impulse.y);
    state_.w[b] += model_.bodies.inv_inertia[b] * static_cast<float>(angular_impulse);
}

void World::set_drive(BodyId body, Vec2 velocity, double angular_velocity, double acceleration,
                      double angular_acceleration) {
    const std::uint32_t b = row(body);
    const bool moves = !model_.bodies.is_static[b];
    state_.drive_x[b] = static_cast<float>(velocity.x);
    state_.drive_y[b] = static_cast<float>(velocity.y);
    state_.drive_w[b] = static_cast<float>(angular_velocity);
    state_.drive_acceleration[b] = moves ? static_cast<float>(acceleration) : 0.0F;
    state_.drive_angular_acceleration[b] = moves ? static_cast<float>(angular_acceleration) : 0.0F;
}

Vec2 World::position(BodyId body) const {
    const std::uint32_t b = row(body);
    const Vec2 com = model_.bodies.centre_of_mass[b];
    const Vec2 at = {state_.x[b], state_.y[b]};
    if (com == Vec2{}) return at;
    const math::SinCos r = math::sincos(state_.angle[b]);
    return at - Rotation{r.cos, r.sin}.apply(com);
}

double World::angle(BodyId body) const { return state_.angle[row(body)]; }
Vec2 World::velocity(BodyId body) const { return {state_.vx[row(body)], state_.vy[row(body)]}; }
double World::angular_velocity(BodyId body) const { return state_.w[row(body)]; }

double World::mass(BodyId body) const {
    const float inverse = model_.bodies.inv_mass[row(body)];
    return inverse > 0.0F ? 1.0 / static_cast<double>(inverse) : 0.0;
}

double World::inertia(BodyId body) const {
    const float inverse = model_.bodies.inv_inertia[row(body)];
    return inverse > 0.0F ? 1.0 / static_cast<double>(inverse) : 0.0;
}

std::uint64_t World::digest() const {
    Digest d;
    for (const auto* c : {&state_.x, &state_.y, &state_.angle}) d.add(*c);
    for (const auto* c : {&state_.vx, &state_.vy, &state_.w, &state_.joint_impulse_x, &state_.joint_impulse_y,
                          &state_.joint_impulse_w})
        d.add(*c);
    d.add(state_.step);
    return d.value();
}

}  // namespace shoal::physics

#include "physics/world.hpp"

#include "base/error.hpp"
#include "base/math.hpp"
#include "physics/checks.hpp"

#include <algorithm>

namespace shoal::physics {

void refuse(const std::string& what, const std::string& found, const std::string& expected) {
    throw Error({{}, what, found, expected, ""});
}

void require(bool right, const char* what, double found, const char* expected) {
    if (!right) refuse(what, std::to_string(found), expected);
}

World::World(const WorldDef& def, std::shared_ptr<WorkerPool> pool)
    : pool_(std::move(pool)), finder_(def), looker_(def) {
    const Vec2 size = def.domain.size();
    require(def.substeps >= 1, "substeps", def.substeps, "at least 1");
    require_finite(def.gravity, "gravity");
    require_finite(size, "domain");
    const bool everywhere = size == Vec2{} && !def.periodic;
    require(everywhere || (size.x > 0.0 && size.y > 0.0), "domain", std::min(size.x, size.y),
            "a rectangle with a width and a height");
    require_not_negative(def.slop, "slop");
    require_not_negative(def.max_push_speed, "max_push_speed");
    require_not_negative(def.restitution_threshold, "restitution_threshold");
    require_positive(def.contact_frequency, "contact_frequency");
    require_positive(def.contact_damping_ratio, "contact_damping_ratio");
    require_positive(def.joint_frequency, "joint_frequency");
    require_positive(def.joint_damping_ratio, "joint_damping_ratio");
    model_.def = def;
    if (!pool_) pool_ = std::make_shared<WorkerPool>(1);
    BodyDef ground;
    ground.is_static = true;
    add_body(ground);
}

BodyId World::add_body(const BodyDef& def) {
    require_finite(def.position, "position");
    require_finite(def.angle, "angle");
    require_finite(def.velocity, "velocity");
    require_finite(def.angular_velocity, "angular_velocity");
    require_not_negative(def.linear_damping, "linear_damping");
    require_not_negative(def.angular_damping, "angular_damping");
    const std::uint32_t row = free_row();
    Bodies& b = model_.bodies;
    b.alive[row] = 1;
    b.is_static[row] = def.is_static;
    b.turns_shape[row] = 0;
    b.inv_mass[row] = b.inv_inertia[row] = b.extent[row] = b.core[row] = 0.0F;
    b.centre_of_mass[row] = {};
    b.first_shape[row] = none;
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

// Calls visit(column) for each column that has a row a body.
template <class Visit>
void World::for_body_columns(const Visit& visit) {
    Bodies& b = model_.bodies;
    State& s = state_;
    for (auto* c : {&b.inv_mass, &b.inv_inertia, &b.linear_damping, &b.angular_damping, &b.extent, &b.core})
        visit(*c);
    for (auto* c : {&b.generation, &b.first_shape}) visit(*c);
    for (auto* c : {&b.alive, &b.is_static, &b.turns_shape, &lost_mark_}) visit(*c);
    visit(b.centre_of_mass);
    for (auto* c : {&s.x, &s.y, &s.angle, &pairs_.x, &pairs_.y, &pairs_.angle}) visit(*c);
    for (auto* c :
         {&s.vx, &s.vy, &s.w, &s.cos, &s.sin, &s.force_x, &s.force_y, &s.torque, &s.drive_x, &s.drive_y,
          &s.drive_w, &s.drive_acceleration, &s.drive_angular_acceleration, &reach_, &room_to_wall_})
        visit(*c);
}

// A row that a removed body left behind, or a new one.
std::uint32_t World::free_row() {
    Bodies& b = model_.bodies;
    if (free_rows_ > 0) {
        --free_rows_;
        std::uint32_t row = 1;
        while (b.alive[row]) ++row;
        return row;
    }
    const auto row = static_cast<std::uint32_t>(b.size());
    for_body_columns([&](auto& column) { column.resize(row + 1U); });
    return row;
}

void World::reserve(std::size_t bodies) {
    const std::size_t rows = model_.bodies.size() + bodies;
    for_body_columns([&](auto& column) { column.reserve(rows); });
    const std::size_t shapes = model_.shapes.size() + bodies;
    Shapes& s = model_.shapes;
    s.kind.reserve(shapes);
    s.centre.reserve(shapes);
    for (auto* c : {&s.body, &s.first_vertex, &s.vertex_count}) c->reserve(shapes);
    for (auto* c : {&s.radius, &s.friction, &s.restitution, &s.area, &s.density}) c->reserve(shapes);
}

void World::remove_body(BodyId body) {
    const std::uint32_t b = row(body);
    Shapes& s = model_.shapes;
    std::size_t kept = 0;
    Column<Vec2> vertices;
    Column<Vec2> normals;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s.body[i] == b) continue;
        if (model_.bodies.first_shape[s.body[i]] == i)
            model_.bodies.first_shape[s.body[i]] = static_cast<std::uint32_t>(kept);
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
    model_.bodies.first_shape[b] = none;
    halt(b);
    pairs_.list.clear();  // its impulses belong to shapes that have new numbers now
    model_changed();
}

void World::model_changed() {
    pairs_.stale = looked_.stale = true;
    finder_.model_changed();
    looker_.model_changed();
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
    pairs_.stale = looked_.stale = true;
    lost_mark_[b] = sound;
    if (!std::isfinite(com.x + com.y + angle)) return;
    pairs_.x[b] = com.x;
    pairs_.y[b] = com.y;
    pairs_.angle[b] = angle;
}

void World::set_velocity(BodyId body, Vec2 velocity, double angular_velocity) {
    set_velocity_row(row(body), velocity, angular_velocity);
}

void World::set_velocity_row(std::uint32_t b, Vec2 velocity, double angular_velocity) {
    if (model_.bodies.is_static[b]) return;
    state_.vx[b] = static_cast<float>(velocity.x);
    state_.vy[b] = static_cast<float>(velocity.y);
    state_.w[b] = static_cast<float>(angular_velocity);
}

// At rest, with nothing that would set it in motion again.
void World::halt(std::uint32_t b) {
    State& s = state_;
    for (auto* c : {&s.vx, &s.vy, &s.w, &s.force_x, &s.force_y, &s.torque, &s.drive_x, &s.drive_y, &s.drive_w,
                    &s.drive_acceleration, &s.drive_angular_acceleration})
        (*c)[b] = 0.0F;
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
                          &state_.joint_impulse_w, &state_.joint_impulse_lower, &state_.joint_impulse_upper})
        d.add(*c);
    d.add(state_.step);
    return d.value();
}

}  // namespace shoal::physics

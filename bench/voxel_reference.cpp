#include "voxel_reference.hpp"

#include "voxel/physics/engine.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::bench {

namespace {

constexpr double gravity = -9.8;
constexpr double ground_friction = 0.2;
constexpr int passes = 6;

double sign_x(voxel::Anchor anchor) {
    return anchor == voxel::middle                                     ? 0.0
           : anchor == voxel::plus_plus || anchor == voxel::plus_minus ? 1.0
                                                                       : -1.0;
}
double sign_y(voxel::Anchor anchor) {
    return anchor == voxel::middle                                     ? 0.0
           : anchor == voxel::plus_plus || anchor == voxel::minus_plus ? 1.0
                                                                       : -1.0;
}

}  // namespace

// Bodies and where masses are in them come from the product's own assembly, so both have the same welds.
VoxelReference::VoxelReference(const voxel::Body& body, double x, double y, int substeps, double dt)
    : material_(*body.at(0, 0)), substeps_(substeps), dt_(dt) {
    voxel::Settings settings;
    settings.dt = dt;
    settings.substeps = substeps;
    const auto engine = voxel::build({voxel::World{{{body, x, y}}, nullptr, {}}}, settings);
    const voxel::WorldData& world = engine->worlds[0];
    for (std::size_t b = world.bodies.begin; b < world.bodies.begin + world.used_bodies; ++b) {
        const auto value = [&](voxel::BodyField field) { return engine->value(b, field); };
        RigidBody out{};
        out.x = value(voxel::body_x);
        out.y = value(voxel::body_y);
        out.c = 1.0;
        out.inv_mass = value(voxel::body_inv_mass);
        out.inv_inertia = value(voxel::body_inv_inertia);
        out.keep_linear = value(voxel::body_keep_linear);
        out.keep_angular = value(voxel::body_keep_angular);
        for (std::uint32_t i = world.corner_begin[b - world.bodies.begin];
             i < world.corner_begin[b - world.bodies.begin + 1]; ++i)
            out.corners.push_back({world.corners[i].x, world.corners[i].y});
        bodies_.push_back(out);
    }
    for (const voxel::Piece& piece : world.pieces)
        masses_.push_back({piece.body - world.bodies.begin, piece.x, piece.y});
    const double half = 0.5 * material_.mass_side();
    for (std::size_t v = 0; v < masses_.size() / 4; ++v)
        for (const voxel::SpringEnds& ends : voxel::spring_ends) {
            const std::size_t a = 4 * v + static_cast<std::size_t>(ends.a),
                              b = 4 * v + static_cast<std::size_t>(ends.b);
            Spring s{v,
                     a,
                     b,
                     0,
                     0,
                     0,
                     0,
                     half * sign_x(ends.anchor_a),
                     half * sign_y(ends.anchor_a),
                     half * sign_x(ends.anchor_b),
                     half * sign_y(ends.anchor_b),
                     ends.kind};
            s.ax = masses_[a].x + s.own_ax;
            s.ay = masses_[a].y + s.own_ay;
            s.bx = masses_[b].x + s.own_bx;
            s.by = masses_[b].y + s.own_by;
            springs_.push_back(s);
        }
    rest_.resize(masses_.size() / 4);
    control(std::vector<float>(rest_.size(), 0.0F));
}

void VoxelReference::control(const std::vector<float>& values) {
    const double s = material_.mass_side();
    for (std::size_t v = 0; v < rest_.size(); ++v) {
        const double f = std::clamp(static_cast<double>(values[v]), -1.0, 1.0);
        const double area = f >= 0.0 ? 1.0 - f * (1.0 - material_.active_area.min)
                                     : 1.0 - f * (material_.active_area.max - 1.0);
        const double side = material_.side_length * std::sqrt(area), gap = side - 2.0 * s;
        rest_[v] = {gap, std::sqrt(s * s + gap * gap), std::sqrt(2.0) * (side - s)};
    }
}

void VoxelReference::set_spring_masses() {
    const double block = 0.25 * material_.mass, s = material_.mass_side();
    const bool turns = material_.stiffness_law == voxel::StiffnessLaw::effective_mass;
    const double inv_inertia = turns ? 6.0 / (block * s * s) : 0.0;
    for (Spring& spring : springs_) {
        const RigidBody &a = bodies_[masses_[spring.a].body], &b = bodies_[masses_[spring.b].body];
        const double dx = b.x + b.c * spring.bx - b.s * spring.by - a.x - a.c * spring.ax + a.s * spring.ay;
        const double dy = b.y + b.s * spring.bx + b.c * spring.by - a.y - a.s * spring.ax - a.c * spring.ay;
        const double ax = a.c * spring.own_ax - a.s * spring.own_ay,
                     ay = a.s * spring.own_ax + a.c * spring.own_ay;
        const double bx = b.c * spring.own_bx - b.s * spring.own_by,
                     by = b.s * spring.own_bx + b.c * spring.own_by;
        const double ta = ax * dy - ay * dx, tb = bx * dy - by * dx;
        spring.mass = 1.0 / (2.0 / block + inv_inertia * (ta * ta + tb * tb) / (dx * dx + dy * dy));
    }
}

void VoxelReference::pull(double h) {
    const double omega = 2.0 * 3.14159265358979323846 * material_.spring_frequency;
    const double k = omega * omega, d = 2.0 * material_.spring_damping_ratio * omega;
    for (const Spring& spring : springs_) {
        RigidBody &a = bodies_[masses_[spring.a].body], &b = bodies_[masses_[spring.b].body];
        const double ax = a.c * spring.ax - a.s * spring.ay, ay = a.s * spring.ax + a.c * spring.ay;
        const double bx = b.c * spring.bx - b.s * spring.by, by = b.s * spring.bx + b.c * spring.by;
        const double dx = b.x + bx - a.x - ax, dy = b.y + by - a.y - ay;
        const double ux = b.vx - b.w * by - a.vx + a.w * ay, uy = b.vy + b.w * bx - a.vy - a.w * ax;
        const double inverse = 1.0 / std::sqrt(dx * dx + dy * dy);
        const double stretch = rest_[spring.voxel][static_cast<std::size_t>(spring.kind)] * inverse - 1.0;
        const double rate = (dx * ux + dy * uy) * inverse * inverse;
        const double force = spring.mass * (k * stretch - d * rate);
        b.fx += force * dx;
        b.fy += force * dy;
        b.torque += force * (bx * dy - by * dx);
        a.fx -= force * dx;
        a.fy -= force * dy;
        a.torque -= force * (ax * dy - ay * dx);
    }
    for (RigidBody& body : bodies_) {
        body.vx = (body.vx + h * body.fx * body.inv_mass) * body.keep_linear;
        body.vy = (body.vy + h * (body.fy * body.inv_mass + gravity)) * body.keep_linear;
        body.w = (body.w + h * body.torque * body.inv_inertia) * body.keep_angular;
        body.fx = body.fy = body.torque = 0.0;
    }
}

void VoxelReference::touch_ground(RigidBody& body, double h) const {
    struct Contact {
        double rx, ry, least, normal = 0.0, tangent = 0.0;
    };
    Contact contacts[8];
    int count = 0;
    for (const auto& corner : body.corners) {
        const double rx = body.c * corner[0] - body.s * corner[1],
                     ry = body.s * corner[0] + body.c * corner[1];
        const double gap = body.y + ry, speed = body.vy + body.w * rx;
        if (gap > -2.0 * h * speed || count == 8) continue;
        const double closing = -std::max(gap, 0.0) / h;
        const bool bounces = speed < -1.0 && speed < closing;
        contacts[count++] = {rx, ry, bounces ? std::max(-material_.restitution * speed, closing) : closing};
    }
    const double friction = std::sqrt(material_.friction * ground_friction);
    for (int pass = 0; pass < passes; ++pass)
        for (int i = 0; i < count; ++i) {
            Contact& p = contacts[i];
            const double slip = body.vx - body.w * p.ry;
            const double mass_t = 1.0 / (body.inv_mass + body.inv_inertia * p.ry * p.ry);
            const double tangent =
                std::clamp(p.tangent - mass_t * slip, -friction * p.normal, friction * p.normal);
            body.vx += body.inv_mass * (tangent - p.tangent);
            body.w -= body.inv_inertia * (tangent - p.tangent) * p.ry;
            p.tangent = tangent;
            const double mass_n = 1.0 / (body.inv_mass + body.inv_inertia * p.rx * p.rx);
            const double normal = std::max(p.normal + mass_n * (p.least - body.vy - body.w * p.rx), 0.0);
            body.vy += body.inv_mass * (normal - p.normal);
            body.w += body.inv_inertia * (normal - p.normal) * p.rx;
            p.normal = normal;
        }
}

void VoxelReference::move(RigidBody& body, double h) const {
    body.x += h * body.vx;
    body.y += h * body.vy;
    body.angle += h * body.w;
    body.c = std::cos(body.angle);
    body.s = std::sin(body.angle);
}

void VoxelReference::step() {
    const double h = dt_ / substeps_;
    if (springs_.front().mass == 0.0 || material_.stiffness_law == voxel::StiffnessLaw::effective_mass)
        set_spring_masses();
    for (int i = 0; i < substeps_; ++i) {
        pull(h);
        for (RigidBody& body : bodies_) {
            if (body.y < 2.0 * material_.mass_side()) touch_ground(body, h);
            move(body, h);
        }
    }
}

double VoxelReference::centre_x() const {
    double sum = 0.0;
    for (const Mass& mass : masses_) {
        const RigidBody& body = bodies_[mass.body];
        sum += body.x + body.c * mass.x - body.s * mass.y;
    }
    return sum / static_cast<double>(masses_.size());
}

}  // namespace shoal::bench

#include "physics/joints.hpp"

#include "base/math.hpp"
#include "physics/shape_view.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::physics {

Softness stiff(double frequency, double damping_ratio, double h) {
    const double omega = math::two_pi * std::min(frequency, 0.25 / h);
    const double a1 = 2.0 * damping_ratio + h * omega;
    const double a2 = h * omega * a1;
    const double a3 = 1.0 / (1.0 + a2);
    return {static_cast<float>(a2 * a3), static_cast<float>(a2 * a3 * omega / a1), static_cast<float>(a3)};
}

// With `implicit` = 0 this is the symplectic Euler method, which keeps a spring's energy; 1 is the implicit one, which
// stays stable when the sub-step is too long for the spring. Between the two the change is gradual.
Softness springy(double frequency, double damping_ratio, double h) {
    const double omega = math::two_pi * frequency;
    const double implicit = std::clamp((h * omega - 0.5) / 0.5, 0.0, 1.0);
    const double a1 = 2.0 * damping_ratio + implicit * h * omega;
    const double a2 = h * omega * a1;
    const double a3 = 1.0 / (1.0 + a2);
    return {static_cast<float>(a2 * a3), static_cast<float>(h * omega * omega * a3), static_cast<float>(a3)};
}

namespace {

struct Arm {
    float x, y;

    // Turned by an angle q (rad) that a step may reach; third order is enough for it.
    [[nodiscard]] Arm turned(float q) const {
        const float s = q - q * q * q / 6.0F;
        const float c = 1.0F - 0.5F * q * q;
        return {c * x - s * y, s * x + c * y};
    }
};

}  // namespace

// The two bodies of a joint while it is solved: arms as they are by now, velocities in registers, given back at the end.
struct JointSolver::Link {
    BodyMotion &motion_a, &motion_b;
    const Row& row;
    Arm a, b;
    PlanarVector va, vb;

    Link(const BodyRows& rows, const Row& r)
        : motion_a(rows.motion[r.a]), motion_b(rows.motion[r.b]), row(r),
          a(Arm{r.ax, r.ay}.turned(motion_a.moved.turn)), b(Arm{r.bx, r.by}.turned(motion_b.moved.turn)),
          va(motion_a.velocity), vb(motion_b.velocity) {}
    void store() const {
        motion_a.velocity = va;
        motion_b.velocity = vb;
    }
    // Anchor to anchor by now (m), and how fast that changes (m/s).
    [[nodiscard]] float gap_x() const {
        return row.dx + (motion_b.moved.x - motion_a.moved.x) + (b.x - row.bx) - (a.x - row.ax);
    }
    [[nodiscard]] float gap_y() const {
        return row.dy + (motion_b.moved.y - motion_a.moved.y) + (b.y - row.by) - (a.y - row.ay);
    }
    [[nodiscard]] float speed_x() const { return vb.x - vb.turn * b.y - va.x + va.turn * a.y; }
    [[nodiscard]] float speed_y() const { return vb.y + vb.turn * b.x - va.y - va.turn * a.x; }
    void apply(float px, float py) {
        va.x -= row.inv_mass_a * px;
        va.y -= row.inv_mass_a * py;
        va.turn -= row.inv_inertia_a * (a.x * py - a.y * px);
        vb.x += row.inv_mass_b * px;
        vb.y += row.inv_mass_b * py;
        vb.turn += row.inv_inertia_b * (b.x * py - b.y * px);
    }
    void apply_turn(float impulse) {
        va.turn -= row.inv_inertia_a * impulse;
        vb.turn += row.inv_inertia_b * impulse;
    }
    [[nodiscard]] float axial_mass(float ux, float uy) const {
        const float ma = a.x * uy - a.y * ux;
        const float mb = b.x * uy - b.y * ux;
        const float k =
            row.inv_mass_a + row.inv_mass_b + row.inv_inertia_a * ma * ma + row.inv_inertia_b * mb * mb;
        return k > 0.0F ? 1.0F / k : 0.0F;
    }
};

void JointSolver::prepare(const Model& model, const State& state, const GridLayout& layout,
                          const SolverBodies& bodies, double h) {
    const Joints& joints = model.joints;
    const Softness rigid = stiff(model.def.joint_frequency, model.def.joint_damping_ratio, h);
    inv_h_ = static_cast<float>(1.0 / h);
    rows_.clear();
    for (std::uint32_t j = 0; j < joints.size(); ++j) {
        if (!joints.alive[j]) continue;
        const std::uint32_t a = joints.a[j];
        const std::uint32_t b = joints.b[j];
        const Vec2 arm_a = pose_of(state, a).rotation.apply(joints.anchor_a[j]);
        const Vec2 arm_b = pose_of(state, b).rotation.apply(joints.anchor_b[j]);
        const Vec2 d =
            layout.shortest(Vec2{state.x[b], state.y[b]} - Vec2{state.x[a], state.y[a]}) + arm_b - arm_a;
        const bool spring = joints.kind[j] == JointKind::spring;
        rows_.push_back({j, bodies.slot(a), bodies.slot(b), joints.kind[j], static_cast<float>(arm_a.x),
                         static_cast<float>(arm_a.y), static_cast<float>(arm_b.x),
                         static_cast<float>(arm_b.y), static_cast<float>(d.x), static_cast<float>(d.y),
                         static_cast<float>(state.angle[b] - state.angle[a] - joints.reference_angle[j]),
                         model.bodies.inv_mass[a], model.bodies.inv_inertia[a], model.bodies.inv_mass[b],
                         model.bodies.inv_inertia[b], joints.rest_length[j], joints.min_length[j],
                         joints.max_length[j],
                         spring ? springy(joints.frequency[j], joints.damping_ratio[j], h) : rigid});
    }
}

void JointSolver::warm_start(const BodyRows& body, const State& state) const {
    for (const Row& row : rows_) {
        Link link(body, row);
        const std::uint32_t j = row.joint;
        float px = state.joint_impulse_x[j];
        float py = state.joint_impulse_y[j];
        if (row.kind == JointKind::rigid || row.kind == JointKind::spring || row.kind == JointKind::rope) {
            const float gx = link.gap_x();
            const float gy = link.gap_y();
            const float length = std::sqrt(gx * gx + gy * gy);
            const float impulse =
                state.joint_impulse_x[j] + state.joint_impulse_lower[j] - state.joint_impulse_upper[j];
            px = length > 0.0F ? impulse * gx / length : 0.0F;
            py = length > 0.0F ? impulse * gy / length : 0.0F;
        }
        link.apply(px, py);
        link.apply_turn(state.joint_impulse_w[j]);
        link.store();
    }
}

void JointSolver::solve(const BodyRows& body, State& state, bool push) const {
    for (const Row& row : rows_) {
        Link link(body, row);
        if (row.kind == JointKind::weld) solve_angle(row, link, state, push);
        if (row.kind == JointKind::weld || row.kind == JointKind::revolute)
            solve_point(row, link, state, push);
        else solve_distance(row, link, state, push);
        link.store();
    }
}

void JointSolver::solve_distance(const Row& row, Link& link, State& state, bool push) const {
    const float gx = link.gap_x();
    const float gy = link.gap_y();
    const float length = std::sqrt(gx * gx + gy * gy);
    if (length == 0.0F) return;
    const float ux = gx / length;
    const float uy = gy / length;
    const float mass = link.axial_mass(ux, uy);
    const auto speed = [&] { return link.speed_x() * ux + link.speed_y() * uy; };

    if (row.kind == JointKind::rope) {
        // Each limit only pushes or only pulls; a limit not reached yet may be reached within the sub-step.
        const auto limit = [&](float room, float& impulse, float sign) {
            Softness s{1.0F, 0.0F, 0.0F};
            float position = 0.0F;
            if (room > 0.0F) position = room * inv_h_;
            else if (push) {
                s = row.softness;
                position = s.position_part * room;
            }
            const float change =
                -mass * (s.velocity_part * sign * speed() + position) - s.impulse_part * impulse;
            const float total = std::max(impulse + change, 0.0F);
            link.apply(sign * (total - impulse) * ux, sign * (total - impulse) * uy);
            impulse = total;
        };
        limit(length - row.min, state.joint_impulse_lower[row.joint], 1.0F);
        if (std::isfinite(row.max)) limit(row.max - length, state.joint_impulse_upper[row.joint], -1.0F);
        return;
    }
    const bool spring = row.kind == JointKind::spring;
    if (spring && !push)
        return;  // a spring acts once a sub-step: its force belongs to the position it had then
    const Softness s = push ? row.softness : Softness{};
    float& impulse = state.joint_impulse_x[row.joint];
    const float change = -mass * (s.velocity_part * speed() + s.position_part * (length - row.rest)) -
                         s.impulse_part * impulse;
    impulse += change;
    link.apply(change * ux, change * uy);
}

void JointSolver::solve_point(const Row& row, Link& link, State& state, bool push) const {
    const Softness s = push ? row.softness : Softness{};
    const Arm a = link.a;
    const Arm b = link.b;
    const float kxx =
        row.inv_mass_a + row.inv_mass_b + row.inv_inertia_a * a.y * a.y + row.inv_inertia_b * b.y * b.y;
    const float kyy =
        row.inv_mass_a + row.inv_mass_b + row.inv_inertia_a * a.x * a.x + row.inv_inertia_b * b.x * b.x;
    const float kxy = -row.inv_inertia_a * a.x * a.y - row.inv_inertia_b * b.x * b.y;
    const float determinant = kxx * kyy - kxy * kxy;
    if (determinant == 0.0F) return;
    const float ex = s.velocity_part * link.speed_x() + s.position_part * link.gap_x();
    const float ey = s.velocity_part * link.speed_y() + s.position_part * link.gap_y();
    float& jx = state.joint_impulse_x[row.joint];
    float& jy = state.joint_impulse_y[row.joint];
    const float px = -(kyy * ex - kxy * ey) / determinant - s.impulse_part * jx;
    const float py = -(kxx * ey - kxy * ex) / determinant - s.impulse_part * jy;
    jx += px;
    jy += py;
    link.apply(px, py);
}

void JointSolver::solve_angle(const Row& row, Link& link, State& state, bool push) const {
    const float k = row.inv_inertia_a + row.inv_inertia_b;
    if (k == 0.0F) return;
    const Softness s = push ? row.softness : Softness{};
    const float error = row.angle_error + link.motion_b.moved.turn - link.motion_a.moved.turn;
    float& impulse = state.joint_impulse_w[row.joint];
    const float change = -(s.velocity_part * (link.vb.turn - link.va.turn) + s.position_part * error) / k -
                         s.impulse_part * impulse;
    impulse += change;
    link.apply_turn(change);
}

}  // namespace shoal::physics

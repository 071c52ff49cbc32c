// Kernels of the contact solver, written once over a vector type and compiled for each instruction set.
// The includer defines SHOAL_KERNELS (name of the resulting table) and SHOAL_ABI (of std::experimental::simd).
// Only plain arithmetic and square roots: every lane computes what the scalar build computes, bit for bit.

#include "physics/solver_vectors.inl"

namespace shoal::physics {
namespace {

alignas(64) constexpr std::uint32_t in_a_row[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

void integrate_velocities(const BodyRows& body, const SubstepConstants& c, std::size_t begin,
                          std::size_t end) {
    const Floats h = c.h;
    const Floats one = 1.0F;
    const Floats none = 0.0F;
    const bool pushed = body.push_x != nullptr;
    for (std::size_t i = begin; i < end; i += width) {
        const Planar v = gather(body.motion + i, &BodyMotion::velocity, in_a_row);
        Floats vx = v.x + (pushed ? load(body.push_x + i) : none);
        Floats vy = v.y + (pushed ? load(body.push_y + i) : none);
        Floats w = v.turn + (pushed ? load(body.push_w + i) : none);
        const auto moves = v.inverse > 0.0F;
        vx += choose(moves, h * c.gravity_x, Floats(0.0F));
        vy += choose(moves, h * c.gravity_y, Floats(0.0F));
        const Floats kept = load(body.keep_linear + i);
        vx *= kept;
        vy *= kept;
        w *= load(body.keep_angular + i);

        // The drive changes the velocity towards its aim, as far as its grip allows.
        const Floats ex = load(body.drive_x + i) - vx;
        const Floats ey = load(body.drive_y + i) - vy;
        const Floats wanted = stdx::sqrt(ex * ex + ey * ey);
        const Floats possible = h * load(body.drive_acceleration + i);
        const Floats part = choose(wanted > possible, possible / wanted, one);
        vx += part * ex;
        vy += part * ey;
        const Floats turn = h * load(body.drive_angular_acceleration + i);
        w += larger(smaller(load(body.drive_w + i) - w, turn), -turn);

        scatter(body.motion + i, &BodyMotion::velocity, in_a_row, {vx, vy, w, v.inverse});
    }
}

void integrate_positions(const BodyRows& body, const SubstepConstants& c, std::size_t begin,
                         std::size_t end) {
    constexpr float kept = 0.0F;  // of four floats that change alike the compiler makes a vector
    for (std::size_t i = begin; i < end; ++i) {
        auto& [v, moved] = body.motion[i];
        moved = {moved.x + c.h * v.x, moved.y + c.h * v.y, moved.turn + c.h * v.turn,
                 moved.inverse + kept * v.inverse};
    }
}

// The bodies of `width` rows; their velocities are given back.
template <bool ground>
struct Velocities {
    Planar a, moved_a;
    Planar b{0.0F, 0.0F, 0.0F, 0.0F}, moved_b = b;

    SHOAL_INLINE Velocities(const BodyRows& body, const ContactRows& row, std::size_t i)
        : a(gather(body.motion, &BodyMotion::velocity, row.a + i)),
          moved_a(gather(body.motion, &BodyMotion::moved, row.a + i)) {
        if constexpr (ground) return;
        b = gather(body.motion, &BodyMotion::velocity, row.b + i);
        moved_b = gather(body.motion, &BodyMotion::moved, row.b + i);
    }
    SHOAL_INLINE void store(const BodyRows& body, const ContactRows& row, std::size_t i) const {
        scatter(body.motion, &BodyMotion::velocity, row.a + i, a);
        if constexpr (!ground) scatter(body.motion, &BodyMotion::velocity, row.b + i, b);
    }
    // Velocity of b's anchor relative to a's.
    SHOAL_INLINE Floats relative_x(const ContactRows& row, std::size_t i) const {
        const Floats own = a.x - a.turn * load(row.ay + i);
        if constexpr (ground) return -own;
        else return b.x - b.turn * load(row.by + i) - own;
    }
    SHOAL_INLINE Floats relative_y(const ContactRows& row, std::size_t i) const {
        const Floats own = a.y + a.turn * load(row.ax + i);
        if constexpr (ground) return -own;
        else return b.y + b.turn * load(row.bx + i) - own;
    }
    // How far the anchors are apart along the normal by now (m).
    SHOAL_INLINE Floats separation(const ContactRows& row, std::size_t i) const {
        Floats x = -(moved_a.x - moved_a.turn * load(row.ay + i));
        Floats y = -(moved_a.y + moved_a.turn * load(row.ax + i));
        if constexpr (!ground) {
            x += moved_b.x - moved_b.turn * load(row.by + i);
            y += moved_b.y + moved_b.turn * load(row.bx + i);
        }
        return load(row.separation + i) + x * load(row.nx + i) + y * load(row.ny + i);
    }
    // The impulse (px, py) acts on b, its opposite on a.
    SHOAL_INLINE void apply(const ContactRows& row, std::size_t i, Floats px, Floats py) {
        a.x -= a.inverse * px;
        a.y -= a.inverse * py;
        a.turn -= moved_a.inverse * (load(row.ax + i) * py - load(row.ay + i) * px);
        if constexpr (!ground) {
            b.x += b.inverse * px;
            b.y += b.inverse * py;
            b.turn += moved_b.inverse * (load(row.bx + i) * py - load(row.by + i) * px);
        }
    }
};

template <bool ground>
SHOAL_INLINE void warm_start_rows(const BodyRows& body, const ContactRows& row, std::size_t begin,
                                  std::size_t end) {
    for (std::size_t i = begin; i < end; i += width) {
        Velocities<ground> v(body, row, i);
        const Floats nx = load(row.nx + i);
        const Floats ny = load(row.ny + i);
        const Floats normal = load(row.normal_impulse + i);
        const Floats tangent = load(row.tangent_impulse + i);
        v.apply(row, i, normal * nx - tangent * ny, normal * ny + tangent * nx);
        v.store(body, row, i);
    }
}

template <bool push, bool ground>
SHOAL_INLINE void solve_rows(const BodyRows& body, const ContactRows& row, const SubstepConstants& c,
                             std::size_t begin, std::size_t end) {
    const Floats zero = 0.0F;
    const Floats one = 1.0F;
    for (std::size_t i = begin; i < end; i += width) {
        Velocities<ground> v(body, row, i);
        const Floats nx = load(row.nx + i);
        const Floats ny = load(row.ny + i);

        // Non-penetration: gaps may close within the sub-step, overlaps are pushed apart softly.
        const Floats normal = load(row.normal_impulse + i);
        const Floats gap = v.separation(row, i);
        const auto apart = gap > zero;
        const Floats closing = gap * c.inv_h;
        Floats bias = choose(apart, closing, zero);
        Floats mass_scale = one;
        Floats impulse_scale = zero;
        if constexpr (push) {
            const Floats overlap = smaller(gap + c.slop, zero);
            bias = choose(apart, closing, larger(c.bias_rate * overlap, Floats(-c.max_push_speed)));
            mass_scale = choose(apart, one, Floats(c.mass_scale));
            impulse_scale = choose(apart, zero, Floats(c.impulse_scale));
        }
        const Floats speed = v.relative_x(row, i) * nx + v.relative_y(row, i) * ny;
        const Floats change =
            -load(row.normal_mass + i) * mass_scale * (speed + bias) - impulse_scale * normal;
        const Floats total = larger(normal + change, zero);
        const Floats dn = total - normal;
        v.apply(row, i, dn * nx, dn * ny);
        store(row.normal_impulse + i, total);
        store(row.peak_impulse + i, larger(load(row.peak_impulse + i), total));

        // Friction, at most the friction coefficient times the normal impulse. It comes second because the first pass
        // leaves the normal impulse soft and the last one makes it whole. The tangent is the normal turned left: (−ny, nx).
        const Floats tangent = load(row.tangent_impulse + i);
        const Floats limit = load(row.friction + i) * total;
        const Floats slide = v.relative_y(row, i) * nx - v.relative_x(row, i) * ny;
        const Floats held = larger(smaller(tangent - load(row.tangent_mass + i) * slide, limit), -limit);
        const Floats dt = held - tangent;
        v.apply(row, i, -dt * ny, dt * nx);
        store(row.tangent_impulse + i, held);
        v.store(body, row, i);
    }
}

template <bool ground>
SHOAL_INLINE void restitute_rows(const BodyRows& body, const ContactRows& row, const SubstepConstants& c,
                                 std::size_t begin, std::size_t end) {
    const Floats zero = 0.0F;
    for (std::size_t i = begin; i < end; i += width) {
        const Floats approach = load(row.approach + i);
        const Floats bounce = load(row.restitution + i);
        const auto bounces =
            approach < -c.restitution_threshold && load(row.peak_impulse + i) > zero && bounce > zero;
        if (stdx::none_of(bounces)) continue;
        Velocities<ground> v(body, row, i);
        const Floats nx = load(row.nx + i);
        const Floats ny = load(row.ny + i);
        const Floats normal = load(row.normal_impulse + i);
        const Floats speed = v.relative_x(row, i) * nx + v.relative_y(row, i) * ny;
        const Floats total = larger(normal - load(row.normal_mass + i) * (speed + bounce * approach), zero);
        const Floats dn = choose(bounces, total - normal, zero);
        v.apply(row, i, dn * nx, dn * ny);
        store(row.normal_impulse + i, normal + dn);
        v.store(body, row, i);
    }
}

void warm_start(const BodyRows& body, const ContactRows& row, bool ground, std::size_t begin,
                std::size_t end) {
    if (ground) warm_start_rows<true>(body, row, begin, end);
    else warm_start_rows<false>(body, row, begin, end);
}

void solve(const BodyRows& body, const ContactRows& row, const SubstepConstants& c, bool push, bool ground,
           std::size_t begin, std::size_t end) {
    if (push && ground) solve_rows<true, true>(body, row, c, begin, end);
    else if (push) solve_rows<true, false>(body, row, c, begin, end);
    else if (ground) solve_rows<false, true>(body, row, c, begin, end);
    else solve_rows<false, false>(body, row, c, begin, end);
}

void restitute(const BodyRows& body, const ContactRows& row, const SubstepConstants& c, bool ground,
               std::size_t begin, std::size_t end) {
    if (ground) restitute_rows<true>(body, row, c, begin, end);
    else restitute_rows<false>(body, row, c, begin, end);
}

#undef SHOAL_INLINE

}  // namespace

extern const SolverKernels SHOAL_KERNELS;
const SolverKernels SHOAL_KERNELS{width,    integrate_velocities, integrate_positions, warm_start, solve,
                                  restitute};

}  // namespace shoal::physics

// Kernels of the contact solver, written once over a vector type and compiled for each instruction set.
// The includer defines SHOAL_KERNELS (name of the resulting table) and SHOAL_ABI (of std::experimental::simd).
// Only plain arithmetic and square roots: every lane computes what the scalar build computes, bit for bit.

#include "physics/solver.hpp"

#include <experimental/simd>

namespace shoal::physics {
namespace {

namespace stdx = std::experimental;
using Floats = stdx::simd<float, SHOAL_ABI>;
constexpr std::size_t width = Floats::size();

#define SHOAL_INLINE inline __attribute__((always_inline))

SHOAL_INLINE Floats load(const float* p) { return Floats(p, stdx::element_aligned); }
SHOAL_INLINE void store(float* p, Floats v) { v.copy_to(p, stdx::element_aligned); }
SHOAL_INLINE Floats gather(const float* column, const std::uint32_t* index) {
    return Floats([&](auto lane) { return column[index[lane]]; });
}
SHOAL_INLINE void scatter(float* column, const std::uint32_t* index, Floats v) {
    alignas(64) float lanes[width];
    v.copy_to(lanes, stdx::vector_aligned);
    for (std::size_t lane = 0; lane < width; ++lane) column[index[lane]] = lanes[lane];
}
SHOAL_INLINE Floats choose(Floats::mask_type mask, Floats yes, Floats no) {
    stdx::where(mask, no) = yes;
    return no;
}
SHOAL_INLINE Floats smaller(Floats a, Floats b) { return choose(a < b, a, b); }
SHOAL_INLINE Floats larger(Floats a, Floats b) { return choose(a > b, a, b); }

void integrate_velocities(const BodyRows& body, const SubstepConstants& c, std::size_t begin,
                          std::size_t end) {
    const Floats h = c.h;
    const Floats one = 1.0F;
    const Floats none = 0.0F;
    const bool pushed = body.push_x != nullptr;
    for (std::size_t i = begin; i < end; i += width) {
        const Floats inv_mass = load(body.inv_mass + i);
        Floats vx = load(body.vx + i) + (pushed ? load(body.push_x + i) : none);
        Floats vy = load(body.vy + i) + (pushed ? load(body.push_y + i) : none);
        Floats w = load(body.w + i) + (pushed ? load(body.push_w + i) : none);
        const auto moves = inv_mass > 0.0F;
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

        store(body.vx + i, vx);
        store(body.vy + i, vy);
        store(body.w + i, w);
    }
}

void integrate_positions(const BodyRows& body, const SubstepConstants& c, std::size_t begin,
                         std::size_t end) {
    const Floats h = c.h;
    for (std::size_t i = begin; i < end; i += width) {
        store(body.dx + i, load(body.dx + i) + h * load(body.vx + i));
        store(body.dy + i, load(body.dy + i) + h * load(body.vy + i));
        store(body.dq + i, load(body.dq + i) + h * load(body.w + i));
    }
}

// The velocities of the bodies of `width` rows, taken from and given back to the columns.
template <bool ground>
struct Velocities {
    Floats ax, ay, aw;
    Floats bx = 0.0F, by = 0.0F, bw = 0.0F;

    SHOAL_INLINE Velocities(const BodyRows& body, const ContactRows& row, std::size_t i)
        : ax(gather(body.vx, row.a + i)), ay(gather(body.vy, row.a + i)), aw(gather(body.w, row.a + i)) {
        if constexpr (!ground) {
            bx = gather(body.vx, row.b + i);
            by = gather(body.vy, row.b + i);
            bw = gather(body.w, row.b + i);
        }
    }
    SHOAL_INLINE void store(const BodyRows& body, const ContactRows& row, std::size_t i) const {
        scatter(body.vx, row.a + i, ax);
        scatter(body.vy, row.a + i, ay);
        scatter(body.w, row.a + i, aw);
        if constexpr (!ground) {
            scatter(body.vx, row.b + i, bx);
            scatter(body.vy, row.b + i, by);
            scatter(body.w, row.b + i, bw);
        }
    }
    // Velocity of b's anchor relative to a's.
    SHOAL_INLINE Floats relative_x(const ContactRows& row, std::size_t i) const {
        const Floats own = ax - aw * load(row.ay + i);
        if constexpr (ground) return -own;
        else return bx - bw * load(row.by + i) - own;
    }
    SHOAL_INLINE Floats relative_y(const ContactRows& row, std::size_t i) const {
        const Floats own = ay + aw * load(row.ax + i);
        if constexpr (ground) return -own;
        else return by + bw * load(row.bx + i) - own;
    }
    // The impulse (px, py) acts on b, its opposite on a.
    SHOAL_INLINE void apply(const ContactRows& row, std::size_t i, Floats px, Floats py) {
        const Floats inv_mass_a = load(row.inv_mass_a + i);
        ax -= inv_mass_a * px;
        ay -= inv_mass_a * py;
        aw -= load(row.inv_inertia_a + i) * (load(row.ax + i) * py - load(row.ay + i) * px);
        if constexpr (!ground) {
            const Floats inv_mass_b = load(row.inv_mass_b + i);
            bx += inv_mass_b * px;
            by += inv_mass_b * py;
            bw += load(row.inv_inertia_b + i) * (load(row.bx + i) * py - load(row.by + i) * px);
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

// How far the anchors of `width` rows are apart along the normal by now (m).
template <bool ground>
SHOAL_INLINE Floats separation_now(const BodyRows& body, const ContactRows& row, std::size_t i) {
    const Floats qa = gather(body.dq, row.a + i);
    Floats x = -(gather(body.dx, row.a + i) - qa * load(row.ay + i));
    Floats y = -(gather(body.dy, row.a + i) + qa * load(row.ax + i));
    if constexpr (!ground) {
        const Floats qb = gather(body.dq, row.b + i);
        x += gather(body.dx, row.b + i) - qb * load(row.by + i);
        y += gather(body.dy, row.b + i) + qb * load(row.bx + i);
    }
    return load(row.separation + i) + x * load(row.nx + i) + y * load(row.ny + i);
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
        const Floats gap = separation_now<ground>(body, row, i);
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

#pragma once

#include "physics/grid.hpp"
#include "physics/model.hpp"
#include "physics/solver.hpp"
#include "physics/solver_bodies.hpp"
#include "physics/state.hpp"

#include <vector>

namespace shoal::physics {

/// How stiffly a constraint is held in one sub-step, from a frequency and a damping ratio. The impulse is
/// −mass · (velocity_part · speed + position_part · error) − impulse_part · impulse so far.
struct Softness {
    float velocity_part = 1.0F;
    float position_part = 0.0F;  // 1/s
    float impulse_part = 0.0F;
};

/// For constraints that stand in for something rigid: implicit, so stable at any frequency (Hz) and sub-step h (s).
[[nodiscard]] Softness stiff(double frequency, double damping_ratio, double h);
/// For springs that are meant: no damping beyond the one asked for while the sub-step resolves the period.
[[nodiscard]] Softness springy(double frequency, double damping_ratio, double h);

/// The joints of a world, solved one after the other in order of creation.
class JointSolver {
public:
    void prepare(const Model& model, const State& state, const GridLayout& layout, const SolverBodies& bodies,
                 double h);
    void warm_start(const BodyRows& body, const State& state) const;
    /// One pass; `push` corrects position errors too, otherwise velocities only.
    void solve(const BodyRows& body, State& state, bool push) const;
    [[nodiscard]] bool empty() const { return rows_.empty(); }

private:
    struct Row {
        std::uint32_t joint, a, b;  // a and b: slots
        JointKind kind;
        float ax, ay, bx, by;       // m: anchors from the centres of mass, turned
        float dx, dy, angle_error;  // m, rad: from anchor to anchor when the step began
        float inv_mass_a, inv_inertia_a, inv_mass_b, inv_inertia_b;
        float rest, min, max;  // m
        Softness softness;
    };
    struct Link;

    void solve_distance(const Row& row, Link& link, State& state, bool push) const;
    void solve_point(const Row& row, Link& link, State& state, bool push) const;
    void solve_angle(const Row& row, Link& link, State& state, bool push) const;

    std::vector<Row> rows_;
    float inv_h_ = 0.0F;
};

}  // namespace shoal::physics

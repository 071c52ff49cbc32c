#include "base/math.hpp"

#include "voxel/physics/engine.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::voxel {

namespace {

constexpr int fewest_substeps = 4;  // for accuracy
constexpr int most_substeps = 1000;
constexpr int rounds = 40;
constexpr double margin = 0.5;  // of the limit: poses differ from rest

// A spring as a row of numbers: how its length changes with the motion of two bodies, x, y and angle each.
struct Row {
    std::size_t a, b;
    double ja[3], jb[3];
    double stiffness, damping;  // N/m, N s/m
};

struct Lattice {
    std::vector<double> inverse;  // 1/kg or 1/(kg m²), three a body
    std::vector<Row> rows;
};

double anchor_x(Anchor anchor) {
    return anchor == middle ? 0.0 : anchor == plus_plus || anchor == plus_minus ? 1.0 : -1.0;
}
double anchor_y(Anchor anchor) {
    return anchor == middle ? 0.0 : anchor == plus_plus || anchor == minus_plus ? 1.0 : -1.0;
}

double rest_length(const Material& m, SpringKind kind) {
    const double side = m.mass_side(), gap = m.side_length - 2.0 * side;
    return kind == parallel     ? gap
           : kind == side_cross ? std::sqrt(side * side + gap * gap)
                                : std::sqrt(2.0) * (m.side_length - side);
}

// The springs of a world whose bodies are at rest, as the engine has assembled it.
Lattice lattice(const Engine& engine, const WorldData& world) {
    Lattice out;
    for (std::size_t body = world.bodies.begin; body < world.bodies.end; ++body)
        for (const BodyField field : {body_inv_mass, body_inv_mass, body_inv_inertia})
            out.inverse.push_back(engine.value(body, field));
    for (std::size_t row = world.rows.begin; row < world.rows.end; ++row) {
        const Material& m = *engine.material[row];
        const Piece* pieces = world.pieces.data() + (row - world.rows.begin) * masses_per_voxel;
        const std::size_t lane = row % tile_size;
        const VoxelTile& tile = engine.tile(row);
        for (int i = 0; i < springs_per_voxel; ++i) {
            const SpringEnds ends = spring_ends[i];
            const Piece &a = pieces[ends.a], &b = pieces[ends.b];
            if (a.body == b.body) continue;
            const double half = 0.5 * m.mass_side();
            const double ax = a.x + half * anchor_x(ends.anchor_a), ay = a.y + half * anchor_y(ends.anchor_a);
            const double bx = b.x + half * anchor_x(ends.anchor_b), by = b.y + half * anchor_y(ends.anchor_b);
            const double dx = engine.value(b.body, body_x) + bx - engine.value(a.body, body_x) - ax;
            const double dy = engine.value(b.body, body_y) + by - engine.value(a.body, body_y) - ay;
            const double length = rest_length(m, ends.kind);
            const double nx = dx / length, ny = dy / length;
            const double mass = static_cast<double>(tile.mass[i][lane]);
            const double omega = math::two_pi * m.spring_frequency;
            out.rows.push_back({a.body - world.bodies.begin,
                                b.body - world.bodies.begin,
                                {-nx, -ny, ay * nx - ax * ny},
                                {nx, ny, bx * ny - by * nx},
                                mass * omega * omega,
                                2.0 * m.spring_damping_ratio * mass * omega});
        }
    }
    return out;
}

// The greatest eigenvalue of M⁻¹ Σ kJᵀJ by power iteration, k the stiffnesses or the dampings of the springs.
double greatest(const Lattice& lattice, double Row::* k) {
    const std::size_t n = lattice.inverse.size();
    std::vector<double> x(n), y(n);
    std::uint32_t random = 1;
    for (double& value : x) {
        random = random * 1664525u + 1013904223u;
        value = static_cast<double>(random) / 4294967296.0 - 0.5;
    }
    double found = 0.0;
    for (int round = 0; round < rounds; ++round) {
        double norm = 0.0;
        for (const double value : x) norm = std::max(norm, std::abs(value));
        if (norm == 0.0) return 0.0;
        std::fill(y.begin(), y.end(), 0.0);
        for (const Row& row : lattice.rows) {
            double change = 0.0;
            for (std::size_t i = 0; i < 3; ++i)
                change += row.ja[i] * x[3 * row.a + i] + row.jb[i] * x[3 * row.b + i];
            const double force = row.*k * change / norm;
            for (std::size_t i = 0; i < 3; ++i) {
                y[3 * row.a + i] += row.ja[i] * force;
                y[3 * row.b + i] += row.jb[i] * force;
            }
        }
        // The quotient of the last two vectors in the norm of M: never more than the eigenvalue.
        double up = 0.0, down = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const double was = x[i] / norm;
            x[i] = y[i] * lattice.inverse[i];
            if (lattice.inverse[i] <= 0.0) continue;
            up += x[i] * x[i] / lattice.inverse[i];
            down += was * was / lattice.inverse[i];
        }
        found = down > 0.0 ? std::sqrt(up / down) : 0.0;
    }
    return found;
}

}  // namespace

int substeps_for(const Engine& engine, const WorldData& world) {
    const Lattice springs = lattice(engine, world);
    const double k = greatest(springs, &Row::stiffness), d = greatest(springs, &Row::damping);
    if (k <= 0.0) return fewest_substeps;
    // Symplectic steps of h are stable while h²k + 2hd < 4.
    const double limit = 4.0 * margin;
    const double h = (std::sqrt(d * d + k * limit) - d) / k;
    const double wanted = std::ceil(engine.settings.dt / h);
    return static_cast<int>(std::clamp(wanted, double{fewest_substeps}, double{most_substeps}));
}

}  // namespace shoal::voxel

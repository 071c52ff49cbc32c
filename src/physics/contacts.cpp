#include "physics/contacts.hpp"

#include "physics/shape_view.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::physics {
namespace {

constexpr std::size_t fewest_pairs = 128;  // in a range
constexpr std::size_t fewest_rows = 64;    // likewise

std::uint32_t rounded_up(std::uint32_t n) {
    const auto step = static_cast<std::uint32_t>(solver_kernels().width);
    return (n + step - 1) / step * step;
}

// Rows if all candidates touched.
std::uint32_t most_rows(const Pairs& pairs) {
    std::uint32_t rows = 0;
    for (std::size_t stage = 0; stage < stages; ++stage)
        rows += rounded_up(pairs.stage_start[stage + 1] - pairs.stage_start[stage]);
    return rows;
}

// Points farther apart than this are no contacts (m). The reach of fast bodies is capped by their size: a contact seen
// from afar has the wrong normal, and would stop a body that is about to miss.
double contact_margin(const Model& model, const Column<float>& reach, std::uint32_t a, std::uint32_t b) {
    const float size_b = b == 0 ? model.bodies.extent[a] : model.bodies.extent[b];
    const float smaller = std::min(model.bodies.extent[a], size_b);
    return std::min(static_cast<double>(reach[a]) + reach[b], static_cast<double>(smaller)) + model.def.slop;
}

// Most pairs of discs are near but do not touch: they are told apart without further ado.
bool are_apart(const Model& model, const State& state, const GridLayout& layout, const Pair& pair,
               double margin) {
    const std::uint32_t a = model.shapes.body[pair.a];
    const std::uint32_t b = model.shapes.body[pair.b];
    const Vec2 d = layout.shortest({state.x[b] - state.x[a], state.y[b] - state.y[a]});
    const double reach = static_cast<double>(model.bodies.extent[a]) + model.bodies.extent[b] + margin;
    return dot(d, d) > reach * reach;
}

// From a's centre of mass to b's, by the shortest way; for walls, from a to the wall's place next to it.
Manifold collide_pair(const Model& model, const State& state, const GridLayout& layout, const Pair& pair,
                      double margin) {
    const std::uint32_t body_a = model.shapes.body[pair.a];
    const Vec2 at = {state.x[body_a], state.y[body_a]};
    Manifold found;
    if (pair.kind >= PairKind::disc_edge) {
        const EdgeView edge = edge_view(model, layout, pair.b, at);
        if (pair.kind == PairKind::disc_edge)
            collide(disc_view(model, state, pair.a, Vec2{}), edge, margin, found);
        else collide(TurnedPolygon(model, state, pair.a, Vec2{}).view(), edge, margin, found);
        return found;
    }
    const std::uint32_t body_b = model.shapes.body[pair.b];
    const Vec2 d = layout.shortest(Vec2{state.x[body_b], state.y[body_b]} - at);
    if (pair.kind == PairKind::disc_disc) {
        collide(disc_view(model, state, pair.a, Vec2{}), disc_view(model, state, pair.b, d), d, margin,
                found);
    } else {
        const TurnedPolygon b(model, state, pair.b, d);
        if (pair.kind == PairKind::disc_polygon)
            collide(disc_view(model, state, pair.a, Vec2{}), b.view(), d, margin, found);
        else collide(TurnedPolygon(model, state, pair.a, Vec2{}).view(), b.view(), d, margin, found);
    }
    return found;
}

}  // namespace

void Contacts::mix(const Model& model, const SolverBodies& bodies, WorkerPool& pool, const Pairs& pairs) {
    const Shapes& shapes = model.shapes;
    const std::size_t count = pairs.list.size();
    make_room(pairs);
    pool.for_ranges(count, WorkerPool::grain(count, fewest_pairs), [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
            const Pair& pair = pairs.list[p];
            const bool wall = pair.kind >= PairKind::disc_edge;
            const float friction_b = wall ? model.edges.friction[pair.b] : shapes.friction[pair.b];
            const float restitution_b = wall ? model.edges.restitution[pair.b] : shapes.restitution[pair.b];
            mixed_[p] = {bodies.slot(shapes.body[pair.a]), pair.ground ? 0 : bodies.slot(shapes.body[pair.b]),
                         std::sqrt(shapes.friction[pair.a] * friction_b),
                         std::max(shapes.restitution[pair.a], restitution_b)};
        }
    });
}

// For all pairs to touch: room grows with the candidates, not with each contact more than ever before.
void Contacts::make_room(const Pairs& pairs) {
    const std::size_t count = pairs.list.size();
    mixed_.resize_uninitialised(count);
    touches_.resize_uninitialised(2 * count);
    touching_.resize_uninitialised(2 * count);
    slot_.resize_uninitialised(pairs.slots.size() + stages * widest_vector);
    resize_rows(most_rows(pairs));
}

void Contacts::prepare(const Model& model, const State& state, const Column<float>& reach,
                       const GridLayout& layout, const SolverBodies& bodies, WorkerPool& pool, Pairs& pairs) {
    collide_pairs(model, state, reach, layout, pool, pairs);
    gather_active(pairs);
    for_rows(pool, [&](std::uint32_t row) {
        if (slot_[row] == none) clear_row(row);
        else fill_row(bodies, pairs, row);
    });
}

// Calls visit(row) for all rows, those that only fill up a stage too: part by part, whatever the stage.
template <class Visit>
void Contacts::for_rows(WorkerPool& pool, const Visit& visit) const {
    const std::size_t grain = row_end_ < 4 * fewest_rows ? parts : 1;
    pool.for_ranges(parts, grain, [&](std::size_t first, std::size_t last) {
        for (const auto& [begin, count, ground, in_order] : filled_stages()) {
            const std::size_t end = last == parts ? rounded_up(count) : part(count, last);
            for (std::size_t row = part(count, first); row < end; ++row)
                visit(begin + static_cast<std::uint32_t>(row));
        }
    });
}

void Contacts::collide_pairs(const Model& model, const State& state, const Column<float>& reach,
                             const GridLayout& layout, WorkerPool& pool, Pairs& pairs) {
    const std::size_t count = pairs.list.size();
    pool.for_ranges(count, WorkerPool::grain(count, fewest_pairs), [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
            const Pair& pair = pairs.list[p];
            const std::uint32_t a = model.shapes.body[pair.a];
            const double margin = contact_margin(model, reach, a, body_of_b(model, pair));
            if (pair.kind == PairKind::disc_disc && are_apart(model, state, layout, pair, margin)) {
                for (const std::size_t slot : {2 * p, 2 * p + 1}) {
                    touching_[slot] = 0;
                    pairs.normal_impulse[slot] = pairs.tangent_impulse[slot] = 0.0F;
                }
                continue;
            }
            const Manifold found = collide_pair(model, state, layout, pair, margin);
            for (std::size_t k = 0; k < 2; ++k) {
                touching_[2 * p + k] = k < found.count;
                if (!touching_[2 * p + k]) {
                    pairs.normal_impulse[2 * p + k] = 0.0F;
                    pairs.tangent_impulse[2 * p + k] = 0.0F;
                    continue;
                }
                const ContactPoint& c = found.points[k];
                touches_[2 * p + k] = {static_cast<float>(c.normal.x),   static_cast<float>(c.normal.y),
                                       static_cast<float>(c.separation), static_cast<float>(c.arm_a.x),
                                       static_cast<float>(c.arm_a.y),    static_cast<float>(c.arm_b.x),
                                       static_cast<float>(c.arm_b.y)};
            }
        }
    });
}

void Contacts::gather_active(const Pairs& pairs) {
    std::uint32_t row = 0;
    active_ = 0;
    stage_count_ = 0;
    for (int stage = 0; stage < stages; ++stage) {
        const std::uint32_t first = row;
        for (std::uint32_t i = pairs.stage_start[stage]; i < pairs.stage_start[stage + 1]; ++i) {
            const std::uint32_t slot = pairs.slots[i];
            slot_[row] = slot;
            row += touching_[slot];
        }
        if (row == first) continue;
        stages_[stage_count_++] = {first, row - first, stage >= colours, stage % colours == overflow_colour};
        active_ += row - first;
        for (const std::uint32_t end = rounded_up(row); row < end; ++row) slot_[row] = none;
    }
    row_end_ = row;
    resize_rows(row);
}

void Contacts::fill_row(const SolverBodies& bodies, const Pairs& pairs, std::uint32_t row) {
    const std::uint32_t slot = slot_[row];
    const Touch& t = touches_[slot];
    const Mixed& both = mixed_[slot / 2];
    const std::uint32_t a = both.a;
    const std::uint32_t b = both.b;
    const auto& [va, moved_a] = bodies.motion[a];
    const auto& [vb, moved_b] = bodies.motion[b];
    const float masses = va.inverse + vb.inverse;
    const float moment_a = t.ax * t.ny - t.ay * t.nx;
    const float moment_b = t.bx * t.ny - t.by * t.nx;
    const float along_a = t.ax * t.nx + t.ay * t.ny;
    const float along_b = t.bx * t.nx + t.by * t.ny;

    a_[row] = a;
    b_[row] = b;
    nx_[row] = t.nx;
    ny_[row] = t.ny;
    ax_[row] = t.ax;
    ay_[row] = t.ay;
    bx_[row] = t.bx;
    by_[row] = t.by;
    normal_mass_[row] =
        1.0F / (masses + moved_a.inverse * moment_a * moment_a + moved_b.inverse * moment_b * moment_b);
    tangent_mass_[row] =
        1.0F / (masses + moved_a.inverse * along_a * along_a + moved_b.inverse * along_b * along_b);
    friction_[row] = both.friction;
    restitution_[row] = both.restitution;
    separation_[row] = t.separation;
    const float vx = vb.x - vb.turn * t.by - (va.x - va.turn * t.ay);
    const float vy = vb.y + vb.turn * t.bx - (va.y + va.turn * t.ax);
    approach_[row] = vx * t.nx + vy * t.ny;
    normal_impulse_[row] = pairs.normal_impulse[slot];
    tangent_impulse_[row] = pairs.tangent_impulse[slot];
    peak_impulse_[row] = 0.0F;
}

void Contacts::clear_row(std::uint32_t row) {
    a_[row] = b_[row] = 0;
    for (auto* column :
         {&nx_, &ny_, &ax_, &ay_, &bx_, &by_, &normal_mass_, &tangent_mass_, &friction_, &restitution_,
          &separation_, &approach_, &normal_impulse_, &tangent_impulse_, &peak_impulse_})
        (*column)[row] = 0.0F;
}

void Contacts::resize_rows(std::size_t rows) {
    a_.resize_uninitialised(rows);
    b_.resize_uninitialised(rows);
    for (auto* column :
         {&nx_, &ny_, &ax_, &ay_, &bx_, &by_, &normal_mass_, &tangent_mass_, &friction_, &restitution_,
          &separation_, &approach_, &normal_impulse_, &tangent_impulse_, &peak_impulse_})
        column->resize_uninitialised(rows);
}

void Contacts::store_impulses(WorkerPool& pool, Pairs& pairs) const {
    for_rows(pool, [&](std::uint32_t row) {
        if (slot_[row] == none) return;
        pairs.normal_impulse[slot_[row]] = normal_impulse_[row];
        pairs.tangent_impulse[slot_[row]] = tangent_impulse_[row];
    });
}

ContactRows Contacts::rows() {
    return {a_.data(),
            b_.data(),
            nx_.data(),
            ny_.data(),
            ax_.data(),
            ay_.data(),
            bx_.data(),
            by_.data(),
            normal_mass_.data(),
            tangent_mass_.data(),
            friction_.data(),
            restitution_.data(),
            separation_.data(),
            approach_.data(),
            normal_impulse_.data(),
            tangent_impulse_.data(),
            peak_impulse_.data()};
}

}  // namespace shoal::physics

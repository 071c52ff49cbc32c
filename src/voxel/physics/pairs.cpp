#include "voxel/physics/engine.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace shoal::voxel {

namespace {

constexpr int passes = 8;
constexpr double touching = 0.005;      // m
constexpr double allowed_depth = 5e-4;  // m
constexpr double part_share = 0.2;      // of what is deeper, in a sub-step
constexpr double bounce_speed = 1.0;    // m/s

Arm turned(const double* body, double x, double y) {
    return {body[body_c] * x - body[body_s] * y, body[body_s] * x + body[body_c] * y};
}

PairNow now(const PairRow& row, double* values) {
    PairNow out{values + row.a, values + row.b, {}, {}, row.nx, row.ny, 0.0, 0.0, 0.0};
    out.ra = turned(out.a, row.ax, row.ay);
    out.rb = turned(out.b, row.bx, row.by);
    const double dx = out.b[body_x] + out.rb.x - out.a[body_x] - out.ra.x;
    const double dy = out.b[body_y] + out.rb.y - out.a[body_y] - out.ra.y;
    if (row.rope) {
        const double length = std::max(std::sqrt(dx * dx + dy * dy), 1e-9);
        const double sign = 2.0 * length < row.least + row.most ? 1.0 : -1.0;  // too short, or too long
        out.nx = sign * dx / length;
        out.ny = sign * dy / length;
        out.gap = sign > 0.0 ? length - row.least : row.most - length;
    } else {
        out.gap = dx * row.nx + dy * row.ny;
    }
    out.turn_a = out.ra.x * out.ny - out.ra.y * out.nx;
    out.turn_b = out.rb.x * out.ny - out.rb.y * out.nx;
    return out;
}

void push(const PairNow& n, double px, double py) {
    n.a[body_vx] -= n.a[body_inv_mass] * px;
    n.a[body_vy] -= n.a[body_inv_mass] * py;
    n.a[body_w] -= n.a[body_inv_inertia] * (n.ra.x * py - n.ra.y * px);
    n.b[body_vx] += n.b[body_inv_mass] * px;
    n.b[body_vy] += n.b[body_inv_mass] * py;
    n.b[body_w] += n.b[body_inv_inertia] * (n.rb.x * py - n.rb.y * px);
}

double speed_along(const PairNow& n, double x, double y) {
    const double ux = (n.b[body_vx] - n.b[body_w] * n.rb.y) - (n.a[body_vx] - n.a[body_w] * n.ra.y);
    const double uy = (n.b[body_vy] + n.b[body_w] * n.rb.x) - (n.a[body_vy] + n.a[body_w] * n.ra.x);
    return ux * x + uy * y;
}

double inverse_mass(const PairNow& n, double turn_a, double turn_b) {
    return n.a[body_inv_mass] + n.b[body_inv_mass] + turn_a * turn_a * n.a[body_inv_inertia] +
           turn_b * turn_b * n.b[body_inv_inertia];
}

void solve(PairRow& row, const PairNow& n, double least_speed) {
    if (row.friction > 0.0) {
        const double tx = -n.ny, ty = n.nx;
        const double inverse = inverse_mass(n, n.ra.x * ty - n.ra.y * tx, n.rb.x * ty - n.rb.y * tx);
        const double most = row.friction * row.normal;
        const double tangent = std::clamp(row.tangent - speed_along(n, tx, ty) / inverse, -most, most);
        push(n, (tangent - row.tangent) * tx, (tangent - row.tangent) * ty);
        row.tangent = tangent;
    }
    const double wanted = (least_speed - speed_along(n, n.nx, n.ny)) / inverse_mass(n, n.turn_a, n.turn_b);
    const double normal = std::max(row.normal + wanted, 0.0);
    push(n, (normal - row.normal) * n.nx, (normal - row.normal) * n.ny);
    row.normal = normal;
}

Placed placed(const Engine& engine, const Piece& piece, std::uint32_t index) {
    const double* body = engine.body_values() + body_slot(piece.body);
    const Arm arm = turned(body, piece.x, piece.y);
    const double c = std::abs(body[body_c]), s = std::abs(body[body_s]);
    const double speed = std::sqrt(body[body_vx] * body[body_vx] + body[body_vy] * body[body_vy]);
    const double reach = 0.05 * piece.half_width + 2.0 * engine.settings.dt * speed;
    const double wide = c * piece.half_width + s * piece.half_height + reach;
    const double tall = s * piece.half_width + c * piece.half_height + reach;
    const double x = body[body_x] + arm.x, y = body[body_y] + arm.y;
    return {&piece, body, index, x, y, x - wide, x + wide, y - tall, y + tall};
}

bool may_meet(const Placed& p, const Placed& q) {
    if (p.piece->body == q.piece->body || p.low > q.high || q.low > p.high) return false;
    if (p.body[body_inv_inertia] <= 0.0 && q.body[body_inv_inertia] <= 0.0) return false;
    if (p.piece->robot != q.piece->robot) return true;
    return p.piece->row != q.piece->row && (p.piece->meets_own_robot || q.piece->meets_own_robot);
}

// The side of p that q is farthest out of: 0 right, 1 top, 2 left, 3 bottom; and how far.
std::pair<int, double> widest_gap(const Placed& p, const Placed& q) {
    const double dx = q.x - p.x, dy = q.y - p.y;
    const double c = p.body[body_c], s = p.body[body_s];
    const double x = c * dx + s * dy, y = c * dy - s * dx;
    const double turn_c = std::abs(c * q.body[body_c] + s * q.body[body_s]);
    const double turn_s = std::abs(c * q.body[body_s] - s * q.body[body_c]);
    const double gap_x =
        std::abs(x) - p.piece->half_width - turn_c * q.piece->half_width - turn_s * q.piece->half_height;
    const double gap_y =
        std::abs(y) - p.piece->half_height - turn_s * q.piece->half_width - turn_c * q.piece->half_height;
    if (gap_x > gap_y) return {x > 0.0 ? 0 : 2, gap_x};
    return {y > 0.0 ? 1 : 3, gap_y};
}

// Up to two points of q, clipped to the given side of p.
void add_points(WorldData& world, const Placed& p, int side, const Placed& q, double reach) {
    const double nx_local = side == 0 ? 1.0 : side == 2 ? -1.0 : 0.0;
    const double ny_local = side == 1 ? 1.0 : side == 3 ? -1.0 : 0.0;
    const Arm n = turned(p.body, nx_local, ny_local), t{-n.y, n.x};
    const bool wide = side % 2 == 1;
    const double depth = wide ? p.piece->half_height : p.piece->half_width;
    const double half = wide ? p.piece->half_width : p.piece->half_height;
    // The side of q that faces p.
    const double c = q.body[body_c], s = q.body[body_s];
    const double facing_x = -(n.x * c + n.y * s), facing_y = -(n.y * c - n.x * s);
    const bool end_x = std::abs(facing_x) > std::abs(facing_y);
    const double hw = q.piece->half_width, hh = q.piece->half_height;
    double ends[2][2];
    for (int i = 0; i < 2; ++i) {
        const double sign = i == 0 ? -1.0 : 1.0;
        const double lx = end_x ? std::copysign(hw, facing_x) : sign * hw;
        const double ly = end_x ? sign * hh : std::copysign(hh, facing_y);
        const Arm r = turned(q.body, lx, ly);
        const double dx = q.x + r.x - p.x, dy = q.y + r.y - p.y;
        ends[i][0] = dx * t.x + dy * t.y;          // along the side
        ends[i][1] = dx * n.x + dy * n.y - depth;  // out of it
    }
    for (int i = 0; i < 2; ++i) {
        const double* own = ends[i];
        const double* other = ends[1 - i];
        double along = std::clamp(own[0], -half, half);
        double out = own[1];
        if (along != own[0]) {
            const double run = other[0] - own[0];
            if (std::abs(run) < 1e-12 || (other[0] - along) * (own[0] - along) > 0.0) continue;
            out += (other[1] - own[1]) * (along - own[0]) / run;
        }
        if (out > reach) continue;
        const double px = p.x + n.x * depth + t.x * along, py = p.y + n.y * depth + t.y * along;
        const double qx = px + n.x * out, qy = py + n.y * out;
        const auto local = [](const double* body, double x, double y) {
            const double dx = x - body[body_x], dy = y - body[body_y];
            return Arm{body[body_c] * dx + body[body_s] * dy, body[body_c] * dy - body[body_s] * dx};
        };
        const Arm on_p = local(p.body, px, py), on_q = local(q.body, qx, qy);
        PairRow row;
        row.a = body_slot(p.piece->body);
        row.b = body_slot(q.piece->body);
        row.ax = on_p.x;
        row.ay = on_p.y;
        row.bx = on_q.x;
        row.by = on_q.y;
        row.nx = n.x;
        row.ny = n.y;
        row.friction = std::sqrt(p.piece->friction * q.piece->friction);
        row.restitution = std::max(p.piece->restitution, q.piece->restitution);
        row.key = (std::uint64_t{p.index} << 34) | (std::uint64_t{q.index} << 4) |
                  static_cast<std::uint64_t>(side << 1 | i);
        row.row_a = p.piece->row;
        row.row_b = q.piece->row;
        row.strangers = p.piece->robot != q.piece->robot;
        world.pairs.push_back(row);
    }
}

// How close two come to each other in the coming step, at most (m).
double reach_of(const Engine& engine, const Placed& p, const Placed& q) {
    const double ux = p.body[body_vx] - q.body[body_vx], uy = p.body[body_vy] - q.body[body_vy];
    return 0.05 * (p.piece->half_width + q.piece->half_width) +
           2.0 * engine.settings.dt * std::sqrt(ux * ux + uy * uy);
}

void meet(const Engine& engine, WorldData& world, const Placed& one, const Placed& other) {
    if (!may_meet(one, other)) return;
    const Placed& p = one.index < other.index ? one : other;
    const Placed& q = one.index < other.index ? other : one;
    const auto [side_p, gap_p] = widest_gap(p, q);
    const auto [side_q, gap_q] = widest_gap(q, p);
    const double reach = reach_of(engine, p, q);
    if (std::max(gap_p, gap_q) > reach) return;
    if (gap_p + 1e-6 >= gap_q) add_points(world, p, side_p, q, reach);
    else add_points(world, q, side_q, p, reach);
}

// Bodies whose hulls come close, then their pieces, two by two.
void meet_bodies(const Engine& engine, WorldData& world, const Placed& p, const Placed& q) {
    if (!may_meet(p, q)) return;
    if (std::max(widest_gap(p, q).second, widest_gap(q, p).second) > reach_of(engine, p, q)) return;
    const auto pieces = [&](const Placed& hull) {
        const std::uint32_t* order = world.piece_order.data();
        return std::span(order + world.piece_begin[hull.index], order + world.piece_begin[hull.index + 1]);
    };
    for (const std::uint32_t i : pieces(p)) {
        const Placed one = placed(engine, world.pieces[i], i);
        for (const std::uint32_t j : pieces(q)) {
            const Placed other = placed(engine, world.pieces[j], j);
            if (one.left <= other.right && other.left <= one.right) meet(engine, world, one, other);
        }
    }
}

void find_meetings(const Engine& engine, WorldData& world) {
    std::vector<Placed>& all = world.places;
    all.clear();
    for (std::uint32_t i = 0; i < world.hulls.size(); ++i)
        if (world.hulls[i].half_width > 0.0) all.push_back(placed(engine, world.hulls[i], i));
    std::sort(all.begin(), all.end(), [](const Placed& p, const Placed& q) {
        return p.left != q.left ? p.left < q.left : p.index < q.index;
    });
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size() && all[j].left <= all[i].right; ++j)
            meet_bodies(engine, world, all[i], all[j]);
}

double anchor_x(Anchor anchor) {
    return anchor == middle ? 0.0 : anchor == plus_plus || anchor == plus_minus ? 1.0 : -1.0;
}
double anchor_y(Anchor anchor) {
    return anchor == middle ? 0.0 : anchor == plus_plus || anchor == minus_plus ? 1.0 : -1.0;
}

void add_rope(const Engine& engine, WorldData& world, std::size_t voxel, const SpringEnds& ends, int number,
              double least, double most) {
    if (least <= 0.0 && most == unbounded) return;
    const Piece* pieces = world.pieces.data() + (voxel - world.rows.begin) * masses_per_voxel;
    const Piece &a = pieces[ends.a], &b = pieces[ends.b];
    if (a.body == b.body) return;
    PairRow row;
    row.a = body_slot(a.body);
    row.b = body_slot(b.body);
    row.ax = a.x + a.half_width * anchor_x(ends.anchor_a);
    row.ay = a.y + a.half_height * anchor_y(ends.anchor_a);
    row.bx = b.x + b.half_width * anchor_x(ends.anchor_b);
    row.by = b.y + b.half_height * anchor_y(ends.anchor_b);
    row.least = least;
    row.most = most;
    row.rope = true;
    row.row_a = row.row_b = static_cast<std::uint32_t>(voxel);
    row.key = (std::uint64_t{1} << 63) | (std::uint64_t{voxel - world.rows.begin} << 8) |
              static_cast<std::uint64_t>(number);
    const PairNow n = now(row, const_cast<double*>(engine.body_values()));
    const bool pushes = engine.material[voxel]->actuation == Actuation::force;
    if (pushes ||
        n.gap < 0.1 * a.half_width - 2.0 * engine.settings.dt * std::min(speed_along(n, n.nx, n.ny), 0.0))
        world.pairs.push_back(row);
}

void find_ropes(const Engine& engine, WorldData& world) {
    for (std::size_t voxel = world.rows.begin; voxel < world.rows.end; ++voxel) {
        const Material& m = *engine.material[voxel];
        const double s = m.mass_side();
        const double shortest = static_cast<double>(engine.tile(voxel).shortest[voxel % tile_size]);
        const double longest = static_cast<double>(engine.tile(voxel).longest[voxel % tile_size]);
        const bool pushes = m.actuation == Actuation::force;  // it may get anywhere in a step
        const bool tight =
            pushes || (m.limit_contraction && shortest < 1.5 * s) || longest > m.rope_length - 0.5 * s;
        if (tight && (m.limit_contraction || m.rope_length != unbounded))
            for (int k = 0; k < masses_per_voxel; ++k)
                add_rope(engine, world, voxel, {k, middle, (k + 1) % masses_per_voxel, middle, parallel}, k,
                         m.limit_contraction ? s : 0.0, m.rope_length);
        if (m.passive_area.min <= 0.0 && m.passive_area.max == unbounded) continue;
        const std::array<double, 3> least =
            rest_lengths(s, m.side_length * std::sqrt(std::max(m.passive_area.min, 0.0)));
        const std::array<double, 3> most = rest_lengths(s, m.side_length * std::sqrt(m.passive_area.max));
        for (int i = 0; i < springs_per_voxel; ++i) {
            const auto kind = static_cast<std::size_t>(spring_ends[i].kind);
            add_rope(engine, world, voxel, spring_ends[i], 8 + i,
                     m.passive_area.min > 0.0 ? least[kind] : 0.0,
                     m.passive_area.max == unbounded ? unbounded : most[kind]);
        }
    }
}

// Impulses of the step before, by key.
void take_over_impulses(WorldData& world) {
    const auto less = [](const PairRow& a, const PairRow& b) { return a.key < b.key; };
    std::sort(world.pairs.begin(), world.pairs.end(), less);
    for (PairRow& row : world.pairs) {
        const auto old = std::lower_bound(world.pairs_before.begin(), world.pairs_before.end(), row, less);
        if (old == world.pairs_before.end() || old->key != row.key) continue;
        row.normal = old->normal;
        row.tangent = old->tangent;
    }
}

}  // namespace

void find_pairs(Engine& engine, WorldData& world) {
    if (!world.has_ropes && !world.has_meetings) return;
    std::swap(world.pairs, world.pairs_before);
    world.pairs.clear();
    if (world.has_ropes) find_ropes(engine, world);
    if (world.has_meetings) find_meetings(engine, world);
    take_over_impulses(world);
}

void solve_pairs(Engine& engine, WorldData& world, const SubstepConstants& k) {
    if (world.pairs.empty()) return;
    double* values = engine.body_values();
    std::vector<std::pair<PairNow, double>>& rows = world.pairs_now;
    rows.clear();
    for (PairRow& row : world.pairs) {
        const PairNow n = now(row, values);
        const double closing = -std::max(n.gap, 0.0) / k.h, speed = speed_along(n, n.nx, n.ny);
        const bool bounces = speed < -bounce_speed && speed < closing;
        rows.push_back({n, bounces ? std::max(-row.restitution * speed, closing) : closing});
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        PairRow& row = world.pairs[i];
        const PairNow& n = rows[i].first;
        push(n, row.normal * n.nx - row.tangent * n.ny, row.normal * n.ny + row.tangent * n.nx);
    }
    for (int pass = 0; pass < passes; ++pass)
        for (std::size_t i = 0; i < rows.size(); ++i) solve(world.pairs[i], rows[i].first, rows[i].second);
}

void part_pairs(Engine& engine, WorldData& world) {
    for (const PairRow& row : world.pairs) {
        const PairNow n = now(row, engine.body_values());
        if (n.gap >= -allowed_depth) continue;
        const double inverse = n.a[body_inv_mass] + n.b[body_inv_mass];
        if (inverse <= 0.0) continue;
        const double part = part_share * (-allowed_depth - n.gap) / inverse;
        n.a[body_x] -= n.a[body_inv_mass] * part * n.nx;
        n.a[body_y] -= n.a[body_inv_mass] * part * n.ny;
        n.b[body_x] += n.b[body_inv_mass] * part * n.nx;
        n.b[body_y] += n.b[body_inv_mass] * part * n.ny;
    }
}

void mark_pair_touches(Engine& engine, const WorldData& world) {
    for (const PairRow& row : world.pairs) {
        if (!row.strangers || now(row, engine.body_values()).gap >= touching) continue;
        for (const std::uint32_t voxel : {row.row_a, row.row_b})
            if (voxel != no_row) engine.touches[voxel] = 1;
    }
}

}  // namespace shoal::voxel

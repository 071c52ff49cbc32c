#include "voxel/physics/engine.hpp"

#include "base/assert.hpp"
#include "base/math.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shoal::voxel {

namespace {

constexpr double offset_sign_x[masses_per_voxel] = {-1.0, 1.0, 1.0, -1.0};
constexpr double offset_sign_y[masses_per_voxel] = {1.0, 1.0, -1.0, -1.0};

// Which masses are one body: the root of each mass's set is its first mass.
class Sets {
public:
    explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
    std::size_t root(std::size_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::size_t i, std::size_t j) {
        i = root(i);
        j = root(j);
        parent_[std::max(i, j)] = std::min(i, j);
    }

private:
    std::vector<std::size_t> parent_;
};

std::size_t mass_index(const WorldData& world, std::size_t row, int k) {
    return (row - world.rows.begin) * masses_per_voxel + static_cast<std::size_t>(k);
}

// Row of the voxel at a cell, or rows.end.
std::size_t row_at(const RobotData& robot, int x, int y) {
    const auto before = [](std::pair<int, int> a, std::pair<int, int> b) {
        return std::pair{a.second, a.first} < std::pair{b.second, b.first};
    };
    const std::pair wanted{x, y};
    const auto cell = std::lower_bound(robot.cells.begin(), robot.cells.end(), wanted, before);
    if (cell == robot.cells.end() || *cell != wanted) return robot.rows.end;
    return robot.rows.begin + static_cast<std::size_t>(cell - robot.cells.begin());
}

Sets welded_sets(const Engine& engine, const WorldData& world) {
    Sets sets(world.rows.size() * masses_per_voxel);
    for (const RobotData& robot : world.robots)
        for (std::size_t row = robot.rows.begin; row < robot.rows.end; ++row) {
            const auto [x, y] = robot.cells[row - robot.rows.begin];
            const auto own = [&](int k) { return mass_index(world, row, k); };
            const auto welded = world.welded[row - world.rows.begin];
            if (const std::size_t left = row_at(robot, x - 1, y); left != robot.rows.end && welded[0]) {
                sets.join(own(0), mass_index(world, left, 1));
                sets.join(own(3), mass_index(world, left, 2));
            }
            if (const std::size_t below = row_at(robot, x, y - 1); below != robot.rows.end && welded[1]) {
                sets.join(own(3), mass_index(world, below, 0));
                sets.join(own(2), mass_index(world, below, 1));
            }
            if (engine.material[row]->spring_frequency == 0.0)
                for (int k = 1; k < masses_per_voxel; ++k) sets.join(own(0), own(k));
        }
    return sets;
}

struct Sum {
    double mass = 0.0, x = 0.0, y = 0.0, vx = 0.0, vy = 0.0, inertia = 0.0, linear = 0.0, angular = 0.0;
    std::size_t first = 0;  // mass
    bool pinned = false;
};

double keep(double damping, double dt, int substeps) {
    const double kept = 1.0 - dt * damping;
    return kept > 0.0 ? math::pow(kept, 1.0 / substeps) : 0.0;
}

void write_body(Engine& engine, std::size_t body, const Sum& sum, const Mass& like, int substeps) {
    const math::SinCos turn = math::sincos(like.angle);
    const auto set = [&](BodyField field, double value) { engine.value(body, field) = value; };
    set(body_x, sum.x);
    set(body_y, sum.y);
    set(body_vx, sum.vx);
    set(body_vy, sum.vy);
    set(body_w, like.w);
    set(body_angle, like.angle);
    set(body_c, turn.cos);
    set(body_s, turn.sin);
    set(body_fx, 0.0);
    set(body_fy, 0.0);
    set(body_torque, 0.0);
    set(body_inv_mass, sum.pinned || sum.mass <= 0.0 ? 0.0 : 1.0 / sum.mass);
    set(body_inv_inertia, sum.pinned || sum.inertia <= 0.0 ? 0.0 : 1.0 / sum.inertia);
    set(body_keep_linear, keep(sum.linear, engine.settings.dt, substeps));
    set(body_keep_angular, keep(sum.angular, engine.settings.dt, substeps));
}

// Boxes are the last bodies of a world; they keep their state when a robot breaks.
void add_boxes(Engine& engine, WorldData& world, bool first_time) {
    std::size_t body = world.bodies.end - world.boxes.size();
    std::uint32_t robot = static_cast<std::uint32_t>(world.robots.size());
    for (const Box& box : world.boxes) {
        const bool pinned = box.kind == Box::Kind::pinned;
        const math::SinCos turn = math::sincos(box.angle);
        const double up = pinned ? 0.5 * box.height : 0.0;  // from the body's centre to the box's
        Piece piece{static_cast<std::uint32_t>(body),
                    no_row,
                    robot++,
                    0.0,
                    up,
                    0.5 * box.width,
                    0.5 * box.height,
                    box.friction,
                    box.restitution,
                    true};
        world.pieces.push_back(piece);
        if (first_time) {
            Sum sum{box.density * box.width * box.height, box.x + turn.sin * up, box.y - turn.cos * up};
            sum.inertia = sum.mass * ((box.width * box.width + box.height * box.height) / 12.0 + up * up);
            sum.angular = box.angular_damping;
            sum.pinned = box.kind == Box::Kind::fixed;
            Mass like{sum.x, sum.y, box.angle, 0.0, 0.0, box.angular_velocity, false};
            write_body(engine, body, sum, like, world.substeps);
            if (pinned) engine.value(body, body_inv_mass) = 0.0;
        }
        ++body;
    }
}

void sort_pieces(WorldData& world) {
    world.piece_begin.assign(world.bodies.size() + 1, 0);
    for (const Piece& piece : world.pieces) ++world.piece_begin[piece.body - world.bodies.begin + 1];
    std::partial_sum(world.piece_begin.begin(), world.piece_begin.end(), world.piece_begin.begin());
    world.piece_order.resize(world.pieces.size());
    std::iota(world.piece_order.begin(), world.piece_order.end(), 0u);
    std::stable_sort(
        world.piece_order.begin(), world.piece_order.end(),
        [&](std::uint32_t a, std::uint32_t b) { return world.pieces[a].body < world.pieces[b].body; });
}

void find_hulls(WorldData& world) {
    world.hulls.assign(world.bodies.size(), {});
    for (std::size_t b = 0; b < world.bodies.size(); ++b) {
        Piece& hull = world.hulls[b];
        double left = 0.0, right = 0.0, low = 0.0, high = 0.0;
        for (std::uint32_t i = world.piece_begin[b]; i < world.piece_begin[b + 1]; ++i) {
            const Piece& piece = world.pieces[world.piece_order[i]];
            const bool first = i == world.piece_begin[b];
            left = first ? piece.x - piece.half_width : std::min(left, piece.x - piece.half_width);
            right = first ? piece.x + piece.half_width : std::max(right, piece.x + piece.half_width);
            low = first ? piece.y - piece.half_height : std::min(low, piece.y - piece.half_height);
            high = first ? piece.y + piece.half_height : std::max(high, piece.y + piece.half_height);
            hull.robot = piece.robot;
            hull.meets_own_robot = hull.meets_own_robot || piece.meets_own_robot;
        }
        hull.body = static_cast<std::uint32_t>(world.bodies.begin + b);
        hull.row = hull.body;  // no two hulls are one voxel
        hull.x = 0.5 * (left + right);
        hull.y = 0.5 * (low + high);
        hull.half_width = 0.5 * (right - left);
        hull.half_height = 0.5 * (high - low);
    }
}

// Corners that lie at no other piece of the same body: those inside of its outline never touch a ground first.
void find_corners(WorldData& world) {
    struct Found {
        std::uint32_t body;
        Corner corner;
        bool shared = false;
    };
    std::vector<Found> found;
    for (std::uint32_t p = 0; p < world.pieces.size(); ++p) {
        const Piece& piece = world.pieces[p];
        for (int k = 0; k < 4; ++k)
            found.push_back({piece.body,
                             {piece.x + offset_sign_x[k] * piece.half_width,
                              piece.y + offset_sign_y[k] * piece.half_height, p}});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.body < b.body; });
    world.corner_begin.assign(world.bodies.size() + 1, 0);
    world.corners.clear();
    world.radius.assign(world.bodies.size(), 0.0);
    for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
        while (end < found.size() && found[end].body == found[begin].body) ++end;
        const std::size_t body = found[begin].body - world.bodies.begin;
        for (std::size_t i = begin; i < end; ++i)
            for (std::size_t j = i + 1; j < end; ++j)
                if (std::abs(found[i].corner.x - found[j].corner.x) < 1e-9 &&
                    std::abs(found[i].corner.y - found[j].corner.y) < 1e-9)
                    found[i].shared = found[j].shared = true;
        for (std::size_t i = begin; i < end; ++i) {
            const Corner& corner = found[i].corner;
            world.radius[body] =
                std::max(world.radius[body], std::sqrt(corner.x * corner.x + corner.y * corner.y));
            if (found[i].shared) continue;
            world.corners.push_back(corner);
            ++world.corner_begin[body + 1];
        }
    }
    std::partial_sum(world.corner_begin.begin(), world.corner_begin.end(), world.corner_begin.begin());
    world.segment.resize(world.bodies.size(), 0);
}

}  // namespace

std::vector<Mass> masses_at_rest(const WorldData& world, const std::vector<Robot>& robots) {
    std::vector<Mass> masses;
    for (std::size_t r = 0; r < robots.size(); ++r) {
        const double side = robots[r].body.side_length();
        for (const auto& [x, y] : world.robots[r].cells) {
            const double reach = 0.5 * (side - robots[r].body.at(x, y)->mass_side());
            for (int k = 0; k < masses_per_voxel; ++k)
                masses.push_back({robots[r].x + (x + 0.5) * side + offset_sign_x[k] * reach,
                                  robots[r].y + (y + 0.5) * side + offset_sign_y[k] * reach});
        }
    }
    for (std::size_t i = 0; i < masses.size(); ++i) masses[i].pinned = world.pinned[i];
    return masses;
}

std::vector<Mass> masses_now(const Engine& engine, const WorldData& world) {
    std::vector<Mass> masses;
    for (std::size_t row = world.rows.begin; row < world.rows.end; ++row)
        for (int k = 0; k < masses_per_voxel; ++k) {
            const MassReading now = engine.mass(row, k);
            masses.push_back({now.centre.x, now.centre.y, now.angle, now.velocity.x, now.velocity.y,
                              now.angular_velocity, world.pinned[mass_index(world, row, k)]});
        }
    return masses;
}

void assemble(Engine& engine, WorldData& world, const std::vector<Mass>& masses) {
    const bool first_time = world.used_bodies == 0;
    Sets sets = welded_sets(engine, world);
    std::vector<std::size_t> body_of(masses.size());  // of this world
    std::vector<Sum> sums;
    const auto material = [&](std::size_t mass) -> const Material& {
        return *engine.material[world.rows.begin + mass / masses_per_voxel];
    };
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const std::size_t root = sets.root(i);
        if (root == i) {
            body_of[i] = sums.size();
            sums.push_back({});
            sums.back().first = i;
        }
        body_of[i] = body_of[root];
        Sum& sum = sums[body_of[i]];
        const double m = material(i).mass / masses_per_voxel;
        sum.mass += m;
        sum.x += m * masses[i].x;
        sum.y += m * masses[i].y;
        sum.vx += m * masses[i].vx;
        sum.vy += m * masses[i].vy;
        sum.linear += m * material(i).linear_damping;
        sum.angular += m * material(i).angular_damping;
        sum.pinned = sum.pinned || masses[i].pinned;
    }
    for (Sum& sum : sums)
        for (double* mean : {&sum.x, &sum.y, &sum.vx, &sum.vy, &sum.linear, &sum.angular}) *mean /= sum.mass;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        Sum& sum = sums[body_of[i]];
        const double m = material(i).mass / masses_per_voxel, side = material(i).mass_side();
        const double dx = masses[i].x - sum.x, dy = masses[i].y - sum.y;
        sum.inertia += m * (side * side / 6.0 + dx * dx + dy * dy);
    }
    SHOAL_ASSERT(sums.size() + world.boxes.size() <= world.bodies.size());
    world.used_bodies = sums.size() + world.boxes.size();
    for (std::size_t b = 0; b < sums.size(); ++b)
        write_body(engine, world.bodies.begin + b, sums[b], masses[sums[b].first], world.substeps);

    world.pieces.clear();
    std::uint32_t robot = 0;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const std::size_t row = world.rows.begin + i / masses_per_voxel, lane = row % tile_size;
        while (row >= world.robots[robot].rows.end) ++robot;
        const int k = static_cast<int>(i % masses_per_voxel);
        const std::size_t body = world.bodies.begin + body_of[i];
        const Sum& sum = sums[body_of[i]];
        const double c = engine.value(body, body_c), s = engine.value(body, body_s);
        const double dx = masses[i].x - sum.x, dy = masses[i].y - sum.y;
        const double x = c * dx + s * dy, y = c * dy - s * dx;
        VoxelTile& tile = engine.tile(row);
        tile.body[k][lane] = body_slot(body);
        tile.offset_x[k][lane] = static_cast<float>(x);
        tile.offset_y[k][lane] = static_cast<float>(y);
        const Material& m = material(i);
        world.pieces.push_back({static_cast<std::uint32_t>(body), static_cast<std::uint32_t>(row), robot, x,
                                y, 0.5 * m.mass_side(), 0.5 * m.mass_side(), m.friction, m.restitution,
                                m.mass_collision});
    }
    add_boxes(engine, world, first_time);
    for (std::size_t body = world.bodies.begin; body < world.bodies.end; ++body)
        engine.ground_memory[body].count = 0;
    sort_pieces(world);
    find_hulls(world);
    find_corners(world);
}

}  // namespace shoal::voxel

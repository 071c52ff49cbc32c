#include "voxel/physics/engine.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::voxel {

namespace {

constexpr double touching = 0.005;  // m, as the releases' engine has it

// A point of a body that may touch a plane of the ground.
struct Candidate {
    double x, y;    // m, in the body's frame
    double nx, ny;  // outwards
    double gap;     // m
    double at;      // m, where along x
    std::uint32_t piece;
};

// The few that are kept of a body.
class Candidates {
public:
    void add(const Candidate& candidate) {
        if (count_ < capacity) all_[count_++] = candidate;
    }
    [[nodiscard]] int count() const { return std::min(count_, GroundTile::most_points); }
    // At most four: the outermost two and the deepest of the others.
    void choose() {
        if (count_ <= GroundTile::most_points) return;
        const auto less_x = [](const Candidate& a, const Candidate& b) { return a.at < b.at; };
        std::swap(all_[0], *std::min_element(all_, all_ + count_, less_x));
        std::swap(all_[1], *std::max_element(all_ + 1, all_ + count_, less_x));
        for (int i = 2; i < GroundTile::most_points; ++i)
            std::swap(all_[i],
                      *std::min_element(all_ + i, all_ + count_, [](const Candidate& a, const Candidate& b) {
                          return a.gap < b.gap;
                      }));
    }
    [[nodiscard]] const Candidate& operator[](int i) const { return all_[i]; }

private:
    static constexpr int capacity = 32;
    Candidate all_[capacity];
    int count_ = 0;
};

struct Pose {
    double x, y, c, s;

    [[nodiscard]] Point to_world(double px, double py) const {
        return {x + (c * px - s * py), y + (s * px + c * py)};
    }
};

struct Plane {
    double nx, ny, gap;
};

class Surface {
public:
    explicit Surface(const Ground& ground) : points_(ground.points()) {}

    [[nodiscard]] std::size_t last() const { return points_.size() - 2; }
    [[nodiscard]] const Point& start(std::size_t segment) const { return points_[segment]; }
    [[nodiscard]] const Point& end(std::size_t segment) const { return points_[segment + 1]; }
    // The segment that holds x, found from one near by.
    [[nodiscard]] std::size_t walk(std::size_t from, double x) const {
        while (from > 0 && x < points_[from].x) --from;
        while (from < last() && x >= points_[from + 1].x) ++from;
        return from;
    }
    [[nodiscard]] bool holds(double x) const { return x >= points_.front().x && x <= points_.back().x; }
    [[nodiscard]] Plane plane(std::size_t segment, Point p) const {
        const Point a = points_[segment], b = points_[segment + 1];
        const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
        if (length <= 0.0) return {0.0, 1.0, -1e9};
        const double nx = -dy / length, ny = dx / length;
        return {nx, ny, nx * (p.x - a.x) + ny * (p.y - a.y)};
    }
    [[nodiscard]] bool is_ridge(std::size_t point) const {  // of an inner point
        const Point a = points_[point - 1], b = points_[point], c = points_[point + 1];
        return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) < 0.0;
    }
    [[nodiscard]] double highest(std::size_t segment, double left, double right) const {
        double y = -1e300;
        while (segment > 0 && points_[segment].x > left) --segment;
        for (;; ++segment) {
            y = std::max({y, points_[segment].y, points_[segment + 1].y});
            if (segment == last() || points_[segment + 1].x >= right) return y;
        }
    }

private:
    const std::vector<Point>& points_;
};

// The planes that bound a point: the one below it and, within reach, those that meet it in a valley; over a ridge the
// one that it is farthest out of.
void add_corner(const Surface& surface, std::size_t near, Point p, const Corner& corner, double reach,
                Candidates& out) {
    if (!surface.holds(p.x)) return;
    const std::size_t below = surface.walk(near, p.x);
    Plane best = surface.plane(below, p);
    const auto add = [&](const Plane& plane) {
        if (plane.gap < reach)
            out.add({corner.x, corner.y, plane.nx, plane.ny, plane.gap, p.x, corner.piece});
    };
    const auto neighbour = [&](std::size_t segment, std::size_t shared) {
        const Plane plane = surface.plane(segment, p);
        if (!surface.is_ridge(shared)) add(plane);
        else if (best.gap < 0.0 && plane.gap > best.gap) best = plane;
    };
    if (below < surface.last() && surface.end(below).x - p.x < reach) neighbour(below + 1, below + 1);
    if (below > 0 && p.x - surface.start(below).x < reach) neighbour(below - 1, below);
    add(best);
}

// A ridge of the ground that comes close to a side of a piece.
void add_ridge(const Pose& pose, Point ridge, const Piece& piece, std::uint32_t index, double reach,
               Candidates& out) {
    const double dx = ridge.x - pose.x, dy = ridge.y - pose.y;
    const double x = pose.c * dx + pose.s * dy - piece.x, y = pose.c * dy - pose.s * dx - piece.y;
    const double out_x = std::abs(x) - piece.half_width, out_y = std::abs(y) - piece.half_height;
    const double gap = std::max(out_x, out_y);
    if (gap > reach || std::min(out_x, out_y) > 0.0) return;
    const bool sideways = out_x > out_y;
    const double nx = sideways ? (x < 0.0 ? 1.0 : -1.0) : 0.0;
    const double ny = sideways ? 0.0 : (y < 0.0 ? 1.0 : -1.0);
    const double wx = pose.c * nx - pose.s * ny, wy = pose.s * nx + pose.c * ny;
    if (wy < 0.0) return;  // the ground is below
    out.add({piece.x + (sideways ? -nx * piece.half_width : x),
             piece.y + (sideways ? y : -ny * piece.half_height), wx, wy, gap, ridge.x, index});
}

// A point starts with the impulses that it had in the step before.
void recall(const GroundMemory& memory, GroundTile::Points& points, std::size_t lane) {
    for (int i = 0; i < memory.count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (memory.x[at] != points.ax[lane] || memory.y[at] != points.ay[lane]) continue;
        points.normal_impulse[lane] = memory.normal[at];
        points.tangent_impulse[lane] = memory.tangent[at];
        return;
    }
}

void remember(const GroundTile& tile, std::size_t lane, GroundMemory& memory) {
    memory.count = 0;
    for (int i = 0; i < tile.used; ++i) {
        const GroundTile::Points& points = tile.points[i];
        if (points.on[lane] == 0.0F || points.normal_impulse[lane] == 0.0F) continue;
        const auto at = static_cast<std::size_t>(memory.count++);
        memory.x[at] = points.ax[lane];
        memory.y[at] = points.ay[lane];
        memory.normal[at] = points.normal_impulse[lane];
        memory.tangent[at] = points.tangent_impulse[lane];
    }
}

void put(const Engine& engine, const WorldData& world, std::size_t body, const Pose& pose,
         const Candidates& found, GroundTile& tile, std::size_t lane) {
    const Ground& ground = *world.ground;
    tile.bodies = lane + 1;
    tile.body[lane] = body_slot(body);
    tile.x0[lane] = engine.value(body, body_x);
    tile.y0[lane] = engine.value(body, body_y);
    tile.used = std::max(tile.used, found.count());
    for (int i = 0; i < found.count(); ++i) {
        const Candidate& from = found[i];
        const Piece& piece = world.pieces[from.piece];
        GroundTile::Points& to = tile.points[i];
        const auto set = [lane](Lanes<float>& column, double value) {
            column[lane] = static_cast<float>(value);
        };
        set(to.ax, from.x);
        set(to.ay, from.y);
        set(to.r0x, pose.c * from.x - pose.s * from.y);
        set(to.r0y, pose.s * from.x + pose.c * from.y);
        set(to.nx, from.nx);
        set(to.ny, from.ny);
        set(to.gap, from.gap);
        set(to.friction, std::sqrt(piece.friction * ground.friction()));
        set(to.restitution, std::max(piece.restitution, ground.restitution()));
        set(to.on, 1.0);
        to.row[lane] = piece.row;
        recall(engine.ground_memory[body], to, lane);
    }
}

// A tile without points: its lanes belong to the body of nobody.
void clear(GroundTile& tile, std::uint32_t nobody) {
    tile.used = 0;
    tile.bodies = 0;
    std::fill_n(tile.body, tile_size, nobody);
    std::fill_n(tile.x0, tile_size, 0.0);
    std::fill_n(tile.y0, tile_size, 0.0);
    for (GroundTile::Points& points : tile.points) points = {};
}

void find(const Engine& engine, WorldData& world, std::size_t body, Candidates& out, Pose& pose) {
    const std::size_t own = body - world.bodies.begin;
    const auto value = [&](BodyField field) { return engine.value(body, field); };
    pose = {value(body_x), value(body_y), value(body_c), value(body_s)};
    const double radius = world.radius[own], dt = engine.settings.dt;
    const double speed = std::sqrt(value(body_vx) * value(body_vx) + value(body_vy) * value(body_vy)) +
                         std::abs(value(body_w)) * radius;
    const double reach = 0.1 * radius + 2.0 * dt * speed;
    const Surface surface(*world.ground);
    std::size_t& segment = world.segment[own];
    segment = surface.walk(segment, pose.x);
    const double left = pose.x - radius - reach, right = pose.x + radius + reach;
    if (pose.y - radius - reach > surface.highest(segment, left, right)) return;
    for (std::uint32_t i = world.corner_begin[own]; i < world.corner_begin[own + 1]; ++i) {
        const Corner& corner = world.corners[i];
        add_corner(surface, segment, pose.to_world(corner.x, corner.y), corner, reach, out);
    }
    std::size_t point = surface.walk(segment, left) + 1;
    for (; point <= surface.last() && surface.start(point).x <= right; ++point)
        if (surface.is_ridge(point))
            for (std::uint32_t i = world.piece_begin[own]; i < world.piece_begin[own + 1]; ++i) {
                const std::uint32_t p = world.piece_order[i];
                add_ridge(pose, surface.start(point), world.pieces[p], p, reach, out);
            }
    out.choose();
}

}  // namespace

void find_ground_points(Engine& engine, Block& block) {
    const std::uint32_t nobody = body_slot(block.bodies.end - 1);
    block.ground_used = 0;
    std::size_t lanes = tile_size;
    for (const std::uint32_t w : block.worlds) {
        WorldData& world = engine.worlds[w];
        if (!world.ground) continue;
        for (std::size_t body = world.bodies.begin; body < world.bodies.end; ++body) {
            if (engine.value(body, body_inv_inertia) <= 0.0) continue;
            Candidates found;
            Pose pose{};
            find(engine, world, body, found, pose);
            if (found.count() == 0) {
                engine.ground_memory[body].count = 0;
                continue;
            }
            if (lanes == tile_size) {
                clear(block.ground[block.ground_used++], nobody);
                lanes = 0;
            }
            put(engine, world, body, pose, found, block.ground[block.ground_used - 1], lanes++);
        }
    }
}

void mark_ground_touches(Engine& engine, const Block& block) {
    for (std::size_t row = block.rows.begin; row < block.rows.end; ++row)
        engine.touches_ground[row] = engine.touches[row] = 0;
    for (std::size_t t = 0; t < block.ground_used; ++t) {
        const GroundTile& tile = block.ground[t];
        for (std::size_t lane = 0; lane < tile.bodies; ++lane)
            remember(tile, lane, engine.ground_memory[body_of_slot(tile.body[lane])]);
        for (int i = 0; i < tile.used; ++i)
            for (std::size_t lane = 0; lane < tile_size; ++lane) {
                const GroundTile::Points& points = tile.points[i];
                if (points.on[lane] == 0.0F || points.row[lane] == no_row) continue;
                if (static_cast<double>(points.gap_now[lane]) < touching)
                    engine.touches_ground[points.row[lane]] = engine.touches[points.row[lane]] = 1;
            }
    }
}

}  // namespace shoal::voxel

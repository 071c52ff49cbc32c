#include "voxel/physics/engine.hpp"

#include "base/error.hpp"
#include "base/math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shoal::voxel {

namespace {

constexpr std::size_t block_rows =
    64;  // at least, where there are so many: some 30 kB, what a first-level cache holds

void require(bool holds, const char* key, double found, const char* expected) {
    if (!holds) throw Error({{}, key, fmt::format("{}", found), expected, {}});
}

void check(const Settings& settings) {
    require(std::isfinite(settings.dt) && settings.dt > 0.0, "dt", settings.dt, "a time above 0 s");
    require(settings.substeps >= 0 && settings.substeps <= 1000, "substeps", settings.substeps, "0 to 1000");
    require(std::isfinite(settings.gravity_x), "gravity_x", settings.gravity_x, "an acceleration in m/s²");
    require(std::isfinite(settings.gravity_y), "gravity_y", settings.gravity_y, "an acceleration in m/s²");
}

void check(const Box& box) {
    require(box.width > 0.0 && box.width < 1e6, "box.width", box.width, "a length above 0 m");
    require(box.height > 0.0 && box.height < 1e6, "box.height", box.height, "a length above 0 m");
    require(box.density > 0.0 && std::isfinite(box.density), "box.density", box.density,
            "a density above 0 kg/m²");
    require(box.friction >= 0.0, "box.friction", box.friction, "0 or more");
    require(box.restitution >= 0.0 && box.restitution <= 1.0, "box.restitution", box.restitution,
            "a ratio from 0 to 1");
}

void check(const World& world) {
    for (const Robot& robot : world.robots) {
        robot.body.check();
        require(std::isfinite(robot.x), "robot.x", robot.x, "a place in m");
        require(std::isfinite(robot.y), "robot.y", robot.y, "a place in m");
    }
    for (const Box& box : world.boxes) check(box);
}

RobotData robot_data(const Body& body, std::size_t first_row) {
    RobotData out{body, {first_row, first_row}, {}};
    for (int y = 0; y < body.height(); ++y)
        for (int x = 0; x < body.width(); ++x)
            if (body.has(x, y)) {
                out.cells.emplace_back(x, y);
                ++out.rows.end;
            }
    return out;
}

std::size_t voxels_of(const World& world) {
    return std::accumulate(world.robots.begin(), world.robots.end(), std::size_t{0},
                           [](std::size_t n, const Robot& robot) { return n + robot.body.voxel_count(); });
}

// Room for the bodies of a robot: without breaking, no more than one for each mass that is not welded to an earlier one.
std::size_t bodies_of(const Body& body, bool breakable) {
    std::size_t bodies = 0;
    for (int y = 0; y < body.height(); ++y)
        for (int x = 0; x < body.width(); ++x) {
            if (!body.has(x, y)) continue;
            const bool left = !breakable && body.has(x - 1, y), below = !breakable && body.has(x, y - 1);
            bodies += 1 + (left ? 0 : 1) + (below ? 0 : 1) + (left || below ? 0 : 1);
        }
    return bodies;
}

std::size_t rounded_up(std::size_t n) { return (n + tile_size - 1) / tile_size * tile_size; }

void write_voxel(VoxelTile& tile, std::size_t lane, const Material& m) {
    const double omega = math::two_pi * m.spring_frequency, s = m.mass_side(),
                 mass = m.mass / masses_per_voxel;
    const auto set = [lane](Lanes<float>& column, double value) { column[lane] = static_cast<float>(value); };
    tile.used = std::max(tile.used, lane + 1);
    set(tile.half, 0.5 * s);
    set(tile.stiffness_rate, omega * omega);
    set(tile.damping_rate, 2.0 * m.spring_damping_ratio * omega);
    set(tile.inv_reduced_mass, 2.0 / mass);
    set(tile.inv_inertia, m.stiffness_law == StiffnessLaw::effective_mass ? 6.0 / (mass * s * s) : 0.0);
    set(tile.inv_area, 1.0 / (m.side_length * m.side_length));
    const Scaffolding& groups = m.scaffolding;
    const bool present[4] = {groups.side_external, groups.side_internal, groups.side_cross,
                             groups.central_cross};
    for (int i = 0; i < 4; ++i) set(tile.present[i], present[i] && m.spring_frequency > 0.0 ? 1.0 : 0.0);
    const std::array<double, 3> rest = rest_lengths(s, m.side_length);
    for (std::size_t i = 0; i < 3; ++i) set(tile.rest[i], rest[i]);
    tile.by_force = tile.by_force || m.actuation == Actuation::force;
    tile.effective = tile.effective || m.stiffness_law == StiffnessLaw::effective_mass;
    tile.roped = tile.roped || m.limit_contraction || m.rope_length != unbounded;
}

void clear(VoxelTile& tile, std::uint32_t nobody) {
    tile = {};
    for (auto& body : tile.body) std::fill_n(body, tile_size, nobody);
    std::fill_n(tile.inv_reduced_mass, tile_size, 1.0F);
}

// Worlds in the order in which they lie in memory, cut into blocks of equal sub-steps.
std::vector<Block> cut(const std::vector<World>& worlds, const std::vector<int>& substeps) {
    std::vector<std::uint32_t> order(worlds.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return substeps[a] < substeps[b]; });
    std::vector<Block> blocks;
    std::size_t rows = block_rows;
    for (const std::uint32_t w : order) {
        if (rows >= block_rows || blocks.back().substeps != substeps[w]) {
            blocks.emplace_back();
            blocks.back().substeps = substeps[w];
            rows = 0;
        }
        blocks.back().worlds.push_back(w);
        rows += voxels_of(worlds[w]);
    }
    return blocks;
}

void lay_out(Engine& engine, const std::vector<World>& worlds) {
    std::size_t row = 0, body = 0;
    for (std::size_t b = 0; b < engine.blocks.size(); ++b) {
        Block& block = engine.blocks[b];
        block.rows.begin = row;
        block.bodies.begin = body;
        for (const std::uint32_t w : block.worlds) {
            WorldData& world = engine.worlds[w];
            world.ground = worlds[w].ground;
            world.boxes = worlds[w].boxes;
            world.substeps = block.substeps;
            world.block = b;
            world.rows.begin = row;
            world.bodies.begin = body;
            for (const Robot& robot : worlds[w].robots) {
                world.robots.push_back(robot_data(robot.body, row));
                row = world.robots.back().rows.end;
                body += bodies_of(robot.body, engine.settings.breakable);
            }
            body += world.boxes.size();
            world.rows.end = row;
            world.bodies.end = body;
            engine.voxel_count += world.rows.size();
        }
        block.ground.resize(rounded_up(body - block.bodies.begin) / tile_size);
        block.kernels = &kernels(row - block.rows.begin);
        row = block.rows.end = rounded_up(row);
        body = block.bodies.end = rounded_up(body + 1);
    }
    engine.voxels.resize(row / tile_size);
    engine.bodies.resize(body / tile_size);
    engine.ground_memory.resize(body);
    engine.material.assign(row, nullptr);
    engine.world_of.assign(row, 0);
    for (Column<float>* column : {&engine.control, &engine.applied, &engine.area_ratio, &engine.velocity_x,
                                  &engine.velocity_y, &engine.angle})
        column->resize(row);
    engine.centre_x.resize(row);
    engine.centre_y.resize(row);
    engine.touches_ground.resize(row);
    engine.touches.resize(row);
}

void write_voxels(Engine& engine) {
    for (const Block& block : engine.blocks)
        for (std::size_t t = block.rows.begin / tile_size; t < block.rows.end / tile_size; ++t)
            clear(engine.voxels[t], body_slot(block.bodies.end - 1));
    for (std::size_t w = 0; w < engine.worlds.size(); ++w)
        for (const RobotData& robot : engine.worlds[w].robots)
            for (std::size_t row = robot.rows.begin; row < robot.rows.end; ++row) {
                const auto [x, y] = robot.cells[row - robot.rows.begin];
                engine.material[row] = robot.body.at(x, y);
                engine.world_of[row] = static_cast<std::uint32_t>(w);
                write_voxel(engine.tile(row), row % tile_size, *engine.material[row]);
            }
}

void set_up(Engine& engine, WorldData& world, const World& from) {
    world.welded.assign(world.rows.size(), {true, true});
    world.pinned.assign(world.rows.size() * masses_per_voxel, false);
    bool self = false;
    for (std::size_t row = world.rows.begin; row < world.rows.end; ++row) {
        const Material& m = *engine.material[row];
        self = self || m.mass_collision;
        world.has_ropes = world.has_ropes || m.limit_contraction || m.rope_length != unbounded ||
                          m.passive_area.min > 0.0 || m.passive_area.max != unbounded;
    }
    world.has_meetings = self || from.robots.size() + from.boxes.size() > 1;
    assemble(engine, world, masses_at_rest(world, from.robots));
    if (!world.has_ropes && !world.has_meetings) return;
    const std::size_t room = 2 * world.pieces.size() + 16;  // of pairs at once; more find theirs as they come
    world.pairs.reserve(room);
    world.pairs_before.reserve(room);
    world.pairs_now.reserve(room);
    if (world.has_meetings) world.places.reserve(world.hulls.size());
}

// Turns the masses of springs out once for those that keep them.
void first_spring_masses(Engine& engine) {
    for (VoxelTile& tile : engine.voxels) {
        const bool effective = tile.effective;
        tile.effective = true;
        kernels().begin_step(&tile, 1, engine.body_values());
        tile.effective = effective;
    }
}

std::unique_ptr<Engine> build(const std::vector<World>& worlds, const Settings& settings,
                              const std::vector<int>& substeps) {
    auto engine = std::make_unique<Engine>();
    engine->settings = settings;
    engine->worlds.resize(worlds.size());
    engine->blocks = cut(worlds, substeps);
    lay_out(*engine, worlds);
    write_voxels(*engine);
    for (std::size_t w = 0; w < worlds.size(); ++w) set_up(*engine, engine->worlds[w], worlds[w]);
    first_spring_masses(*engine);
    return engine;
}

bool same_bodies(const World& a, const World& b) {
    return std::equal(a.robots.begin(), a.robots.end(), b.robots.begin(), b.robots.end(),
                      [](const Robot& p, const Robot& q) { return p.body == q.body; });
}

std::vector<int> substeps_of(const std::vector<World>& worlds, const Settings& settings) {
    std::vector<int> out;
    for (std::size_t w = 0; w < worlds.size(); ++w) {
        if (settings.substeps > 0) out.push_back(settings.substeps);
        else if (w > 0 && same_bodies(worlds[w], worlds[w - 1])) out.push_back(out.back());
        else {
            const auto alone = build({World{worlds[w].robots, nullptr, {}}}, settings, {1});
            out.push_back(substeps_for(*alone, alone->worlds[0]));
        }
    }
    return out;
}

}  // namespace

std::unique_ptr<Engine> build(std::vector<World> worlds, const Settings& settings) {
    check(settings);
    for (const World& world : worlds) check(world);
    return build(worlds, settings, substeps_of(worlds, settings));
}

}  // namespace shoal::voxel

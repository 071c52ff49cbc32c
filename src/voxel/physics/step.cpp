#include "base/math.hpp"

#include "voxel/physics/engine.hpp"

#include <algorithm>

namespace shoal::voxel {

namespace {

void add_loads(Engine& engine, const WorldData& world) {
    for (const Load& load : world.loads) {
        const std::size_t lane = load.row % tile_size;
        const VoxelTile& tile = engine.tile(load.row);
        double* body = engine.body_values() + tile.body[load.k][lane];
        const double ox = static_cast<double>(tile.offset_x[load.k][lane]);
        const double oy = static_cast<double>(tile.offset_y[load.k][lane]);
        const double x = body[body_c] * ox - body[body_s] * oy, y = body[body_s] * ox + body[body_c] * oy;
        body[body_fx] += load.x;
        body[body_fy] += load.y;
        body[body_torque] += x * load.y - y * load.x;
    }
}

// A pinned box is a body whose centre is the pin: its weight acts on the arm from there.
void add_weights(Engine& engine, const WorldData& world) {
    for (std::size_t b = 0; b < world.boxes.size(); ++b) {
        const Box& box = world.boxes[b];
        if (box.kind != Box::Kind::pinned) continue;
        double* body = engine.body_values() + body_slot(world.bodies.end - world.boxes.size() + b);
        const double mass = box.density * box.width * box.height, arm = 0.5 * box.height;
        const double x = -body[body_s] * arm, y = body[body_c] * arm;
        body[body_torque] += mass * (x * engine.settings.gravity_y - y * engine.settings.gravity_x);
    }
}

void substep(Engine& engine, Block& block, const SubstepConstants& k) {
    const Kernels& kernel = *block.kernels;
    double* values = engine.body_values();
    BodyTile* bodies = engine.bodies.data() + block.bodies.begin / tile_size;
    const std::size_t body_tiles = block.bodies.size() / tile_size;
    kernel.springs(engine.voxels.data() + block.rows.begin / tile_size, block.rows.size() / tile_size,
                   values);
    for (const std::uint32_t w : block.worlds) {
        add_loads(engine, engine.worlds[w]);
        add_weights(engine, engine.worlds[w]);
    }
    kernel.integrate_velocities(bodies, body_tiles, k);
    for (const std::uint32_t w : block.worlds) solve_pairs(engine, engine.worlds[w], k);
    kernel.touch_ground(block.ground.data(), block.ground_used, values, k);
    kernel.move(bodies, body_tiles, k);
    kernel.leave_ground(block.ground.data(), block.ground_used, values);
    for (const std::uint32_t w : block.worlds) part_pairs(engine, engine.worlds[w]);
}

// Takes cosines and sines from the angles again, before rounding errors add up.
void renew_turns(Engine& engine, const Block& block) {
    for (std::size_t t = block.bodies.begin / tile_size; t < block.bodies.end / tile_size; ++t) {
        BodyTile& tile = engine.bodies[t];
        math::sincos({tile.angle, tile_size}, tile.s, tile.c);
    }
}

// In vsr-1.0 a push lasts one step.
void end_pushes(Engine& engine, const Block& block) {
    for (std::size_t t = block.rows.begin / tile_size; t < block.rows.end / tile_size; ++t)
        if (engine.voxels[t].by_force) std::fill_n(engine.voxels[t].push, tile_size, 0.0F);
}

}  // namespace

SubstepConstants Engine::constants(int substeps) const {
    // As the releases' engine has it: no more than 2 m and a quarter turn a step.
    return {settings.dt / substeps, settings.gravity_x, settings.gravity_y, 2.0 / settings.dt,
            0.5 * math::pi / settings.dt};
}

void step_block(Engine& engine, Block& block) {
    const SubstepConstants k = engine.constants(block.substeps);
    block.kernels->begin_step(engine.voxels.data() + block.rows.begin / tile_size,
                              block.rows.size() / tile_size, engine.body_values());
    find_ground_points(engine, block);
    for (const std::uint32_t w : block.worlds) find_pairs(engine, engine.worlds[w]);
    for (int i = 0; i < block.substeps; ++i) substep(engine, block, k);
    renew_turns(engine, block);
    mark_ground_touches(engine, block);
    for (const std::uint32_t w : block.worlds) mark_pair_touches(engine, engine.worlds[w]);
    if (engine.settings.compatibility == Compatibility::vsr_1_0) end_pushes(engine, block);
    block.time += engine.settings.dt;
}

}  // namespace shoal::voxel

#include "voxel/physics/engine.hpp"

#include <cmath>

namespace shoal::voxel {

namespace {

constexpr double sign_x[masses_per_voxel] = {-1.0, 1.0, 1.0, -1.0};
constexpr double sign_y[masses_per_voxel] = {1.0, 1.0, -1.0, -1.0};

struct Spot {
    Point place, velocity;
};

// The point at (x, y) halves of a mass's side from its centre.
Spot spot(const Engine& engine, std::size_t row, int k, double x, double y) {
    const VoxelTile& tile = engine.tile(row);
    const std::size_t lane = row % tile_size;
    const double* body = engine.body_values() + tile.body[k][lane];
    const double half = static_cast<double>(tile.half[lane]);
    const double px = static_cast<double>(tile.offset_x[k][lane]) + half * x;
    const double py = static_cast<double>(tile.offset_y[k][lane]) + half * y;
    const double rx = body[body_c] * px - body[body_s] * py, ry = body[body_s] * px + body[body_c] * py;
    return {{body[body_x] + rx, body[body_y] + ry},
            {body[body_vx] - body[body_w] * ry, body[body_vy] + body[body_w] * rx}};
}

Spot anchor(const Engine& engine, std::size_t row, int k, Anchor where) {
    if (where == middle) return spot(engine, row, k, 0.0, 0.0);
    return spot(engine, row, k, where == plus_plus || where == plus_minus ? 1.0 : -1.0,
                where == plus_plus || where == minus_plus ? 1.0 : -1.0);
}

}  // namespace

void measure(Engine& engine, Rows rows) {
    const std::size_t first = rows.begin;
    kernels().readings(
        engine.voxels.data() + first / tile_size, rows.size() / tile_size, engine.body_values(),
        {engine.area_ratio.data() + first, engine.velocity_x.data() + first, engine.velocity_y.data() + first,
         engine.angle.data() + first, engine.centre_x.data() + first, engine.centre_y.data() + first});
}

Point corner(const Engine& engine, std::size_t row, int k) {
    return spot(engine, row, k, sign_x[k], sign_y[k]).place;
}

MassReading Engine::mass(std::size_t row, int k) const {
    const Spot centre = spot(*this, row, k, 0.0, 0.0);
    const double* body = body_values() + slot(row, k);
    return {centre.place, centre.velocity, body[body_angle], body[body_w],
            2.0 * static_cast<double>(tile(row).half[row % tile_size])};
}

SpringReading spring(const Engine& engine, std::size_t row, int i) {
    const VoxelTile& tile = engine.tile(row);
    const std::size_t lane = row % tile_size;
    const SpringEnds ends = spring_ends[i];
    const Spot a = anchor(engine, row, ends.a, ends.anchor_a), b = anchor(engine, row, ends.b, ends.anchor_b);
    const double dx = b.place.x - a.place.x, dy = b.place.y - a.place.y,
                 length = std::sqrt(dx * dx + dy * dy);
    const double rest = static_cast<double>(tile.rest[ends.kind][lane]);
    const double mass = static_cast<double>(tile.mass[i][lane]);
    SpringReading out{a.place, b.place, length,
                      rest,    0.0,     mass * static_cast<double>(tile.stiffness_rate[lane])};
    if (length < 0.005) return out;
    const double rate = (dx * (b.velocity.x - a.velocity.x) + dy * (b.velocity.y - a.velocity.y)) / length;
    out.force = out.stiffness * (rest - length) - mass * static_cast<double>(tile.damping_rate[lane]) * rate;
    return out;
}

Energies energies(const Engine& engine, const WorldData& world) {
    Energies out;
    const double gx = engine.settings.gravity_x, gy = engine.settings.gravity_y;
    for (std::size_t b = world.bodies.begin; b < world.bodies.begin + world.bodies.size(); ++b) {
        const double* body = engine.body_values() + body_slot(b);
        if (body[body_inv_mass] > 0.0) {
            const double mass = 1.0 / body[body_inv_mass];
            out.kinetic += 0.5 * mass * (body[body_vx] * body[body_vx] + body[body_vy] * body[body_vy]);
            out.height -= mass * (gx * body[body_x] + gy * body[body_y]);
        }
        if (body[body_inv_inertia] > 0.0)
            out.kinetic += 0.5 * body[body_w] * body[body_w] / body[body_inv_inertia];
    }
    for (std::size_t row = world.rows.begin; row < world.rows.end; ++row)
        for (int i = 0; i < springs_per_voxel; ++i) {
            const SpringReading reading = spring(engine, row, i);
            const double stretch = reading.length - reading.rest;
            out.elastic += 0.5 * reading.stiffness * stretch * stretch;
        }
    return out;
}

}  // namespace shoal::voxel

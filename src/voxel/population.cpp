#include "voxel/population.hpp"

#include "base/assert.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"

#include "voxel/physics/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace shoal::voxel {

namespace {

std::vector<World> alone(std::span<const Body> bodies, const std::shared_ptr<const Ground>& ground, double x,
                         double y) {
    std::vector<World> worlds;
    for (const Body& body : bodies) worlds.push_back({{{body, x, y}}, ground, {}});
    return worlds;
}

}  // namespace

Population::Population(std::vector<World> worlds, const Settings& settings)
    : engine_(build(std::move(worlds), settings)) {}
Population::Population(std::span<const Body> bodies, std::shared_ptr<const Ground> ground, double x, double y,
                       const Settings& settings)
    : engine_(build(alone(bodies, ground, x, y), settings)) {}
Population::~Population() = default;
Population::Population(Population&&) noexcept = default;
Population& Population::operator=(Population&&) noexcept = default;

const Settings& Population::settings() const { return engine_->settings; }
std::size_t Population::world_count() const { return engine_->worlds.size(); }
std::size_t Population::robot_count(std::size_t world) const { return engine_->worlds[world].robots.size(); }
const Body& Population::body(std::size_t world, std::size_t robot) const {
    return engine_->worlds[world].robots[robot].body;
}
const Ground* Population::ground(std::size_t world) const { return engine_->worlds[world].ground.get(); }
std::size_t Population::box_count(std::size_t world) const { return engine_->worlds[world].boxes.size(); }
int Population::substeps(std::size_t world) const { return engine_->worlds[world].substeps; }

Box Population::box(std::size_t world, std::size_t box) const {
    const WorldData& data = engine_->worlds[world];
    Box out = data.boxes[box];
    const double* body = engine_->body_values() + body_slot(data.bodies.end - data.boxes.size() + box);
    const double up = out.kind == Box::Kind::pinned ? 0.5 * out.height : 0.0;
    out.x = body[body_x] - body[body_s] * up;
    out.y = body[body_y] + body[body_c] * up;
    out.angle = body[body_angle];
    out.angular_velocity = body[body_w];
    return out;
}

std::size_t Population::row_count() const { return engine_->material.size(); }
std::size_t Population::voxel_count() const { return engine_->voxel_count; }
Rows Population::rows(std::size_t world, std::size_t robot) const {
    return engine_->worlds[world].robots[robot].rows;
}
std::size_t Population::block_count() const { return engine_->blocks.size(); }
Rows Population::block_rows(std::size_t block) const { return engine_->blocks[block].rows; }
std::span<const std::uint32_t> Population::block_worlds(std::size_t block) const {
    return engine_->blocks[block].worlds;
}

std::span<float> Population::control() { return engine_->control.span(); }
std::span<const float> Population::applied_control() const { return engine_->applied.span(); }
void Population::apply_control(Rows rows) { voxel::apply_control(*engine_, rows); }

void Population::step(WorkerPool& pool, int steps) {
    pool.for_ranges(block_count(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block) step_block(block, steps);
    });
}
void Population::step(int steps) {
    for (std::size_t block = 0; block < block_count(); ++block) step_block(block, steps);
}
void Population::step_block(std::size_t block, int steps) {
    for (int i = 0; i < steps; ++i) voxel::step_block(*engine_, engine_->blocks[block]);
}
double Population::time(std::size_t world) const {
    return engine_->blocks[engine_->worlds[world].block].time;
}

void Population::measure_block(std::size_t block) { voxel::measure(*engine_, engine_->blocks[block].rows); }
void Population::measure(WorkerPool& pool) {
    pool.for_ranges(block_count(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t block = begin; block < end; ++block) measure_block(block);
    });
}
void Population::measure() {
    for (std::size_t block = 0; block < block_count(); ++block) measure_block(block);
}
std::span<const float> Population::area_ratio() const { return engine_->area_ratio.span(); }
std::span<const double> Population::centre_x() const { return engine_->centre_x.span(); }
std::span<const double> Population::centre_y() const { return engine_->centre_y.span(); }
std::span<const float> Population::velocity_x() const { return engine_->velocity_x.span(); }
std::span<const float> Population::velocity_y() const { return engine_->velocity_y.span(); }
std::span<const float> Population::angle() const { return engine_->angle.span(); }
std::span<const std::uint8_t> Population::touches_ground() const { return engine_->touches_ground.span(); }
std::span<const std::uint8_t> Population::touches() const { return engine_->touches.span(); }

Point Population::corner(std::size_t row, int k) const { return voxel::corner(*engine_, row, k); }
MassReading Population::mass(std::size_t row, int k) const { return engine_->mass(row, k); }
SpringReading Population::spring(std::size_t row, int spring) const {
    return voxel::spring(*engine_, row, spring);
}

Point Population::robot_centre(std::size_t world, std::size_t robot) const {
    const Rows rows = this->rows(world, robot);
    Point sum;
    for (std::size_t row = rows.begin; row < rows.end; ++row)
        for (int k = 0; k < masses_per_voxel; ++k) {
            const Point centre = mass(row, k).centre;
            sum.x += centre.x;
            sum.y += centre.y;
        }
    const double n = static_cast<double>(rows.size() * masses_per_voxel);
    return {sum.x / n, sum.y / n};
}

Energies Population::energies(std::size_t world) const {
    return voxel::energies(*engine_, engine_->worlds[world]);
}

Point Population::momentum(std::size_t world) const {
    Point sum;
    const Rows bodies = engine_->worlds[world].bodies;
    for (std::size_t body = bodies.begin; body < bodies.end; ++body) {
        const double inverse = engine_->value(body, body_inv_mass);
        if (inverse <= 0.0) continue;
        sum.x += engine_->value(body, body_vx) / inverse;
        sum.y += engine_->value(body, body_vy) / inverse;
    }
    return sum;
}

double Population::mass_of(std::size_t world) const {
    double sum = 0.0;
    const Rows rows = engine_->worlds[world].rows;
    for (std::size_t row = rows.begin; row < rows.end; ++row) sum += engine_->material[row]->mass;
    return sum;
}

std::uint64_t Population::digest(std::size_t world) const {
    Digest digest;
    const Rows bodies = engine_->worlds[world].bodies;
    for (std::size_t body = bodies.begin; body < bodies.end; ++body)
        for (const BodyField field : {body_x, body_y, body_vx, body_vy, body_w, body_angle}) {
            const double value = engine_->value(body, field);
            digest.add_bytes(&value, sizeof value);
        }
    return digest.value();
}

void Population::set_velocity(std::size_t world, std::size_t robot, Point velocity, double angular_velocity) {
    const Point centre = robot_centre(world, robot);
    const Rows rows = this->rows(world, robot);
    for (std::size_t row = rows.begin; row < rows.end; ++row)
        for (int k = 0; k < masses_per_voxel; ++k) {
            double* body = engine_->body_values() + engine_->slot(row, k);
            if (body[body_inv_inertia] <= 0.0) continue;
            body[body_vx] = velocity.x - angular_velocity * (body[body_y] - centre.y);
            body[body_vy] = velocity.y + angular_velocity * (body[body_x] - centre.x);
            body[body_w] = angular_velocity;
        }
}

void Population::set_force(std::size_t row, int k, Point force) {
    std::vector<Load>& loads = engine_->worlds[engine_->world_of[row]].loads;
    const auto known = std::find_if(loads.begin(), loads.end(),
                                    [&](const Load& load) { return load.row == row && load.k == k; });
    const Load load{static_cast<std::uint32_t>(row), k, force.x, force.y};
    if (known != loads.end()) *known = load;
    else loads.push_back(load);
}

void Population::pin_mass(std::size_t row, int k) {
    WorldData& world = engine_->worlds[engine_->world_of[row]];
    world.pinned[(row - world.rows.begin) * masses_per_voxel + static_cast<std::size_t>(k)] = true;
    double* body = engine_->body_values() + engine_->slot(row, k);
    for (const BodyField field : {body_vx, body_vy, body_w, body_inv_mass, body_inv_inertia})
        body[field] = 0.0;
}

void Population::break_weld(std::size_t row_a, std::size_t row_b) {
    if (!engine_->settings.breakable)
        throw Error({{}, "breakable", "false", "true, where welds may break", {}});
    WorldData& world = engine_->worlds[engine_->world_of[row_a]];
    for (const RobotData& robot : world.robots) {
        const auto inside = [&](std::size_t row) { return row >= robot.rows.begin && row < robot.rows.end; };
        if (!inside(row_a) || !inside(row_b)) continue;
        const auto [ax, ay] = robot.cells[row_a - robot.rows.begin];
        const auto [bx, by] = robot.cells[row_b - robot.rows.begin];
        if (std::abs(ax - bx) + std::abs(ay - by) != 1) break;
        const std::size_t newer = std::max(row_a, row_b) - world.rows.begin;
        world.welded[newer][ay == by ? 0 : 1] = false;
        assemble(*engine_, world, masses_now(*engine_, world));
        return;
    }
    throw Error(
        {{}, "weld", fmt::format("rows {} and {}", row_a, row_b), "two voxels that share a side", {}});
}

}  // namespace shoal::voxel

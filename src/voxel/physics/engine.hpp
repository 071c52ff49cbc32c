#pragma once

#include "voxel/physics/tiles.hpp"
#include "voxel/population.hpp"

#include "base/column.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace shoal::voxel {

/// A square mass of a voxel, or a box: part of a body.
struct Piece {
    std::uint32_t body = 0;                      // index among the bodies of all worlds
    std::uint32_t row = 0;                       // its voxel
    std::uint32_t robot = 0;                     // in its world; boxes are numbered after the robots
    double x = 0.0, y = 0.0;                     // m, its centre in the body's frame
    double half_width = 0.0, half_height = 0.0;  // m
    double friction = 0.0, restitution = 0.0;
    bool meets_own_robot = false;  // touches other bodies of the same robot
};

/// A point of a body's outline that may touch the ground first.
struct Corner {
    double x = 0.0, y = 0.0;  // m, in the body's frame
    std::uint32_t piece = 0;  // of its world
};

/// One mass as it is when bodies are put together from masses.
struct Mass {
    double x = 0.0, y = 0.0, angle = 0.0;
    double vx = 0.0, vy = 0.0, w = 0.0;
    bool pinned = false;
};

/// A force on a point of a body.
struct Load {
    std::uint32_t row = 0;
    int k = 0;
    double x = 0.0, y = 0.0;  // N
};

/// A constraint between two bodies of a world: two points keep apart, or a rope between two masses keeps its length.
struct PairRow {
    std::uint32_t a = 0, b = 0;                     // slots
    double ax = 0.0, ay = 0.0, bx = 0.0, by = 0.0;  // m, the points in the bodies' frames
    double nx = 0.0, ny = 0.0;                      // from a to b; of a rope, renewed in each sub-step
    double friction = 0.0, restitution = 0.0;
    double least = 0.0, most = 0.0;  // m, of a rope's length
    bool rope = false;
    bool strangers = false;              // of different robots, or a box
    double normal = 0.0, tangent = 0.0;  // N s
    std::uint64_t key = 0;               // of what touches: finds its impulses of the step before
    std::uint32_t row_a = 0, row_b = 0;  // voxels; no_row for boxes
};

constexpr std::uint32_t no_row = 0xFFFFFFFF;

struct Arm {
    double x, y;
};

// A pair as it is in a sub-step.
struct PairNow {
    double *a, *b;
    Arm ra, rb;
    double nx, ny, gap;
    double turn_a, turn_b;  // arm × normal
};

// A piece in the world, with room for what it does in a step.
struct Placed {
    const Piece* piece;
    const double* body;
    std::uint32_t index;
    double x, y, left, right, low, high;
};

struct RobotData {
    Body body;
    Rows rows;
    std::vector<std::pair<int, int>> cells;  // of each row
};

struct WorldData {
    std::vector<RobotData> robots;
    std::shared_ptr<const Ground> ground;
    std::vector<Box> boxes;
    Rows rows;    // of its voxels
    Rows bodies;  // room for them, the boxes' last
    std::size_t used_bodies = 0;
    int substeps = 1;
    std::size_t block = 0;

    std::vector<Piece> pieces;                // masses in order of rows, four each, then boxes
    std::vector<std::uint32_t> corner_begin;  // by body of this world
    std::vector<Corner> corners;
    std::vector<std::uint32_t> piece_begin;  // by body of this world, into piece_order
    std::vector<std::uint32_t> piece_order;
    std::vector<Piece> hulls;                 // by body of this world: a box around its pieces
    std::vector<double> radius;               // m, by body: its farthest corner
    std::vector<std::size_t> segment;         // by body: of the ground, where it was last
    std::vector<std::array<bool, 2>> welded;  // by row: to the left, to the voxel below
    std::vector<bool> pinned;                 // by mass
    std::vector<Load> loads;
    std::vector<PairRow> pairs, pairs_before;
    std::vector<std::pair<PairNow, double>> pairs_now;  // and their least speeds (m/s); scratch
    std::vector<Placed> places;                         // scratch
    bool has_ropes = false;
    bool has_meetings = false;  // bodies that may touch each other
};

/// The points of a body that touched the ground in its last step, and their impulses (N s).
struct GroundMemory {
    std::array<float, GroundTile::most_points> x, y, normal, tangent;
    int count = 0;
};

struct Block {
    Rows rows;
    Rows bodies;  // with at least one that belongs to nobody, for lanes that hold no voxel
    int substeps = 1;
    const Kernels* kernels = nullptr;
    double time = 0.0;  // s
    std::vector<std::uint32_t> worlds;
    std::vector<GroundTile> ground;
    std::size_t ground_used = 0;  // tiles
};

struct Engine {
    Settings settings;
    std::vector<WorldData> worlds;
    std::vector<Block> blocks;
    Column<VoxelTile> voxels;
    Column<BodyTile> bodies;
    Column<GroundMemory> ground_memory;  // by body
    std::size_t voxel_count = 0;

    // By row.
    std::vector<const Material*> material;  // null where there is no voxel
    std::vector<std::uint32_t> world_of;
    Column<float> control, applied;
    Column<float> area_ratio, velocity_x, velocity_y, angle;
    Column<double> centre_x, centre_y;
    Column<std::uint8_t> touches_ground, touches;

    [[nodiscard]] double* body_values() { return reinterpret_cast<double*>(bodies.data()); }
    [[nodiscard]] const double* body_values() const { return reinterpret_cast<const double*>(bodies.data()); }
    [[nodiscard]] double& value(std::size_t body, BodyField field) {
        return body_values()[body_slot(body) + field];
    }
    [[nodiscard]] double value(std::size_t body, BodyField field) const {
        return body_values()[body_slot(body) + field];
    }
    [[nodiscard]] VoxelTile& tile(std::size_t row) { return voxels[row / tile_size]; }
    [[nodiscard]] const VoxelTile& tile(std::size_t row) const { return voxels[row / tile_size]; }
    [[nodiscard]] SubstepConstants constants(int substeps) const;
    /// Slot of the body that mass k of a voxel is part of.
    [[nodiscard]] std::uint32_t slot(std::size_t row, int k) const {
        return tile(row).body[k][row % tile_size];
    }
    [[nodiscard]] MassReading mass(std::size_t row, int k) const;
};

// assemble.cpp
/// Puts the bodies of a world together from its masses.
void assemble(Engine& engine, WorldData& world, const std::vector<Mass>& masses);
/// Where the masses of a world are now.
[[nodiscard]] std::vector<Mass> masses_now(const Engine& engine, const WorldData& world);
[[nodiscard]] std::vector<Mass> masses_at_rest(const WorldData& world, const std::vector<Robot>& robots);

// stability.cpp
/// Sub-steps that the springs of an assembled world need in a step.
[[nodiscard]] int substeps_for(const Engine& engine, const WorldData& world);

// control.cpp
/// Rest lengths of the three kinds of springs in a voxel of this side length (m).
[[nodiscard]] std::array<double, 3> rest_lengths(double mass_side, double side);
void apply_control(Engine& engine, Rows rows);

// ground_points.cpp
/// Finds what may touch the ground in the coming step.
void find_ground_points(Engine& engine, Block& block);
/// Marks the voxels that touch it, and keeps impulses for the next step.
void mark_ground_touches(Engine& engine, const Block& block);

// pairs.cpp
/// Finds what may touch within the world in the coming step, and ropes that are close to their limits.
void find_pairs(Engine& engine, WorldData& world);
void solve_pairs(Engine& engine, WorldData& world, const SubstepConstants& k);
void part_pairs(Engine& engine, WorldData& world);
void mark_pair_touches(Engine& engine, const WorldData& world);

// step.cpp
void step_block(Engine& engine, Block& block);

// readings.cpp
void measure(Engine& engine, Rows rows);
[[nodiscard]] Point corner(const Engine& engine, std::size_t row, int k);
[[nodiscard]] SpringReading spring(const Engine& engine, std::size_t row, int i);
[[nodiscard]] Energies energies(const Engine& engine, const WorldData& world);

// build.cpp
/// Lays out worlds in blocks and assembles them. Throws Error for worlds or settings that are out of their domains.
[[nodiscard]] std::unique_ptr<Engine> build(std::vector<World> worlds, const Settings& settings);

}  // namespace shoal::voxel

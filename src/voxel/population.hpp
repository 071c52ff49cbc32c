#pragma once

#include "voxel/body.hpp"
#include "voxel/ground.hpp"

#include "base/worker_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace shoal::voxel {

struct Engine;  // voxel/physics/engine.hpp: what a step works on

/// Whose formulas turn control values into lengths and forces: `none` the paper's; the releases interpolate rest lengths
/// linearly, and in vsr-1.0 a value of exactly 0 keeps the last lengths and forces last one step.
enum class Compatibility { none, vsr_1_0, vsr_1_12 };

struct Settings {
    double dt = 1.0 / 60.0;  // s
    double gravity_x = 0.0;  // m/s²
    double gravity_y = -9.8;
    Compatibility compatibility = Compatibility::none;
    int substeps = 0;        // of a step; 0 takes what each robot's stiffness needs
    bool breakable = false;  // welds may be broken: keeps room for bodies of single masses
};

/// A robot in its world: the lower left corner of its grid is at (x, y), in m.
struct Robot {
    Body body;
    double x = 0.0;
    double y = 0.0;
};

/// A rigid box around (x, y): fixed, free, or turning about a pin at the middle of its lower side.
struct Box {
    enum class Kind { fixed, free, pinned };

    Kind kind = Kind::fixed;
    double x = 0.0, y = 0.0;           // m, its centre
    double width = 1.0, height = 1.0;  // m
    double angle = 0.0;                // rad
    double density = 1.0;              // kg/m²
    double friction = 1.0;
    double restitution = 0.5;
    double angular_damping = 0.0;   // 1/s
    double angular_velocity = 0.0;  // rad/s, at the start
};

/// One world: robots and boxes on a ground. Worlds may share a ground; without one there is nothing to fall on.
struct World {
    std::vector<Robot> robots;
    std::shared_ptr<const Ground> ground;
    std::vector<Box> boxes;
};

/// A part of a column: first row and the one after the last.
struct Rows {
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// One of the 18 springs of a voxel, as it is now.
struct SpringReading {
    Point a, b;              // m, its ends
    double length = 0.0;     // m
    double rest = 0.0;       // m, with the actuation
    double force = 0.0;      // N, positive where it pushes
    double stiffness = 0.0;  // N/m; 0 where there is no spring
};

/// Where one of the four masses is: 0 = NW, 1 = NE, 2 = SE, 3 = SW.
struct MassReading {
    Point centre, velocity;  // m, m/s
    double angle = 0.0;      // rad
    double angular_velocity = 0.0;
    double side = 0.0;  // m
};

struct Energies {
    double kinetic = 0.0;  // J
    double elastic = 0.0;  // J, in springs
    double height = 0.0;   // J, against gravity

    [[nodiscard]] double total() const { return kinetic + elastic + height; }
};

/// Many worlds that are stepped side by side. A world's future depends on nothing but itself: not on its neighbours, on
/// threads or on the instruction set.
///
/// Voxels of all worlds are rows of columns. Rows of a robot follow each other in the order of its grid (row by row from the
/// bottom, cells with voxels only), those of a world robot by robot. Worlds lie in blocks: a block is what one thread works on
/// at a time, and everything that concerns only one block may be done by several threads at once.
class Population {
public:
    /// Throws Error for bodies, boxes or settings that are out of their domains.
    explicit Population(std::vector<World> worlds, const Settings& settings = {});
    /// Each body alone, at (x, y), on the same ground.
    Population(std::span<const Body> bodies, std::shared_ptr<const Ground> ground, double x, double y,
               const Settings& settings = {});
    ~Population();
    Population(Population&&) noexcept;
    Population& operator=(Population&&) noexcept;

    [[nodiscard]] const Settings& settings() const;
    [[nodiscard]] std::size_t world_count() const;
    [[nodiscard]] std::size_t robot_count(std::size_t world) const;
    [[nodiscard]] const Body& body(std::size_t world, std::size_t robot = 0) const;
    [[nodiscard]] const Ground* ground(std::size_t world) const;
    [[nodiscard]] std::size_t box_count(std::size_t world) const;
    /// A box as it is now.
    [[nodiscard]] Box box(std::size_t world, std::size_t box) const;
    /// Sub-steps of a step of this world.
    [[nodiscard]] int substeps(std::size_t world) const;

    // Rows. All columns are padded: their size is row_count(), of which some rows belong to no voxel.
    [[nodiscard]] std::size_t row_count() const;
    [[nodiscard]] std::size_t voxel_count() const;
    [[nodiscard]] Rows rows(std::size_t world, std::size_t robot = 0) const;
    [[nodiscard]] std::size_t block_count() const;
    [[nodiscard]] Rows block_rows(std::size_t block) const;
    /// The worlds of a block, in the order of their rows.
    [[nodiscard]] std::span<const std::uint32_t> block_worlds(std::size_t block) const;

    // Actuation: write control values (+1 shrinks, −1 expands), then apply. They hold until the next call.
    [[nodiscard]] std::span<float> control();
    /// Clips the values of these rows to ±1, takes what is not a number for 0, and gives them to the springs.
    void apply_control(Rows rows);
    void apply_control() { apply_control({0, row_count()}); }
    /// What was applied last, clipped.
    [[nodiscard]] std::span<const float> applied_control() const;

    // Steps. `time` counts from 0 and is a running sum of dt.
    void step(WorkerPool& pool, int steps = 1);
    void step(int steps = 1);
    /// Steps of one block alone: lets a whole evaluation of a block run on one thread. Blocks may be at different times.
    void step_block(std::size_t block, int steps = 1);
    [[nodiscard]] double time(std::size_t world) const;

    // Readings of voxels, as of the last call of measure.
    void measure_block(std::size_t block);
    void measure(WorkerPool& pool);
    void measure();
    [[nodiscard]] std::span<const float> area_ratio() const;
    [[nodiscard]] std::span<const double> centre_x() const;  // m, mean of the four masses
    [[nodiscard]] std::span<const double> centre_y() const;
    [[nodiscard]] std::span<const float> velocity_x() const;  // m/s, mean of the four masses
    [[nodiscard]] std::span<const float> velocity_y() const;
    [[nodiscard]] std::span<const float> angle() const;  // rad, mean of the upper and the lower side
    [[nodiscard]] std::span<const std::uint8_t> touches_ground() const;  // 1 if one of its masses does
    [[nodiscard]] std::span<const std::uint8_t> touches()
        const;  // 1 if one touches anything but its own robot

    // Single voxels, for pictures and tests; slow.
    [[nodiscard]] Point corner(std::size_t row,
                               int k) const;  // m; outer corner of mass k: 0 NW, 1 NE, 2 SE, 3 SW
    [[nodiscard]] MassReading mass(std::size_t row, int k) const;
    [[nodiscard]] SpringReading spring(std::size_t row, int spring) const;  // 0 … 17
    [[nodiscard]] Point robot_centre(std::size_t world,
                                     std::size_t robot = 0) const;  // mean of voxel centres
    [[nodiscard]] Energies energies(std::size_t world) const;
    [[nodiscard]] Point momentum(std::size_t world) const;  // N s
    [[nodiscard]] double mass_of(std::size_t world) const;  // kg, of its robots
    [[nodiscard]] std::uint64_t digest(std::size_t world) const;

    // Changes between steps.
    void set_velocity(std::size_t world, std::size_t robot, Point velocity, double angular_velocity = 0.0);
    /// A steady force on mass k of a voxel (N), until it is set again.
    void set_force(std::size_t row, int k, Point force);
    /// Ties mass k to the world where it is.
    void pin_mass(std::size_t row, int k);
    /// Cuts the welds between the voxels of two rows that share a side. Needs Settings::breakable.
    void break_weld(std::size_t row_a, std::size_t row_b);

private:
    std::unique_ptr<Engine> engine_;
};

}  // namespace shoal::voxel

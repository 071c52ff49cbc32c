#pragma once

#include "base/random.hpp"
#include "physics/world.hpp"

#include <memory>
#include <vector>

/// Worlds that tests and benches share.
namespace shoal::scenes {

using physics::BodyId;
using physics::Bounds;
using physics::Material;
using physics::Vec2;
using physics::World;
using physics::WorldDef;

constexpr double robot_radius = 0.0265;  // m

/// A world and the bodies that a test looks at, in order of creation.
struct Scene {
    World world;
    std::vector<BodyId> bodies;
};

/// The corners of a rectangle, in the sense that keeps bodies inside.
[[nodiscard]] std::vector<Vec2> rectangle(Bounds bounds);
/// A star with `tips` tips about the origin, free inside.
[[nodiscard]] std::vector<Vec2> star(int tips, double inner, double outer);
/// A regular outline of n corners about the origin, free inside.
[[nodiscard]] std::vector<Vec2> ring(int n, double radius);
[[nodiscard]] std::vector<Vec2> reversed(std::vector<Vec2> corners);

BodyId add_disc(World& world, Vec2 position, double radius = robot_radius, Vec2 velocity = {},
                const Material& material = {});
BodyId add_box(World& world, Vec2 position, double width, double height, double angle = 0.0,
               const Material& material = {});

/// n places on a square lattice in a square box whose discs of `radius` cover the part `cover` of its area.
struct Lattice {
    Bounds box;
    std::vector<Vec2> places;
};
[[nodiscard]] Lattice lattice(std::size_t n, double cover, double radius = robot_radius);

/// A velocity of the given speed in a random direction for each of n bodies; `round` tells the draws of one run apart.
[[nodiscard]] std::vector<Vec2> random_velocities(std::size_t n, double speed, std::uint32_t round);

/// Discs in a closed box, moving in random directions at `speed` m/s.
[[nodiscard]] Scene moving_discs(std::size_t n, double cover, double speed = 0.1,
                                 std::shared_ptr<WorkerPool> pool = nullptr);

/// Named worlds with a bit of everything, for fingerprints.
struct Named {
    const char* name;
    Scene (*make)(std::shared_ptr<WorkerPool> pool);
    int steps;
};
[[nodiscard]] const std::vector<Named>& named_scenes();

/// Steps `world` n times by dt seconds.
void run(World& world, int n, double dt = 0.01);

/// Sums over all bodies: momentum (kg m/s), angular momentum about the origin (kg m²/s), kinetic energy (J).
struct Budget {
    Vec2 momentum;
    double angular = 0.0;
    double energy = 0.0;
};
[[nodiscard]] Budget budget(const World& world);

/// The deepest overlap of any two disc bodies (m), by comparing all pairs.
[[nodiscard]] double deepest_overlap(const Scene& scene, double radius = robot_radius);

}  // namespace shoal::scenes

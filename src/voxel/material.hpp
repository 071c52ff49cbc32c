#pragma once

#include <limits>
#include <string_view>

namespace shoal::voxel {

/// Which groups of springs tie the four masses of a voxel (docs/models/voxel.md).
struct Scaffolding {
    bool side_external = true;  // 4 springs between outer corners
    bool side_internal = true;  // 4 between inner corners
    bool side_cross = true;     // 8: both diagonals on each side
    bool central_cross = true;  // 2: opposite masses, centre to centre

    friend bool operator==(const Scaffolding&, const Scaffolding&) = default;
};

/// What the spring frequency is multiplied with to give a stiffness: the reduced mass of the two blocks, or the effective
/// mass of the spring, in which the blocks' rotation counts.
enum class StiffnessLaw { reduced_mass, effective_mass };

/// Control values change the springs' rest lengths, or push the four masses towards the centre.
enum class Actuation { area, force };

struct Range {
    double min = 0.0;
    double max = 0.0;

    friend bool operator==(const Range&, const Range&) = default;
};

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// All that describes one voxel. The defaults are the paper's.
struct Material {
    double side_length = 3.0;       // m, at rest; the same for all voxels of a body
    double mass_side_ratio = 0.30;  // side of a mass / side_length, in (0, 0.5)
    double mass = 1.0;              // kg, of the whole voxel
    double spring_frequency = 8.0;  // Hz; 0 makes the voxel rigid
    double spring_damping_ratio = 0.3;
    double linear_damping = 1.0;   // 1/s
    double angular_damping = 1.0;  // 1/s
    double friction = 100.0;       // of a contact: the geometric mean with that of the other side
    double restitution = 0.1;      // of a contact: the greater of both
    Scaffolding scaffolding;
    StiffnessLaw stiffness_law = StiffnessLaw::effective_mass;
    Actuation actuation = Actuation::area;
    Range active_area{0.8, 1.2};                // area ratios that control values +1 and −1 aim at
    double max_force = 1000.0;                  // N at a control value of ±1, where actuation is by force
    Range passive_area{-unbounded, unbounded};  // hard limits of the springs' lengths, as area ratios
    bool limit_contraction = true;   // ropes: neighbouring masses never come closer than their side …
    double rope_length = unbounded;  // … nor get farther apart than this, centre to centre (m)
    bool mass_collision = false;     // its masses touch other masses of the same robot

    /// Side of one of the four masses (m).
    [[nodiscard]] double mass_side() const { return side_length * mass_side_ratio; }
    /// Throws Error for a parameter outside its domain.
    void check() const;

    friend bool operator==(const Material&, const Material&) = default;
};

/// The defaults of the paper (2020), of release 1.0.0 and of release 1.12 of 2D-VSR-Sim.
[[nodiscard]] Material paper_material();
[[nodiscard]] Material vsr_1_0_material();
[[nodiscard]] Material vsr_1_12_material();
/// By name: paper, vsr-1.0, vsr-1.12. Throws Error for another.
[[nodiscard]] Material preset(std::string_view name);

}  // namespace shoal::voxel

#include "voxel/material.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace shoal::voxel {

namespace {

void require(bool holds, const char* key, double found, const char* expected) {
    if (!holds) throw Error({{}, key, fmt::format("{}", found), expected, {}});
}

// The side of a voxel of this area ratio is longer than its two masses: parallel springs keep a positive length.
bool leaves_a_gap(const Material& m, double area) { return std::sqrt(area) > 2.0 * m.mass_side_ratio; }

}  // namespace

void Material::check() const {
    require(std::isfinite(side_length) && side_length > 0.0, "side_length", side_length,
            "a length above 0 m");
    require(mass_side_ratio > 0.0 && mass_side_ratio < 0.5, "mass_side_ratio", mass_side_ratio,
            "a ratio between 0 and 0.5");
    require(std::isfinite(mass) && mass > 0.0, "mass", mass, "a mass above 0 kg");
    require(std::isfinite(spring_frequency) && spring_frequency >= 0.0, "spring_frequency", spring_frequency,
            "a frequency of 0 Hz or more");
    require(spring_damping_ratio >= 0.0 && spring_damping_ratio <= 1.0, "spring_damping_ratio",
            spring_damping_ratio, "a ratio from 0 to 1");
    require(std::isfinite(linear_damping) && linear_damping >= 0.0, "linear_damping", linear_damping,
            "a rate of 0 /s or more");
    require(std::isfinite(angular_damping) && angular_damping >= 0.0, "angular_damping", angular_damping,
            "a rate of 0 /s or more");
    require(std::isfinite(friction) && friction >= 0.0, "friction", friction, "0 or more");
    require(restitution >= 0.0 && restitution <= 1.0, "restitution", restitution, "a ratio from 0 to 1");
    require(active_area.min > 0.0 && active_area.min <= 1.0 && leaves_a_gap(*this, active_area.min),
            "active_area.min", active_area.min, "a ratio up to 1 at which the masses of a side do not meet");
    require(std::isfinite(active_area.max) && active_area.max >= 1.0, "active_area.max", active_area.max,
            "a ratio of at least 1");
    require(std::isfinite(max_force) && max_force > 0.0, "max_force", max_force, "a force above 0 N");
    require(passive_area.min == -unbounded ||
                (passive_area.min <= 1.0 && passive_area.min > 0.0 && leaves_a_gap(*this, passive_area.min)),
            "passive_area.min", passive_area.min,
            "a ratio up to 1 at which the masses of a side do not meet");
    require(passive_area.max >= 1.0, "passive_area.max", passive_area.max, "a ratio of at least 1");
    require(rope_length >= side_length - mass_side(), "rope_length", rope_length,
            "at least the distance of two masses at rest");
}

Material paper_material() { return {}; }

Material vsr_1_0_material() {
    Material material;
    material.mass = 0.81;  // its blocks weigh a quarter of a kilogram a square metre: 4 × 0.25 × 0.9²
    return material;
}

Material vsr_1_12_material() {
    Material material;
    material.mass_side_ratio = 0.35;
    material.linear_damping = 0.1;
    material.angular_damping = 0.1;
    material.friction = 10.0;
    material.stiffness_law = StiffnessLaw::reduced_mass;
    material.limit_contraction = false;
    material.mass_collision = true;
    return material;
}

Material preset(std::string_view name) {
    if (name == "paper") return paper_material();
    if (name == "vsr-1.0") return vsr_1_0_material();
    if (name == "vsr-1.12") return vsr_1_12_material();
    throw Error({{}, "preset", std::string(name), "paper, vsr-1.0 or vsr-1.12", {}});
}

}  // namespace shoal::voxel

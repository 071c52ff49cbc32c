#include "voxel/physics/engine.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::voxel {

namespace {

double area_ratio_aimed_at(const Material& m, double f) {
    return f >= 0.0 ? 1.0 - f * (1.0 - m.active_area.min) : 1.0 - f * (m.active_area.max - 1.0);
}

std::array<double, 3> actuated_lengths(const Material& m, double f, Compatibility compatibility) {
    const auto lengths = [&](double area) {
        return rest_lengths(m.mass_side(), m.side_length * std::sqrt(area));
    };
    if (compatibility == Compatibility::none) return lengths(area_ratio_aimed_at(m, f));
    // The releases interpolate between the lengths at f = −1, 0 and 1.
    const std::array<double, 3> rest = lengths(1.0);
    const std::array<double, 3> end = lengths(f >= 0.0 ? m.active_area.min : m.active_area.max);
    std::array<double, 3> out;
    for (std::size_t i = 0; i < 3; ++i) out[i] = rest[i] + (end[i] - rest[i]) * std::abs(f);
    return out;
}

}  // namespace

std::array<double, 3> rest_lengths(double mass_side, double side) {
    const double gap = side - 2.0 * mass_side;
    return {gap, std::sqrt(mass_side * mass_side + gap * gap), std::sqrt(2.0) * (side - mass_side)};
}

void apply_control(Engine& engine, Rows rows) {
    const Compatibility compatibility = engine.settings.compatibility;
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        const Material* material = engine.material[row];
        if (material == nullptr) continue;
        const float wanted = engine.control[row];
        const float f = wanted == wanted ? std::clamp(wanted, -1.0F, 1.0F) : 0.0F;  // not a number: none
        engine.applied[row] = f;
        VoxelTile& tile = engine.tile(row);
        const std::size_t lane = row % tile_size;
        if (material->actuation == Actuation::force) {
            tile.push[lane] = static_cast<float>(f * material->max_force);
            continue;
        }
        if (compatibility == Compatibility::vsr_1_0 && f == 0.0F) continue;
        const std::array<double, 3> rest = actuated_lengths(*material, static_cast<double>(f), compatibility);
        for (std::size_t i = 0; i < 3; ++i) tile.rest[i][lane] = static_cast<float>(rest[i]);
    }
}

}  // namespace shoal::voxel

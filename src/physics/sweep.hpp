#pragma once

#include "physics/grid.hpp"
#include "physics/model.hpp"

#include <vector>

namespace shoal::physics {

/// The part of the way `motion` (m) that a point with a guard disc of radius `core` (m) may go from `start`
/// before the disc would touch a wall from its free side: 1 when nothing is in the way. A disc that touches
/// already may go on along or away from the wall, and halve its distance to it.
[[nodiscard]] double free_part(const Model& model, const GridLayout& layout, const CellLists& edges_by_cell,
                               Vec2 start, Vec2 motion, double core);

}  // namespace shoal::physics

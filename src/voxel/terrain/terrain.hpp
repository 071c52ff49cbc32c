#pragma once

#include "voxel/body.hpp"
#include "voxel/ground.hpp"

#include <string_view>
#include <vector>

namespace shoal::voxel {

/// The surface of a named terrain, 2,000 m long between walls: `flat`, `flatWithStart-SEED`, `hilly-HEIGHT-WIDTH-SEED`,
/// `steppy-HEIGHT-WIDTH-SEED`, `downhill-DEGREES`, `uphill-DEGREES`, `uneven-HEIGHT`; `flat-0` is that of release 1.0.0.
/// Throws Error for another name.
[[nodiscard]] std::vector<Point> terrain_points(std::string_view name);

/// Where the lower left corner of a body's grid goes so that its leftmost corner is at `x` and the smallest gap between a
/// voxel and the ground under its centre is `gap` (m).
[[nodiscard]] Point place_on(const Ground& ground, const Body& body, double x, double gap = 1.0);

/// The usual x of a robot's left end: 1 m right of the second point.
[[nodiscard]] double usual_start(const Ground& ground);

}  // namespace shoal::voxel

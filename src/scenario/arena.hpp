#pragma once

#include "scenario/point.hpp"
#include "scenario/settings.hpp"

#include <string>
#include <vector>

namespace shoal::scenario {

struct Scenario;

using Polygon = std::vector<Point>;

/// Walls of a run in metres, minimum corner at (0, 0): simple, without repeated or needless vertices.
struct Arena {
    std::vector<Polygon> polygons;  // the outline, of positive area, then its holes, of negative area
    double width = 0, height = 0;   // m, of the outline's bounding box
    bool periodic_by_file = false;  // the file was empty: no walls, a periodic square
};

/// Twice-signed shoelace area, halved: positive when x turns towards y.
[[nodiscard]] double signed_area(const Polygon& polygon);

/// Reads an outline and scales it so that its area without holes is `surface` (m²).
[[nodiscard]] Arena read_arena(const std::string& path, double surface, ArenaAspect aspect);

/// The arena of a scenario, its file looked for in the scenario's places.
[[nodiscard]] Arena load_arena(const Scenario& scenario);

}  // namespace shoal::scenario

#pragma once

#include "scenario/arena.hpp"
#include "scenario/settings.hpp"

#include <optional>
#include <string>
#include <vector>

namespace shoal::scenario {

/// One row of an imported formation; what the file lacks is drawn by the formation.
struct ImportedPose {
    double x = 0, y = 0;          // file units, or m after place_in_arena
    std::optional<double> theta;  // rad
};

/// Reads `.csv` formations: columns x, y and, with a header, theta or angle, and time (the earliest rows
/// count).
[[nodiscard]] std::vector<ImportedPose> read_formation_csv(const std::string& path);

/// Maps file coordinates to metres: from the box of `imported_formation_*_coords` onto the arena, else from
/// mm.
void place_in_arena(std::vector<ImportedPose>& poses, const Settings& settings, const Arena& arena);

}  // namespace shoal::scenario

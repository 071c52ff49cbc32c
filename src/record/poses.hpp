#pragma once

#include <optional>
#include <string>
#include <vector>

namespace shoal::record {

/// Where a body stands, in the units of the file it was read from.
struct Pose {
    double x, y;
    std::optional<double> theta;  ///< rad; absent if the file has no angle there
};

/// The poses of a Feather file, in file order: columns x, y, and if they are there theta (or angle) and time, of which
/// only the rows at the earliest time count. Rows without a place (null or NaN) are skipped.
/// Throws an Error that names file and column.
[[nodiscard]] std::vector<Pose> read_poses(const std::string& path);

}  // namespace shoal::record

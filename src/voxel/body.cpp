#include "voxel/body.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace shoal::voxel {

std::size_t Body::cells(int width, int height) {
    constexpr int largest = 1000;
    if (width < 1 || height < 1 || width > largest || height > largest)
        throw Error({{}, "body", fmt::format("{} x {}", width, height), "1 to 1000 cells a side", {}});
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

void Body::set(int x, int y, std::optional<Material> material) {
    if (!inside(x, y))
        throw Error({{},
                     "body",
                     fmt::format("cell ({}, {})", x, y),
                     fmt::format("a cell of a grid of {} x {}", width_, height_),
                     {}});
    cells_[index(x, y)] = std::move(material);
}

std::size_t Body::voxel_count() const {
    return static_cast<std::size_t>(
        std::count_if(cells_.begin(), cells_.end(), [](const auto& cell) { return cell.has_value(); }));
}

double Body::side_length() const {
    for (const auto& cell : cells_)
        if (cell) return cell->side_length;
    return 0.0;
}

void Body::check() const {
    if (voxel_count() == 0) throw Error({{}, "body", "no voxel", "at least one", {}});
    const double side = side_length();
    for (const auto& cell : cells_) {
        if (!cell) continue;
        cell->check();
        if (cell->side_length != side)
            throw Error({{},
                         "side_length",
                         fmt::format("{} and {} m", side, cell->side_length),
                         "the same for all voxels of a body",
                         {}});
    }
}

}  // namespace shoal::voxel

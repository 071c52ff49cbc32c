#include "physics/grid.hpp"

namespace shoal::physics {
namespace {

int cells_along(double extent, double cell) {
    return static_cast<int>(std::clamp(std::floor(extent / cell), 1.0, 1.0e6));
}

}  // namespace

GridLayout make_layout(Bounds bounds, double cell, bool periodic, std::size_t max_cells) {
    SHOAL_ASSERT(cell > 0.0);
    const Vec2 size = bounds.size();
    GridLayout layout{bounds, cell, cell, cells_along(size.x, cell), cells_along(size.y, cell), periodic};
    while (layout.cells() > max_cells) {
        cell *= 1.25;
        layout.columns = cells_along(size.x, cell);
        layout.rows = cells_along(size.y, cell);
    }
    layout.cell_width = std::max(cell, size.x / layout.columns);
    layout.cell_height = std::max(cell, size.y / layout.rows);
    if (periodic) {
        layout.cell_width = size.x / layout.columns;
        layout.cell_height = size.y / layout.rows;
    }
    return layout;
}

void sort_by_cell(std::span<const std::uint32_t> cell_of_item, std::size_t cells, CellLists& lists) {
    auto& start = lists.start;
    start.clear();
    start.resize(cells + 1, 0);
    for (const auto cell : cell_of_item) ++start[cell + 1];
    for (std::size_t c = 0; c < cells; ++c) start[c + 1] += start[c];
    lists.items.resize_uninitialised(cell_of_item.size());
    for (std::size_t i = 0; i < cell_of_item.size(); ++i)
        lists.items[start[cell_of_item[i]]++] = static_cast<std::uint32_t>(i);
    for (std::size_t c = cells; c > 0; --c) start[c] = start[c - 1];
    start[0] = 0;
}

}  // namespace shoal::physics

#pragma once

#include "base/column.hpp"
#include "physics/definitions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace shoal::physics {

/// How the plane is cut into cells. What lies outside counts to the cell at the border next to it (or, in a
/// periodic domain, to the cell of its image): neighbours in space stay neighbours in the grid.
struct GridLayout {
    Bounds bounds;
    double cell_width = 1.0;   // m
    double cell_height = 1.0;  // m
    int columns = 1;
    int rows = 1;
    bool periodic = false;

    [[nodiscard]] int column_of(double x) const { return index_of((x - bounds.min.x) / cell_width, columns); }
    [[nodiscard]] int row_of(double y) const { return index_of((y - bounds.min.y) / cell_height, rows); }
    [[nodiscard]] std::size_t cell_of(double x, double y) const { return cell(column_of(x), row_of(y)); }
    [[nodiscard]] std::size_t cell(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
               static_cast<std::size_t>(column);
    }
    [[nodiscard]] std::size_t cells() const {
        return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    }
    /// `d` as the shortest of its images.
    [[nodiscard]] Vec2 shortest(Vec2 d) const {
        if (!periodic) return d;
        const Vec2 size = bounds.size();
        return {d.x - size.x * std::nearbyint(d.x / size.x), d.y - size.y * std::nearbyint(d.y / size.y)};
    }
    /// Calls visit(cell) once for each cell that the box touches.
    template <class Visit>
    void for_cells(Vec2 min, Vec2 max, const Visit& visit) const {
        for_runs(min, max, [&](std::size_t first, std::size_t last) {
            for (std::size_t c = first; c <= last; ++c) visit(c);
        });
    }
    /// The same by runs of cells that follow one another: visit(first, last).
    template <class Visit>
    void for_runs(Vec2 min, Vec2 max, const Visit& visit) const {
        const auto [column, column_count] =
            range(min.x - bounds.min.x, max.x - bounds.min.x, cell_width, columns);
        const auto [row, row_count] = range(min.y - bounds.min.y, max.y - bounds.min.y, cell_height, rows);
        const int end = column + column_count;
        for (int j = row; j < row + row_count; ++j) {
            const int at = j < rows ? j : j - rows;
            visit(cell(column, at), cell(std::min(end, columns) - 1, at));
            if (end > columns) visit(cell(0, at), cell(end - columns - 1, at));
        }
    }

private:
    struct Range {
        int first;
        int count;
    };
    [[nodiscard]] int index_of(double scaled, int count) const {
        const double i = std::floor(scaled);
        if (!(std::fabs(i) < 1e15)) return 0;  // not a number: any cell will do, nothing is near it
        if (periodic) return static_cast<int>(i - count * std::floor(i / count));
        return static_cast<int>(std::clamp(i, 0.0, static_cast<double>(count - 1)));
    }
    [[nodiscard]] Range range(double low, double high, double cell_size, int count) const {
        const int first = index_of(low / cell_size, count);
        if (!periodic) return {first, index_of(high / cell_size, count) - first + 1};
        const double spanned = std::floor(high / cell_size) - std::floor(low / cell_size) + 1.0;
        return {first, spanned >= count ? count : static_cast<int>(spanned)};
    }
};

/// A layout with cells of at least `cell` metres and no more cells than `max_cells`.
[[nodiscard]] GridLayout make_layout(Bounds bounds, double cell, bool periodic, std::size_t max_cells);

/// Items by cell: those of cell c are items[start[c]] … items[start[c + 1] - 1].
struct CellLists {
    Column<std::uint32_t> start;
    Column<std::uint32_t> items;

    template <class Self, class Visit>
    static void visit_state(Self& lists, Visit& visit) {
        visit(lists.start, lists.items);
    }
    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t cell) const { return of(cell, cell); }
    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t first, std::size_t last) const {
        return items.span().subspan(start[first], start[last + 1] - start[first]);
    }
};

/// Sorts items 0 … n-1 by their cells; items of one cell stay in order (a counting sort).
void sort_by_cell(std::span<const std::uint32_t> cell_of_item, std::size_t cells, CellLists& lists);

}  // namespace shoal::physics

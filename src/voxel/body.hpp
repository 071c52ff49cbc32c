#pragma once

#include "voxel/material.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace shoal::voxel {

/// A robot's body: a grid of materials, empty where there is no voxel. y = 0 is the bottom row; cells are kept row by row.
class Body {
public:
    Body() = default;
    Body(int width, int height) : width_(width), height_(height), cells_(cells(width, height)) {}
    /// Every cell of the same material.
    Body(int width, int height, const Material& material)
        : width_(width), height_(height), cells_(cells(width, height), material) {}

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }
    [[nodiscard]] bool has(int x, int y) const { return inside(x, y) && cells_[index(x, y)].has_value(); }
    /// The voxel at a cell; nullptr where there is none, and outside the grid.
    [[nodiscard]] const Material* at(int x, int y) const {
        return has(x, y) ? &*cells_[index(x, y)] : nullptr;
    }
    /// Throws Error outside the grid.
    void set(int x, int y, std::optional<Material> material);
    [[nodiscard]] std::size_t voxel_count() const;
    /// Side length of its voxels at rest (m); 0 for an empty body.
    [[nodiscard]] double side_length() const;

    /// Throws Error if it is empty, has parameters outside their domains, or voxels of different side lengths.
    void check() const;

    friend bool operator==(const Body&, const Body&) = default;

private:
    static std::size_t cells(int width, int height);
    [[nodiscard]] bool inside(int x, int y) const { return x >= 0 && x < width_ && y >= 0 && y < height_; }
    [[nodiscard]] std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * width_ + x; }

    int width_ = 0;
    int height_ = 0;
    std::vector<std::optional<Material>> cells_;
};

}  // namespace shoal::voxel

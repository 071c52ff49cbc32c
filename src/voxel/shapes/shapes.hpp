#pragma once

#include "voxel/body.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace shoal::voxel {

/// Which cells of a grid are filled, row by row from the bottom.
struct Shape {
    int width = 0;
    int height = 0;
    std::vector<char> filled;

    [[nodiscard]] bool has(int x, int y) const {
        return x >= 0 && x < width && y >= 0 && y < height && filled[static_cast<std::size_t>(y) * width + x];
    }
    [[nodiscard]] std::size_t count() const;
};

/// `box-WxH`, `worm-WxH`, `biped-WxH`, `tripod-WxH`, `comb-WxH`, `ball-D`, or `free-0110-1111` (columns, each from the feet
/// up). Throws Error for another name.
[[nodiscard]] Shape named_shape(std::string_view name);

/// The largest set of cells that hang together by their sides; among equals the one with the first cell.
[[nodiscard]] Shape largest_connected(const Shape& shape);
/// Without empty rows and columns around it.
[[nodiscard]] Shape crop(const Shape& shape);

/// Every filled cell of one material.
[[nodiscard]] Body body_of(const Shape& shape, const Material& material);

}  // namespace shoal::voxel

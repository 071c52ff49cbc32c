#pragma once

#include "physics/vec2.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace shoal::view {

/// How much of each pixel closed outlines cover, exactly: each side adds the area to its right, signed by its direction,
/// and running sums along the rows turn that into windings. What no side crosses costs next to nothing.
class Coverage {
public:
    /// Covers the pixels [left, left + width) × [top, top + height).
    void begin(int left, int top, int width, int height);
    void side(physics::Vec2 from, physics::Vec2 to);
    /// visit(y, from, to, cover in 0 … 1) for pixels from ≤ x < to that are covered at all.
    template <class Visit>
    void finish(const Visit& visit) {
        for (int row = 0; row < height_; ++row) {
            float sum = 0.0F;
            for (int block = 0; block < blocks_; ++block) {
                const int begin = block * block_size;
                const int end = std::min(begin + block_size, width_);
                std::uint8_t& crossed = crossed_[block_of(row, block)];
                if (crossed == 0) {
                    if (cover_of(sum) > 0.0F) visit(top_ + row, left_ + begin, left_ + end, cover_of(sum));
                    continue;
                }
                crossed = 0;
                float* cell = &cells_[block_of(row, block) * block_size];
                for (int x = begin; x < end; ++x) {
                    sum += cell[x - begin];
                    if (cover_of(sum) > 0.0F) visit(top_ + row, left_ + x, left_ + x + 1, cover_of(sum));
                }
                std::fill(cell, cell + block_size, 0.0F);
            }
        }
    }

private:
    static constexpr int block_size = 16;  // px: along a row

    [[nodiscard]] static float cover_of(float sum) {
        const float cover = sum < 0.0F ? -sum : sum;
        return cover > 0.002F ? std::min(cover, 1.0F) : 0.0F;
    }
    [[nodiscard]] std::size_t block_of(int row, int block) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(blocks_) +
               static_cast<std::size_t>(block);
    }
    void slab(int row, double from, double to, double height);
    void add(int row, int x, double area) {
        const std::size_t block = block_of(row, x / block_size);
        crossed_[block] = 1;
        cells_[block * block_size + static_cast<std::size_t>(x % block_size)] += static_cast<float>(area);
    }

    int left_ = 0, top_ = 0, width_ = 0, height_ = 0;
    int blocks_ = 0;            // in a row
    std::vector<float> cells_;  // by block; all 0 between finish() and the next side()
    std::vector<std::uint8_t> crossed_;
};

}  // namespace shoal::view

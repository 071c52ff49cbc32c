#pragma once

#include "physics/vec2.hpp"

#include <vector>

namespace shoal::view {

/// How much of each pixel closed outlines cover, exactly: each side adds the area to its right, signed by its direction,
/// and running sums along the rows turn that into windings.
class Coverage {
public:
    /// Covers the pixels [left, left + width) × [top, top + height).
    void begin(int left, int top, int width, int height);
    void side(physics::Vec2 from, physics::Vec2 to);
    /// visit(x, y, cover in 0 … 1) for each pixel that is covered at all.
    template <class Visit>
    void finish(const Visit& visit) const {
        for (int row = 0; row < height_; ++row) {
            float sum = 0.0F;
            const float* cell = &cells_[static_cast<std::size_t>(row) * stride()];
            for (int column = 0; column < width_; ++column) {
                sum += cell[column];
                const float cover = sum < 0.0F ? -sum : sum;
                if (cover > 0.002F) visit(left_ + column, top_ + row, cover < 1.0F ? cover : 1.0F);
            }
        }
    }

private:
    [[nodiscard]] std::size_t stride() const { return static_cast<std::size_t>(width_) + 2; }
    void slab(float* row, double from, double to, double height);

    int left_ = 0, top_ = 0, width_ = 0, height_ = 0;
    std::vector<float> cells_;
};

}  // namespace shoal::view

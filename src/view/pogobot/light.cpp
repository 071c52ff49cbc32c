#include "view/pogobot/picture.hpp"
#include "view/pogobot/theme.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::view {
namespace {

constexpr int block = 4;          // cells along a side that are looked at together
constexpr int most_blocks = 256;  // along a side of the arena
constexpr double smooth_within =
    0.04;  // of the brightest level: what a block may vary by to be drawn as a slope

int blocks(double length, double cell) {
    return std::clamp(static_cast<int>(std::ceil(length / (block * cell))), 1, most_blocks);
}

/// Levels on a grid, each looked up at its corners; a block of cells only where its own corners differ.
class LevelGrid {
public:
    LevelGrid(pogobot::LightField& light, Vec2 size, double cell, double brightest)
        : light_(light), size_(size), brightest_(brightest), columns_(blocks(size.x, cell) * block + 1),
          rows_(blocks(size.y, cell) * block + 1),
          levels_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {
        for (int row = 0; row < rows_; row += block)
            for (int column = 0; column < columns_; column += block) look(column, row);
        for (int row = 0; row + 1 < rows_; row += block)
            for (int column = 0; column + 1 < columns_; column += block) fill(column, row);
    }

    [[nodiscard]] Field field() const {
        Field field{{}, size_, columns_, rows_, {}};
        field.colours.reserve(levels_.size());
        for (const double level : levels_) field.colours.push_back(theme::light(level));
        return field;
    }

private:
    [[nodiscard]] double& at(int column, int row) {
        return levels_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                       static_cast<std::size_t>(column)];
    }
    void look(int column, int row) {
        const Vec2 place{size_.x * column / (columns_ - 1), size_.y * row / (rows_ - 1)};
        at(column, row) = light_.level(place) / brightest_;
    }
    void fill(int left, int top) {
        const double a = at(left, top);
        const double b = at(left + block, top);
        const double c = at(left, top + block);
        const double d = at(left + block, top + block);
        const bool smooth = std::max({a, b, c, d}) - std::min({a, b, c, d}) < smooth_within;
        for (int j = 0; j <= block; ++j)
            for (int i = 0; i <= block; ++i) {
                if (i % block == 0 && j % block == 0) continue;
                const double u = static_cast<double>(i) / block;
                const double v = static_cast<double>(j) / block;
                if (smooth) at(left + i, top + j) = (a + u * (b - a)) * (1 - v) + (c + u * (d - c)) * v;
                else look(left + i, top + j);
            }
    }

    pogobot::LightField& light_;
    Vec2 size_;  // m
    double brightest_;
    int columns_, rows_;
    std::vector<double> levels_;  // of the brightest
};

}  // namespace

void PogobotPicture::draw_light(double pixel, DrawList& list) {
    list.field(Layer::floor, LevelGrid(light_, bounds().max, pixel, brightest_).field());
}

}  // namespace shoal::view

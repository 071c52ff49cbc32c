#include "pogobot/formation/tools.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace shoal::pogobot {

using physics::Vec2;

namespace {

constexpr double touching = 1.0 - 1e-9;        // a pitch of exactly one diameter is allowed
constexpr std::size_t most_nodes = 5'000'000;  // looked at, in all
constexpr std::array<double, 7> pitch_factors{1.0, 0.98, 1.02, 0.95, 1.05, 0.92, 1.08};
constexpr int offsets_along = 8;  // offsets of a spread grid that are tried along each axis
constexpr const char* remedy = "another chessboard_distance_between_neighbors, ";

struct Cell {
    int column, row;
};

Vec2 to_vec(Cell cell) { return {static_cast<double>(cell.column), static_cast<double>(cell.row)}; }

/// The cells of the square ring around cell (0, 0), nearest first.
std::vector<Cell> ring_cells(int ring) {
    if (ring == 0) return {{0, 0}};
    std::vector<Cell> cells;
    for (int k = -ring; k < ring; ++k) {
        const std::array<Cell, 4> turned{{{k, -ring}, {ring, k}, {-k, ring}, {-ring, -k}}};
        cells.insert(cells.end(), turned.begin(), turned.end());
    }
    std::stable_sort(cells.begin(), cells.end(), [](Cell a, Cell b) {
        return std::abs(a.column) + std::abs(a.row) < std::abs(b.column) + std::abs(b.row);
    });
    return cells;
}

class Chessboard {
public:
    explicit Chessboard(FormationPlan& plan)
        : plan_(plan), size_(plan.floor.bounds().size()),
          pitch_(plan.request.settings.chessboard_distance_between_neighbors), discs_(plan.taken_discs()) {
        std::vector<double> spacings;
        for (std::size_t i = 0; i < plan.count(); ++i) spacings.push_back(plan.spacing(i));
        std::sort(spacings.rbegin(), spacings.rend());
        widest_spacing_ = spacings.front();
        least_spacing_ = spacings.back();
        if (plan.count() > 1) least_pitch_ = touching * (spacings[0] + spacings[1]);
        const auto& radii = plan.request.radii;
        const auto [narrowest, widest] = std::minmax_element(radii.begin(), radii.end());
        narrowest_ = *narrowest;
        widest_ = *widest;
        if (pitch_ >= least_pitch_ && pitch_ > 0.0) return;
        refuse_pitch({}, fmt::format("at least {:g} mm for two objects side by side", 1e3 * least_pitch_));
    }

    /// A block around the middle of the arena: each node goes to the first object in order that fits there.
    std::vector<Vec2> cluster() {
        std::vector<Vec2> at(plan_.count());
        std::vector<std::size_t> waiting(plan_.count());
        std::iota(waiting.begin(), waiting.end(), std::size_t{0});
        const double last_ring = std::max(size_.x, size_.y) / pitch_;
        for (int ring = 0; !waiting.empty() && ring <= last_ring && nodes_ < most_nodes; ++ring) {
            for (const Cell cell : ring_cells(ring)) {
                if (fits_torus(cell)) fill(plan_.floor.centroid() + pitch_ * to_vec(cell), waiting, at);
            }
        }
        if (nodes_ >= most_nodes && !waiting.empty())
            refuse_pitch("so fine that there was no room near the middle", "a greater pitch");
        if (!waiting.empty()) refuse(plan_, plan_.count() - waiting.size(), remedy);
        return at;
    }

    /// All over the arena: a grid of just as many nodes as objects or, failing that, some nodes of another.
    std::vector<Vec2> spread() {
        const auto count = static_cast<double>(plan_.count());
        if (plan_.floor.area() / (pitch_ * pitch_) <= 4.0 * count + 16.0) {
            for (const double factor : pitch_factors) {
                std::vector<Vec2> nodes = exact_grid(factor * pitch_);
                if (nodes.empty()) continue;
                if (factor != 1.0) warn_of_pitch(factor * pitch_);
                return nodes;
            }
        }
        return even_choice(coarsest_grid());
    }

private:
    [[noreturn]] void refuse_pitch(const std::string& message, const std::string& expected) const {
        const std::string found = fmt::format("{:g}", 1e3 * pitch_);
        throw Error(Mistake{{}, "chessboard_distance_between_neighbors", found, expected, message});
    }
    void warn_of_pitch(double pitch) const {
        plan_.warnings.push_back(
            fmt::format("chessboard_distance_between_neighbors: {:g} mm became {:g} mm, "
                        "so that the grid has {} nodes",
                        1e3 * pitch_, 1e3 * pitch, plan_.count()));
    }

    /// Columns or rows that a periodic side has room for with at least the pitch across the seam.
    [[nodiscard]] static double around(double side, double pitch) {
        return std::max(1.0, std::floor(side / pitch + 1e-9));
    }

    [[nodiscard]] bool fits_torus(Cell cell) const {
        if (!plan_.floor.periodic()) return true;
        const auto fits = [this](int k, double side) {
            const double room = around(side, pitch_);
            return 2.0 * std::abs(k) < room || 2.0 * k == room;
        };
        return fits(cell.column, size_.x) && fits(cell.row, size_.y);
    }

    void fill(Vec2 asked, std::vector<std::size_t>& waiting, std::vector<Vec2>& at) {
        ++nodes_;
        const Vec2 node = plan_.floor.periodic() ? plan_.floor.into_box(asked) : asked;
        if (!plan_.floor.holds(node, narrowest_) || discs_.overlaps(node, least_spacing_)) return;
        for (auto i = waiting.begin(); i != waiting.end(); ++i) {
            if (!plan_.floor.holds(node, plan_.request.radii[*i])) continue;
            if (discs_.overlaps(node, plan_.spacing(*i))) continue;
            discs_.add(node, plan_.spacing(*i));
            at[*i] = node;
            waiting.erase(i);
            return;
        }
    }

    /// The nodes of a grid all over the arena that have room even for the widest object, row by row.
    [[nodiscard]] std::vector<Vec2> grid(double pitch, Vec2 offset) {
        std::vector<Vec2> nodes;
        const bool periodic = plan_.floor.periodic();
        const double columns = periodic ? around(size_.x, pitch) : std::ceil((size_.x - offset.x) / pitch);
        const double rows = periodic ? around(size_.y, pitch) : std::ceil((size_.y - offset.y) / pitch);
        for (int row = 0; row < rows; ++row) {
            for (int column = 0; column < columns; ++column) {
                const Vec2 node = offset + pitch * to_vec({column, row});
                if (!plan_.floor.in_box(node) || !plan_.floor.holds(node, widest_)) continue;
                if (!discs_.overlaps(node, widest_spacing_)) nodes.push_back(plan_.floor.into_box(node));
            }
        }
        nodes_ += static_cast<std::size_t>(std::max(rows, 0.0) * std::max(columns, 0.0));
        return nodes;
    }

    /// A grid of as many nodes as objects, or nothing.
    [[nodiscard]] std::vector<Vec2> exact_grid(double pitch) {
        const double step = pitch / offsets_along;
        if (pitch < least_pitch_) return {};
        for (int k = 0; k < offsets_along * offsets_along && nodes_ < most_nodes; ++k) {
            const Vec2 offset = step * (to_vec({k % offsets_along, k / offsets_along}) + Vec2{0.5, 0.5});
            std::vector<Vec2> nodes = grid(pitch, offset);
            if (nodes.size() == plan_.count()) return nodes;
        }
        return {};
    }

    /// Every s-th row and column of the grid, with s as great as the number of objects allows.
    [[nodiscard]] std::vector<Vec2> coarsest_grid() {
        std::size_t most = 0;
        const double stride = std::sqrt(size_.x * size_.y / static_cast<double>(plan_.count())) / pitch_;
        for (double s = std::max(1.0, std::floor(stride)); s >= 1.0 && nodes_ < 2 * most_nodes; s -= 1.0) {
            std::vector<Vec2> nodes = grid(s * pitch_, 0.5 * s * pitch_ * Vec2{1.0, 1.0});
            if (nodes.size() >= plan_.count()) return nodes;
            most = std::max(most, nodes.size());
        }
        refuse(plan_, most, remedy);
    }

    [[nodiscard]] std::vector<Vec2> even_choice(const std::vector<Vec2>& nodes) const {
        std::vector<Vec2> chosen;
        const std::size_t count = plan_.count();
        for (std::size_t i = 0; i < count; ++i)
            chosen.push_back(nodes[(2 * i + 1) * nodes.size() / (2 * count)]);
        return chosen;
    }

    FormationPlan& plan_;
    Vec2 size_;
    double pitch_;  // m
    DiscGrid discs_;
    double widest_spacing_ = 0.0, least_spacing_ = 0.0;  // m
    double widest_ = 0.0, narrowest_ = 0.0;              // m: radii
    double least_pitch_ = 0.0;                           // m: the two biggest objects side by side
    std::size_t nodes_ = 0;                              // looked at
};

}  // namespace

std::vector<Vec2> chessboard_formation(FormationPlan& plan) {
    Chessboard board(plan);
    return plan.request.settings.formation_cluster_at_center ? board.cluster() : board.spread();
}

}  // namespace shoal::pogobot

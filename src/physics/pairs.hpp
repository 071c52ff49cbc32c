#pragma once

#include "base/worker_pool.hpp"
#include "physics/grid.hpp"
#include "physics/model.hpp"
#include "physics/state.hpp"

#include <array>
#include <vector>

namespace shoal::physics {

enum class PairKind : std::uint8_t { disc_disc, disc_polygon, polygon_polygon, disc_edge, polygon_edge };

/// Two shapes, or a shape and a wall, that may touch before the list is made anew.
struct Pair {
    std::uint32_t a = none;  // shape; the disc if there is just one, the moving one if the other is static
    std::uint32_t b = none;  // shape or edge
    PairKind kind = PairKind::disc_disc;
    bool ground = false;  // b never moves

    [[nodiscard]] std::size_t points() const {
        return kind == PairKind::disc_disc || kind == PairKind::disc_polygon || kind == PairKind::disc_edge
                   ? 1
                   : 2;
    }
};

constexpr int colours = 64;  // the last one takes what fits nowhere else and is solved in order
constexpr int overflow_colour = colours - 1;
constexpr int colour_groups = 2;  // 0: both bodies move; 1: the second never does
constexpr int stages = colour_groups * colours;

/// Candidate pairs that stay valid while no body has moved past its margin, and their points sorted into
/// stages: no two points of a stage share a moving body (but for the overflow), so a stage is solved in parallel.
struct Pairs {
    std::vector<Pair> list;
    Column<float> normal_impulse;   // N s: two a pair, carried from step to step
    Column<float> tangent_impulse;  // N s
    Column<std::uint32_t> slots;    // 2 · pair + point, by stage
    std::array<std::uint32_t, stages + 1> stage_start{};
    Column<double> x, y, angle;  // m, rad: of the bodies when the list was made
    Column<float> margin;        // m: how far a body may have moved since
    bool stale = true;           // the model has changed

    template <class Self, class Visit>
    static void visit_state(Self& p, Visit& visit) {
        visit(p.list, p.normal_impulse, p.tangent_impulse, p.slots, p.stage_start);
        visit(p.x, p.y, p.angle, p.margin, p.stale);
    }
};

/// Finds candidate pairs over a uniform grid. Keeps its buffers, so that a warm search does not allocate.
class PairFinder {
public:
    explicit PairFinder(const WorldDef& def);
    /// Remakes `pairs`. `reach` is how far each body may move in the coming step (m).
    void find(const Model& model, const State& state, const Column<float>& reach, WorkerPool& pool,
              Pairs& pairs);
    /// Sorts shapes and walls into the grid, and notes in `pairs` where the bodies were; looks for no pairs.
    void arrange(const Model& model, const State& state, const Column<float>& reach, WorkerPool& pool,
                 Pairs& pairs);

    /// The grid of the last search, for queries: shapes by cell, and walls by cell (those near it too).
    [[nodiscard]] const GridLayout& layout() const { return layout_; }
    [[nodiscard]] const CellLists& shapes_by_cell() const { return small_; }
    [[nodiscard]] const CellLists& edges_by_cell() const { return edges_; }
    [[nodiscard]] std::span<const std::uint32_t> large_shapes() const { return large_.span(); }
    [[nodiscard]] std::uint32_t small_shape(std::uint32_t item) const { return small_shape_[item]; }
    /// Called when shapes or walls were added or removed.
    void model_changed() { sizes_known_ = false; }

    // The grid depends on what went before, so it is state; the rest is made anew by each search.
    template <class Self, class Visit>
    static void visit_state(Self& f, Visit& visit) {
        visit(f.sizes_known_, f.edges_listed_, f.base_margin_, f.cell_, f.layout_, f.joined_);
        visit(f.small_shape_, f.large_, f.small_, f.edges_, f.edge_stamp_, f.stamp_);
    }

private:
    struct Remembered {
        std::uint64_t key = 0;
        float normal[2] = {0, 0};
        float tangent[2] = {0, 0};
    };

    void measure_shapes(const Model& model);
    void set_margins(const Model& model, const State& state, const Column<float>& reach, WorkerPool& pool,
                     Pairs& pairs) const;
    void widen_cells(const Model& model, WorkerPool& pool, const Pairs& pairs);
    [[nodiscard]] std::size_t outgrown(const Model& model, WorkerPool& pool, const Pairs& pairs) const;
    void fit_grid(const Model& model, const State& state);
    void place_proxies(const Model& model, const State& state, WorkerPool& pool, const Pairs& pairs);
    void list_edges(const Model& model);
    void pair_small(const Model& model, WorkerPool& pool);
    void pair_row_of(const Model& model, std::uint32_t item, int column, int row,
                     std::vector<Pair>& out) const;
    void pair_with_edges(const Model& model, std::uint32_t shape, std::size_t cell,
                         std::vector<Pair>& out) const;
    void pair_large(const Model& model);
    void pair_shapes(const Model& model, std::uint32_t s, std::uint32_t t, std::vector<Pair>& out) const;
    void pair_edge(const Model& model, std::uint32_t shape, std::uint32_t edge, std::vector<Pair>& out) const;
    void test_items(const Model& model, std::uint32_t item, std::uint32_t begin, std::uint32_t end,
                    std::vector<Pair>& out) const;
    [[nodiscard]] bool near(std::uint32_t s, std::uint32_t t) const;
    [[nodiscard]] bool joined(std::uint32_t body_a, std::uint32_t body_b) const;
    void collect(WorkerPool& pool, Pairs& pairs);
    void remember_impulses(const Model& model, const Pairs& pairs);
    void restore_impulses(WorkerPool& pool, Pairs& pairs) const;
    [[nodiscard]] Remembered remembered(const Pair& pair) const;

    bool sizes_known_ = false;
    bool edges_listed_ = false;
    double base_margin_ = 0.0;  // m: half of the distance that two slow bodies may close before a new search
    double cell_ = 1.0;         // m
    GridLayout layout_;

    Column<float> radii_;                 // m: scratch
    Column<std::uint64_t> edge_entries_;  // scratch: cell and edge
    Column<double> px_, py_;              // m: centre of each shape's disc
    Column<float> pr_;                    // m: its radius and margin
    Column<std::uint32_t> small_shape_;   // the shapes that fit a cell …
    Column<std::uint32_t> small_cell_;    // … and their cells
    Column<std::uint32_t> large_;         // the others
    CellLists small_;                     // items of small_shape_
    Column<double> sx_, sy_;              // m: the small shapes in cell order
    Column<float> sr_;
    CellLists edges_;
    std::vector<std::vector<Pair>> chunks_;
    Column<std::size_t> chunk_start_;  // of each chunk's pairs in the list
    std::vector<Pair> large_pairs_;
    Column<std::uint32_t> edge_stamp_;
    std::uint32_t stamp_ = 0;
    std::vector<std::uint64_t> joined_;       // body pairs that joints keep from colliding, sorted
    Column<Remembered> remembered_;           // impulses before the search …
    Column<std::uint32_t> remembered_start_;  // … and where those of each first shape begin
};

/// Names a pair of bodies, in either order.
[[nodiscard]] inline std::uint64_t body_pair_key(std::uint32_t a, std::uint32_t b) {
    return a < b ? (static_cast<std::uint64_t>(a) << 32) | b : (static_cast<std::uint64_t>(b) << 32) | a;
}

/// Sorts the points of all pairs into stages (greedy colouring in list order).
void colour_pairs(const Model& model, Pairs& pairs);

/// The two bodies of a pair; the ground for walls.
[[nodiscard]] inline std::uint32_t body_of_b(const Model& model, const Pair& pair) {
    return pair.kind >= PairKind::disc_edge ? 0 : model.shapes.body[pair.b];
}

}  // namespace shoal::physics

#include "physics/pairs.hpp"

#include "physics/collide.hpp"
#include "physics/shape_view.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::physics {
namespace {

constexpr std::size_t items_per_chunk = 256;

std::uint64_t key_of(const Pair& pair) {
    const std::uint64_t wall = pair.kind >= PairKind::disc_edge ? 1ULL << 63 : 0;
    return wall | (static_cast<std::uint64_t>(pair.a) << 32) | pair.b;
}

}  // namespace

void PairFinder::find(const Model& model, const State& state, const Column<float>& reach, WorkerPool& pool,
                      Pairs& pairs) {
    remember_impulses(model, pairs);
    arrange(model, state, reach, pool, pairs);
    pair_small(model, pool);
    pair_large(model);
    collect(pool, pairs);
    restore_impulses(pool, pairs);
    colour_pairs(model, pairs);
}

void PairFinder::pair_small(const Model& model, WorkerPool& pool) {
    const std::size_t count = small_shape_.size();
    // Twice what a dense crowd needs: one that comes and goes has room. Where memory counts, as much as is needed.
    const std::size_t room_per_item = count < 200'000 ? 4 : 1;
    chunks_.resize(std::max<std::size_t>(chunks_.size(), (count + items_per_chunk - 1) / items_per_chunk));
    for (auto& chunk : chunks_) {
        chunk.clear();
        chunk.reserve(room_per_item * items_per_chunk);
    }
    pool.for_ranges(count, items_per_chunk, [&](std::size_t begin, std::size_t end) {
        auto& out = chunks_[begin / items_per_chunk];
        for (std::size_t i = begin; i < end; ++i) {
            const auto item = static_cast<std::uint32_t>(i);
            const std::uint32_t cell = small_cell_[small_.items[i]];
            const int column = static_cast<int>(cell) % layout_.columns;
            const int row = static_cast<int>(cell) / layout_.columns;
            pair_row_of(model, item, column, row, out);
            pair_with_edges(model, small_shape_[small_.items[i]], cell, out);
        }
    });
}

// Each pair is found once: later items of the own cell, the next cell of the row, and three cells of the next row.
void PairFinder::pair_row_of(const Model& model, std::uint32_t item, int column, int row,
                             std::vector<Pair>& out) const {
    const auto& start = small_.start;
    const std::size_t own = layout_.cell(column, row);
    if (layout_.periodic) {
        if (layout_.columns < 3 ||
            layout_.rows < 3) {  // cells would be their own neighbours: compare with all
            test_items(model, item, item + 1, static_cast<std::uint32_t>(small_shape_.size()), out);
            return;
        }
        test_items(model, item, item + 1, start[own + 1], out);
        const int right = (column + 1) % layout_.columns;
        const int left = (column + layout_.columns - 1) % layout_.columns;
        const int below = (row + 1) % layout_.rows;
        for (const std::size_t cell : {layout_.cell(right, row), layout_.cell(left, below),
                                       layout_.cell(column, below), layout_.cell(right, below)})
            test_items(model, item, start[cell], start[cell + 1], out);
        return;
    }
    const int right = std::min(column + 1, layout_.columns - 1);
    const int left = std::max(column - 1, 0);
    test_items(model, item, item + 1, start[layout_.cell(right, row) + 1], out);
    if (row + 1 < layout_.rows)
        test_items(model, item, start[layout_.cell(left, row + 1)], start[layout_.cell(right, row + 1) + 1],
                   out);
}

void PairFinder::test_items(const Model& model, std::uint32_t item, std::uint32_t begin, std::uint32_t end,
                            std::vector<Pair>& out) const {
    const double x = sx_[item];
    const double y = sy_[item];
    const float r = sr_[item];
    for (std::uint32_t k = begin; k < end; ++k) {
        const Vec2 d = layout_.shortest({sx_[k] - x, sy_[k] - y});
        const double reach = static_cast<double>(r + sr_[k]);
        if (dot(d, d) < reach * reach)
            pair_shapes(model, small_shape_[small_.items[item]], small_shape_[small_.items[k]], out);
    }
}

void PairFinder::pair_with_edges(const Model& model, std::uint32_t shape, std::size_t cell,
                                 std::vector<Pair>& out) const {
    for (const std::uint32_t edge : edges_.of(cell)) pair_edge(model, shape, edge, out);
}

// Large shapes look through all cells that they cover, and at each other.
void PairFinder::pair_large(const Model& model) {
    large_pairs_.clear();
    for (std::size_t i = 0; i < large_.size(); ++i) {
        const std::uint32_t s = large_[i];
        const double reach = pr_[s] + 0.5 * cell_;
        ++stamp_;
        layout_.for_cells({px_[s] - reach, py_[s] - reach}, {px_[s] + reach, py_[s] + reach},
                          [&](std::size_t cell) {
                              for (const std::uint32_t item : small_.of(cell)) {
                                  const std::uint32_t t = small_shape_[item];
                                  if (near(s, t)) pair_shapes(model, s, t, large_pairs_);
                              }
                              for (const std::uint32_t edge : edges_.of(cell)) {
                                  if (edge_stamp_[edge] == stamp_) continue;
                                  edge_stamp_[edge] = stamp_;
                                  pair_edge(model, s, edge, large_pairs_);
                              }
                          });
        for (std::size_t j = i + 1; j < large_.size(); ++j)
            if (near(s, large_[j])) pair_shapes(model, s, large_[j], large_pairs_);
    }
}

bool PairFinder::near(std::uint32_t s, std::uint32_t t) const {
    const Vec2 d = layout_.shortest({px_[t] - px_[s], py_[t] - py_[s]});
    const double reach = static_cast<double>(pr_[s]) + pr_[t];
    return dot(d, d) < reach * reach;
}

bool PairFinder::joined(std::uint32_t body_a, std::uint32_t body_b) const {
    return !joined_.empty() &&
           std::binary_search(joined_.begin(), joined_.end(), body_pair_key(body_a, body_b));
}

void PairFinder::pair_shapes(const Model& model, std::uint32_t s, std::uint32_t t,
                             std::vector<Pair>& out) const {
    const std::uint32_t body_s = model.shapes.body[s];
    const std::uint32_t body_t = model.shapes.body[t];
    const bool static_s = model.bodies.is_static[body_s];
    const bool static_t = model.bodies.is_static[body_t];
    if (body_s == body_t || (static_s && static_t) || joined(body_s, body_t)) return;

    // One order for each pair, whatever order the grid finds it in: the disc first, then the lower row.
    const auto polygon = [&](std::uint32_t shape) { return model.shapes.kind[shape] == ShapeKind::polygon; };
    const bool swap = polygon(s) != polygon(t) ? polygon(s) : static_s != static_t ? static_s : s > t;
    const std::uint32_t a = swap ? t : s;
    const std::uint32_t b = swap ? s : t;
    const PairKind kind = !polygon(b)  ? PairKind::disc_disc
                          : polygon(a) ? PairKind::polygon_polygon
                                       : PairKind::disc_polygon;
    out.push_back({a, b, kind, static_cast<bool>(model.bodies.is_static[model.shapes.body[b]])});
}

void PairFinder::pair_edge(const Model& model, std::uint32_t shape, std::uint32_t edge,
                           std::vector<Pair>& out) const {
    if (model.bodies.is_static[model.shapes.body[shape]]) return;
    const Vec2 half = 0.5 * (model.edges.end[edge] - model.edges.start[edge]);
    const Vec2 offset = layout_.shortest(Vec2{px_[shape], py_[shape]} - model.edges.start[edge] - half);
    const double reach = pr_[shape];
    if (std::fabs(cross(model.edges.direction[edge], offset)) > 1.001 * reach)
        return;  // far from its whole line
    const Vec2 d = offset - nearest_on_segment(offset, -half, half);
    if (dot(d, d) >= reach * reach) return;
    const bool disc = model.shapes.kind[shape] == ShapeKind::disc;
    out.push_back({shape, edge, disc ? PairKind::disc_edge : PairKind::polygon_edge, true});
}

void PairFinder::collect(WorkerPool& pool, Pairs& pairs) {
    chunk_start_.clear();
    std::size_t count = 0;
    for (const auto& chunk : chunks_) {
        chunk_start_.push_back(count);
        count += chunk.size();
    }
    if (pairs.list.capacity() < count + large_pairs_.size())
        pairs.list.reserve(count + large_pairs_.size() + count / 2);
    pairs.list.resize(count);
    pool.for_ranges(chunks_.size(), 1, [&](std::size_t c, std::size_t) {
        std::copy(chunks_[c].begin(), chunks_[c].end(), pairs.list.data() + chunk_start_[c]);
    });
    pairs.list.insert(pairs.list.end(), large_pairs_.begin(), large_pairs_.end());
}

// Sorted by the first shape (a counting sort), so that what a pair had is found in the few of its shape.
void PairFinder::remember_impulses(const Model& model, const Pairs& pairs) {
    const auto has_any = [&](std::size_t p) {
        return pairs.normal_impulse[2 * p] != 0.0F || pairs.normal_impulse[2 * p + 1] != 0.0F;
    };
    auto& start = remembered_start_;
    start.clear();
    start.resize(model.shapes.size() + 2, 0);
    for (std::size_t p = 0; p < pairs.list.size(); ++p)
        if (has_any(p)) ++start[pairs.list[p].a + 2];
    for (std::size_t a = 2; a < start.size(); ++a) start[a] += start[a - 1];
    remembered_.resize_uninitialised(start.back());
    for (std::size_t p = 0; p < pairs.list.size(); ++p) {
        if (!has_any(p)) continue;
        const float* n = pairs.normal_impulse.data() + 2 * p;
        const float* t = pairs.tangent_impulse.data() + 2 * p;
        const Pair& pair = pairs.list[p];
        remembered_[start[pair.a + 1]++] = {key_of(pair), {n[0], n[1]}, {t[0], t[1]}};
    }
}

void PairFinder::restore_impulses(WorkerPool& pool, Pairs& pairs) const {
    const std::size_t count = pairs.list.size();
    pairs.normal_impulse.resize_uninitialised(2 * count);
    pairs.tangent_impulse.resize_uninitialised(2 * count);
    pool.for_ranges(count, WorkerPool::grain(count, 256), [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
            const Remembered r = remembered(pairs.list[p]);
            for (std::size_t k = 0; k < 2; ++k) {
                pairs.normal_impulse[2 * p + k] = r.normal[k];
                pairs.tangent_impulse[2 * p + k] = r.tangent[k];
            }
        }
    });
}

PairFinder::Remembered PairFinder::remembered(const Pair& pair) const {
    const std::uint64_t key = key_of(pair);
    for (std::uint32_t i = remembered_start_[pair.a]; i < remembered_start_[pair.a + 1]; ++i)
        if (remembered_[i].key == key) return remembered_[i];
    return {};
}

}  // namespace shoal::physics

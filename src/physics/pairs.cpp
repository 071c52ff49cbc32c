#include "physics/pairs.hpp"

#include "physics/collide.hpp"
#include "physics/shape_view.hpp"

#include <algorithm>

namespace shoal::physics {
namespace {

constexpr std::size_t items_per_chunk = 512;
constexpr double margin_of_radius = 0.2;   // base margin as a part of the usual radius
constexpr double small_of_usual = 1.5;     // shapes up to this multiple of the usual radius live in single cells

std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
    return (static_cast<std::uint64_t>(std::min(a, b)) << 32) | std::max(a, b);
}

std::uint64_t key_of(const Pair& pair) {
    const std::uint64_t wall = pair.kind >= PairKind::disc_edge ? 1ULL << 63 : 0;
    return wall | (static_cast<std::uint64_t>(pair.a) << 32) | pair.b;
}

}  // namespace

void PairFinder::find(const Model& model, const State& state, const Column<float>& reach, WorkerPool& pool,
                      Pairs& pairs) {
    fit_grid(model, state);
    remember_impulses(pairs);
    place_proxies(model, state, reach, pool, pairs);
    if (!edges_listed_) list_edges(model);
    pair_small(model, pool);
    pair_large(model);
    collect(pairs);
    restore_impulses(pairs);
    colour_pairs(model, pairs);
    pairs.stale = false;
}

void PairFinder::fit_grid(const Model& model, const State& state) {
    if (!sizes_known_) measure_shapes(model);
    const std::size_t max_cells = 4 * model.shapes.size() + 4096;
    Bounds bounds = model.def.domain;
    if (bounds.size().x <= 0.0) {
        bounds = {{1e300, 1e300}, {-1e300, -1e300}};
        const auto include = [&](Vec2 p) {
            bounds.min = {std::min(bounds.min.x, p.x), std::min(bounds.min.y, p.y)};
            bounds.max = {std::max(bounds.max.x, p.x), std::max(bounds.max.y, p.y)};
        };
        for (std::size_t b = 1; b < state.x.size(); ++b)
            if (model.bodies.alive[b]) include({state.x[b], state.y[b]});
        for (const Vec2 p : model.edges.start) include(p);
        if (bounds.max.x < bounds.min.x) bounds = {{0, 0}, {cell_, cell_}};
        const Bounds& now = layout_.bounds;
        const bool inside = bounds.min.x >= now.min.x && bounds.min.y >= now.min.y && bounds.max.x <= now.max.x &&
                            bounds.max.y <= now.max.y;
        if (inside && edges_listed_) return;
        // Room to move before the grid has to follow: half of the size on each side.
        const Vec2 room = 0.5 * bounds.size() + Vec2{cell_, cell_};
        bounds = {bounds.min - room, bounds.max + room};
    } else if (edges_listed_) {
        return;
    }
    layout_ = make_layout(bounds, cell_, model.def.periodic, max_cells);
    edges_listed_ = false;
}

// The usual radius is the median over shapes: it sets cells and margins, so that a few large bodies cost
// what they cover and do not coarsen the grid for all.
void PairFinder::measure_shapes(const Model& model) {
    std::vector<float> radii;
    for (std::size_t s = 0; s < model.shapes.size(); ++s)
        if (model.bodies.alive[model.shapes.body[s]]) radii.push_back(model.shapes.radius[s]);
    double usual = 0.01;
    if (!radii.empty()) {
        std::nth_element(radii.begin(), radii.begin() + static_cast<long>(radii.size() / 2), radii.end());
        usual = radii[radii.size() / 2];
    }
    double largest_small = usual;
    for (const float r : radii)
        if (r <= small_of_usual * usual) largest_small = std::max<double>(largest_small, r);
    base_margin_ = margin_of_radius * usual;
    cell_ = 2.0 * (largest_small + base_margin_) * 1.0001;
    joined_.clear();
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        if (model.joints.alive[j] && !model.joints.collide[j])
            joined_.push_back(key_of(model.joints.a[j], model.joints.b[j]));
    std::sort(joined_.begin(), joined_.end());
    sizes_known_ = true;
    edges_listed_ = false;
}

void PairFinder::place_proxies(const Model& model, const State& state, const Column<float>& reach, WorkerPool& pool,
                               Pairs& pairs) {
    const std::size_t bodies = state.x.size();
    pairs.x = state.x;
    pairs.y = state.y;
    pairs.angle = state.angle;
    pairs.margin.resize_uninitialised(bodies);
    for (std::size_t b = 0; b < bodies; ++b)
        pairs.margin[b] = model.bodies.is_static[b] ? 0.0F : std::max(static_cast<float>(base_margin_), 2.0F * reach[b]);

    const std::size_t shapes = model.shapes.size();
    px_.resize_uninitialised(shapes);
    py_.resize_uninitialised(shapes);
    pr_.resize_uninitialised(shapes);
    small_cell_.resize_uninitialised(shapes);
    pool.for_ranges(shapes, 4096, [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) {
            const std::uint32_t b = model.shapes.body[s];
            const Vec2 centre = pose_of(state, b).to_world(model.shapes.centre[s]);
            px_[s] = centre.x;
            py_[s] = centre.y;
            pr_[s] = model.shapes.radius[s] + pairs.margin[b];
            small_cell_[s] = static_cast<std::uint32_t>(layout_.cell_of(centre.x, centre.y));
        }
    });

    small_shape_.clear();
    large_.clear();
    for (std::size_t s = 0; s < shapes; ++s) {
        if (!model.bodies.alive[model.shapes.body[s]]) continue;
        if (2.0 * pr_[s] > cell_) {
            large_.push_back(static_cast<std::uint32_t>(s));
        } else {
            small_cell_[small_shape_.size()] = small_cell_[s];
            small_shape_.push_back(static_cast<std::uint32_t>(s));
        }
    }
    small_cell_.resize_uninitialised(small_shape_.size());
    sort_by_cell(small_cell_.span(), layout_.cells(), small_);

    const std::size_t count = small_shape_.size();
    sx_.resize_uninitialised(count);
    sy_.resize_uninitialised(count);
    sr_.resize_uninitialised(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t s = small_shape_[small_.items[i]];
        sx_[i] = px_[s];
        sy_[i] = py_[s];
        sr_[i] = pr_[s];
    }
}

// Each wall is listed in all cells from which a small shape could touch it, so one cell tells a shape all its walls.
void PairFinder::list_edges(const Model& model) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> entries;  // cell, edge
    const double reach = 0.5 * cell_ + 0.5 * std::hypot(layout_.cell_width, layout_.cell_height);
    for (std::uint32_t e = 0; e < model.edges.size(); ++e) {
        const Vec2 a = model.edges.start[e];
        const Vec2 b = model.edges.end[e];
        const Vec2 min = {std::min(a.x, b.x) - reach, std::min(a.y, b.y) - reach};
        const Vec2 max = {std::max(a.x, b.x) + reach, std::max(a.y, b.y) + reach};
        layout_.for_cells(min, max, [&](std::size_t cell) {
            const auto columns = static_cast<std::size_t>(layout_.columns);
            const Vec2 centre = layout_.bounds.min + Vec2{(static_cast<double>(cell % columns) + 0.5) * layout_.cell_width,
                                                          (static_cast<double>(cell / columns) + 0.5) * layout_.cell_height};
            const Vec2 offset = layout_.shortest(centre - 0.5 * (a + b));
            const Vec2 middle = 0.5 * (b - a);
            const Vec2 d = offset - nearest_on_segment(offset, -middle, middle);
            if (length(d) <= reach) entries.emplace_back(static_cast<std::uint32_t>(cell), e);
        });
    }
    std::sort(entries.begin(), entries.end());
    edges_.start.clear();
    edges_.start.resize(layout_.cells() + 1, 0);
    edges_.items.clear();
    for (const auto& [cell, edge] : entries) {
        ++edges_.start[cell + 1];
        edges_.items.push_back(edge);
    }
    for (std::size_t c = 0; c < layout_.cells(); ++c) edges_.start[c + 1] += edges_.start[c];
    edge_stamp_.clear();
    edge_stamp_.resize(model.edges.size(), 0);
    stamp_ = 0;
    edges_listed_ = true;
}

void PairFinder::pair_small(const Model& model, WorkerPool& pool) {
    const std::size_t count = small_shape_.size();
    chunks_.resize(std::max<std::size_t>(chunks_.size(), (count + items_per_chunk - 1) / items_per_chunk));
    for (auto& chunk : chunks_) chunk.clear();
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
void PairFinder::pair_row_of(const Model& model, std::uint32_t item, int column, int row, std::vector<Pair>& out) const {
    const auto& start = small_.start;
    const std::size_t own = layout_.cell(column, row);
    if (layout_.periodic) {
        if (layout_.columns < 3 || layout_.rows < 3) {  // cells would be their own neighbours: compare with all
            test_items(model, item, item + 1, static_cast<std::uint32_t>(small_shape_.size()), out);
            return;
        }
        test_items(model, item, item + 1, start[own + 1], out);
        const int right = (column + 1) % layout_.columns;
        const int left = (column + layout_.columns - 1) % layout_.columns;
        const int below = (row + 1) % layout_.rows;
        for (const std::size_t cell : {layout_.cell(right, row), layout_.cell(left, below), layout_.cell(column, below),
                                       layout_.cell(right, below)})
            test_items(model, item, start[cell], start[cell + 1], out);
        return;
    }
    const int right = std::min(column + 1, layout_.columns - 1);
    const int left = std::max(column - 1, 0);
    test_items(model, item, item + 1, start[layout_.cell(right, row) + 1], out);
    if (row + 1 < layout_.rows)
        test_items(model, item, start[layout_.cell(left, row + 1)], start[layout_.cell(right, row + 1) + 1], out);
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

void PairFinder::pair_with_edges(const Model& model, std::uint32_t shape, std::size_t cell, std::vector<Pair>& out) const {
    for (const std::uint32_t edge : edges_.of(cell)) pair_edge(model, shape, edge, out);
}

// Large shapes look through all cells that they cover, and at each other.
void PairFinder::pair_large(const Model& model) {
    large_pairs_.clear();
    for (std::size_t i = 0; i < large_.size(); ++i) {
        const std::uint32_t s = large_[i];
        const double reach = pr_[s] + 0.5 * cell_;
        ++stamp_;
        layout_.for_cells({px_[s] - reach, py_[s] - reach}, {px_[s] + reach, py_[s] + reach}, [&](std::size_t cell) {
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

bool PairFinder::joined(const Model&, std::uint32_t body_a, std::uint32_t body_b) const {
    return !joined_.empty() && std::binary_search(joined_.begin(), joined_.end(), key_of(body_a, body_b));
}

void PairFinder::pair_shapes(const Model& model, std::uint32_t s, std::uint32_t t, std::vector<Pair>& out) const {
    const std::uint32_t body_s = model.shapes.body[s];
    const std::uint32_t body_t = model.shapes.body[t];
    const bool static_s = model.bodies.is_static[body_s];
    const bool static_t = model.bodies.is_static[body_t];
    if (body_s == body_t || (static_s && static_t) || joined(model, body_s, body_t)) return;

    // One order for each pair, whatever order the grid finds it in: the disc first, then the lower row.
    const auto polygon = [&](std::uint32_t shape) { return model.shapes.kind[shape] == ShapeKind::polygon; };
    const bool swap = polygon(s) != polygon(t) ? polygon(s) : static_s != static_t ? static_s : s > t;
    const std::uint32_t a = swap ? t : s;
    const std::uint32_t b = swap ? s : t;
    const PairKind kind = !polygon(b) ? PairKind::disc_disc
                          : polygon(a) ? PairKind::polygon_polygon
                                       : PairKind::disc_polygon;
    out.push_back({a, b, kind, static_cast<bool>(model.bodies.is_static[model.shapes.body[b]])});
}

void PairFinder::pair_edge(const Model& model, std::uint32_t shape, std::uint32_t edge, std::vector<Pair>& out) const {
    if (model.bodies.is_static[model.shapes.body[shape]]) return;
    const Vec2 half = 0.5 * (model.edges.end[edge] - model.edges.start[edge]);
    const Vec2 offset = layout_.shortest(Vec2{px_[shape], py_[shape]} - model.edges.start[edge] - half);
    const Vec2 d = offset - nearest_on_segment(offset, -half, half);
    const double reach = pr_[shape];
    if (dot(d, d) >= reach * reach) return;
    const bool disc = model.shapes.kind[shape] == ShapeKind::disc;
    out.push_back({shape, edge, disc ? PairKind::disc_edge : PairKind::polygon_edge, true});
}

void PairFinder::collect(Pairs& pairs) {
    pairs.list.clear();
    for (const auto& chunk : chunks_) pairs.list.insert(pairs.list.end(), chunk.begin(), chunk.end());
    pairs.list.insert(pairs.list.end(), large_pairs_.begin(), large_pairs_.end());
}

void PairFinder::remember_impulses(const Pairs& pairs) {
    remembered_.clear();
    for (std::size_t p = 0; p < pairs.list.size(); ++p) {
        const float* n = pairs.normal_impulse.data() + 2 * p;
        const float* t = pairs.tangent_impulse.data() + 2 * p;
        if (n[0] != 0.0F || n[1] != 0.0F) remembered_.push_back({key_of(pairs.list[p]), {n[0], n[1]}, {t[0], t[1]}});
    }
    std::sort(remembered_.begin(), remembered_.end(), [](const auto& l, const auto& r) { return l.key < r.key; });
}

void PairFinder::restore_impulses(Pairs& pairs) const {
    pairs.normal_impulse.clear();
    pairs.tangent_impulse.clear();
    pairs.normal_impulse.resize(2 * pairs.list.size(), 0.0F);
    pairs.tangent_impulse.resize(2 * pairs.list.size(), 0.0F);
    if (remembered_.empty()) return;
    for (std::size_t p = 0; p < pairs.list.size(); ++p) {
        const std::uint64_t key = key_of(pairs.list[p]);
        const auto it = std::lower_bound(remembered_.begin(), remembered_.end(), key,
                                         [](const Remembered& r, std::uint64_t k) { return r.key < k; });
        if (it == remembered_.end() || it->key != key) continue;
        for (std::size_t k = 0; k < 2; ++k) {
            pairs.normal_impulse[2 * p + k] = it->normal[k];
            pairs.tangent_impulse[2 * p + k] = it->tangent[k];
        }
    }
}

void colour_pairs(const Model& model, Pairs& pairs) {
    // For each body and group, the colours that its points have used.
    static thread_local Column<std::uint64_t> used;
    static thread_local Column<std::uint8_t> stage_of_slot;
    const std::size_t bodies = model.bodies.size();
    used.clear();
    used.resize(colour_groups * bodies, 0);
    stage_of_slot.resize_uninitialised(2 * pairs.list.size());
    std::array<std::uint32_t, stages + 1> counts{};
    for (std::size_t p = 0; p < pairs.list.size(); ++p) {
        const Pair& pair = pairs.list[p];
        const std::size_t group = pair.ground ? 1 : 0;
        std::uint64_t& used_a = used[group * bodies + model.shapes.body[pair.a]];
        std::uint64_t none_used = 0;
        std::uint64_t& used_b = pair.ground ? none_used : used[body_of_b(model, pair)];
        for (std::size_t k = 0; k < pair.points(); ++k) {
            const int free = std::countr_one(used_a | used_b);
            const int colour = std::min(free, overflow_colour);
            if (colour < overflow_colour) {
                used_a |= 1ULL << colour;
                used_b |= 1ULL << colour;
            }
            const auto stage = static_cast<std::uint8_t>(group * colours + static_cast<std::size_t>(colour));
            stage_of_slot[2 * p + k] = stage;
            ++counts[stage + 1U];
        }
    }
    for (int s = 0; s < stages; ++s) counts[s + 1] += counts[s];
    pairs.stage_start = counts;
    pairs.slots.resize_uninitialised(counts[stages]);
    auto next = counts;
    for (std::size_t p = 0; p < pairs.list.size(); ++p)
        for (std::size_t k = 0; k < pairs.list[p].points(); ++k)
            pairs.slots[next[stage_of_slot[2 * p + k]]++] = static_cast<std::uint32_t>(2 * p + k);
}

}  // namespace shoal::physics

#include "physics/collide.hpp"
#include "physics/pairs.hpp"
#include "physics/shape_view.hpp"

#include <algorithm>
#include <atomic>

// The grid of a PairFinder: its cells, the margins of bodies, shapes and walls sorted by cell.
namespace shoal::physics {
namespace {

constexpr double margin_of_radius = 0.3;  // base margin as a part of the usual radius
constexpr double small_of_usual = 1.5;  // shapes up to this multiple of the usual radius live in single cells
constexpr double rounding = 1.0001;     // cells are larger than what they hold by this factor

}  // namespace

PairFinder::PairFinder(const WorldDef& def) {
    layout_.bounds = def.domain;
    layout_.periodic = def.periodic;
}

void PairFinder::arrange(const Model& model, const State& state, const Column<float>& reach, WorkerPool& pool,
                         Pairs& pairs) {
    if (!sizes_known_) measure_shapes(model);
    set_margins(model, state, reach, pool, pairs);
    widen_cells(model, pool, pairs);
    fit_grid(model, state);
    place_proxies(model, state, pool, pairs);
    if (!edges_listed_) list_edges(model);
    pairs.stale = false;
}

// The usual radius is the median over shapes: it sets cells and margins, so that a few large bodies cost
// what they cover and do not coarsen the grid for all.
void PairFinder::measure_shapes(const Model& model) {
    radii_.clear();
    for (std::size_t s = 0; s < model.shapes.size(); ++s)
        if (model.bodies.alive[model.shapes.body[s]]) radii_.push_back(model.shapes.radius[s]);
    double usual = 0.01;
    if (!radii_.empty()) {
        float* const middle = radii_.begin() + radii_.size() / 2;
        std::nth_element(radii_.begin(), middle, radii_.end());
        usual = *middle;
    }
    double largest_small = usual;
    for (const float r : radii_)
        if (r <= small_of_usual * usual) largest_small = std::max<double>(largest_small, r);
    base_margin_ = margin_of_radius * usual;
    cell_ = 2.0 * (largest_small + base_margin_) * rounding;
    joined_.clear();
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        if (model.joints.alive[j] && !model.joints.collide[j])
            joined_.push_back(body_pair_key(model.joints.a[j], model.joints.b[j]));
    std::sort(joined_.begin(), joined_.end());
    sizes_known_ = true;
    edges_listed_ = false;
}

void PairFinder::set_margins(const Model& model, const State& state, const Column<float>& reach,
                             WorkerPool& pool, Pairs& pairs) const {
    const std::size_t bodies = state.x.size();
    const auto base = static_cast<float>(base_margin_);
    for (auto* column : {&pairs.x, &pairs.y, &pairs.angle}) column->resize_uninitialised(bodies);
    pairs.margin.resize_uninitialised(bodies);
    pool.for_ranges(bodies, WorkerPool::grain(bodies, 512), [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
            pairs.x[b] = state.x[b];
            pairs.y[b] = state.y[b];
            pairs.angle[b] = state.angle[b];
            pairs.margin[b] = model.bodies.is_static[b] ? 0.0F : std::max(base, 2.0F * reach[b]);
        }
    });
}

// How many shapes do not fit the cells.
std::size_t PairFinder::outgrown(const Model& model, WorkerPool& pool, const Pairs& pairs) const {
    std::atomic<std::size_t> count{0};
    const std::size_t shapes = model.shapes.size();
    pool.for_ranges(shapes, WorkerPool::grain(shapes, 512), [&](std::size_t begin, std::size_t end) {
        std::size_t here = 0;
        for (std::size_t s = begin; s < end; ++s)
            here += 2.0 * (model.shapes.radius[s] + pairs.margin[model.shapes.body[s]]) > cell_;
        count.fetch_add(here, std::memory_order_relaxed);
    });
    return count;
}

// When many shapes have outgrown the cells, by their size or by their speed, the cells follow.
void PairFinder::widen_cells(const Model& model, WorkerPool& pool, const Pairs& pairs) {
    const std::size_t too_large = outgrown(model, pool, pairs);
    if (too_large <= 64 || too_large <= model.shapes.size() / 8) return;
    radii_.clear();
    for (std::size_t s = 0; s < model.shapes.size(); ++s)
        radii_.push_back(model.shapes.radius[s] + pairs.margin[model.shapes.body[s]]);
    float* const most = radii_.begin() + radii_.size() * 7 / 8;
    std::nth_element(radii_.begin(), most, radii_.end());
    cell_ = 2.0 * *most * rounding;
    edges_listed_ = false;
}

// The grid covers the domain and all walls, or, without a domain, bodies and walls with room to move.
void PairFinder::fit_grid(const Model& model, const State& state) {
    const bool everywhere = model.def.domain.size() == Vec2{};
    if (edges_listed_ && !everywhere) return;
    Bounds bounds = everywhere ? Bounds{{1e300, 1e300}, {-1e300, -1e300}} : model.def.domain;
    const auto include = [&](Vec2 p) {
        bounds.min = {std::min(bounds.min.x, p.x), std::min(bounds.min.y, p.y)};
        bounds.max = {std::max(bounds.max.x, p.x), std::max(bounds.max.y, p.y)};
    };
    if (!model.def.periodic)
        for (const Vec2 p : model.edges.start) include(p);
    if (everywhere) {
        for (std::size_t b = 1; b < state.x.size(); ++b)
            if (model.bodies.alive[b]) include({state.x[b], state.y[b]});
        if (bounds.max.x < bounds.min.x) bounds = {{0.0, 0.0}, {cell_, cell_}};
        const Bounds& now = layout_.bounds;
        const bool inside = bounds.min.x >= now.min.x && bounds.min.y >= now.min.y &&
                            bounds.max.x <= now.max.x && bounds.max.y <= now.max.y;
        if (inside && edges_listed_) return;
        // Room to move before the grid has to follow: half of the size on each side.
        const Vec2 room = 0.5 * bounds.size() + Vec2{cell_, cell_};
        bounds = {bounds.min - room, bounds.max + room};
    }
    layout_ = make_layout(bounds, cell_, model.def.periodic, 4 * model.shapes.size() + 4096);
    edges_listed_ = false;
}

void PairFinder::place_proxies(const Model& model, const State& state, WorkerPool& pool, const Pairs& pairs) {
    const std::size_t shapes = model.shapes.size();
    px_.resize_uninitialised(shapes);
    py_.resize_uninitialised(shapes);
    pr_.resize_uninitialised(shapes);
    small_cell_.resize_uninitialised(shapes);
    pool.for_ranges(shapes, WorkerPool::grain(shapes, 256), [&](std::size_t begin, std::size_t end) {
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
    pool.for_ranges(count, WorkerPool::grain(count, 512), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t s = small_shape_[small_.items[i]];
            sx_[i] = px_[s];
            sy_[i] = py_[s];
            sr_[i] = pr_[s];
        }
    });
}

// Each wall is listed in all cells from which a small shape could touch it, so one cell tells a shape all its walls.
void PairFinder::list_edges(const Model& model) {
    edge_entries_.clear();
    const double reach = 0.5 * cell_ + 0.5 * std::hypot(layout_.cell_width, layout_.cell_height);
    for (std::uint32_t e = 0; e < model.edges.size(); ++e) {
        const Vec2 a = model.edges.start[e];
        const Vec2 b = model.edges.end[e];
        const Vec2 min = {std::min(a.x, b.x) - reach, std::min(a.y, b.y) - reach};
        const Vec2 max = {std::max(a.x, b.x) + reach, std::max(a.y, b.y) + reach};
        layout_.for_cells(min, max, [&](std::size_t cell) {
            const auto columns = static_cast<std::size_t>(layout_.columns);
            const Vec2 centre =
                layout_.bounds.min + Vec2{(static_cast<double>(cell % columns) + 0.5) * layout_.cell_width,
                                          (static_cast<double>(cell / columns) + 0.5) * layout_.cell_height};
            const Vec2 offset = layout_.shortest(centre - 0.5 * (a + b));
            const Vec2 middle = 0.5 * (b - a);
            const Vec2 d = offset - nearest_on_segment(offset, -middle, middle);
            if (length(d) <= reach) edge_entries_.push_back((static_cast<std::uint64_t>(cell) << 32) | e);
        });
    }
    std::sort(edge_entries_.begin(), edge_entries_.end());
    edges_.start.clear();
    edges_.start.resize(layout_.cells() + 1, 0);
    edges_.items.clear();
    for (const std::uint64_t entry : edge_entries_) {
        ++edges_.start[(entry >> 32) + 1];
        edges_.items.push_back(static_cast<std::uint32_t>(entry));
    }
    for (std::size_t c = 0; c < layout_.cells(); ++c) edges_.start[c + 1] += edges_.start[c];
    edge_stamp_.clear();
    edge_stamp_.resize(model.edges.size(), 0);
    stamp_ = 0;
    edges_listed_ = true;
}

}  // namespace shoal::physics

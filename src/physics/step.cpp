#include "base/math.hpp"
#include "physics/shape_view.hpp"
#include "physics/sweep.hpp"
#include "physics/world.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

// One step, in the order in which docs/models/physics.md explains it.
namespace shoal::physics {
namespace {

constexpr double farthest = 1e7;  // m: in a world without a domain, a body beyond this has been thrown out
constexpr std::size_t fewest_bodies = 256;  // in a range; a multiple of the widest vector
constexpr std::size_t fewest_rows = 96;     // likewise
constexpr unsigned searches_per_order = 8;  // bodies change places between searches, but slowly

// 0 for a number, something else for what is none or infinite: without a branch, so that loops over it become vectors.
template <class Bits, class Float>
Bits not_finite(Float value) {
    return std::bit_cast<Bits>(value - value);
}

}  // namespace

// Calls body(begin, end) for ranges of all bodies, on all threads.
template <class Body>
void World::for_bodies(const Body& body) const {
    pool_->for_ranges(state_.x.size(), WorkerPool::grain(state_.x.size(), fewest_bodies), body);
}

void World::step(double dt) {
    SHOAL_ASSERT(dt > 0.0);
    lost_.clear();
    measure_reach(dt);
    if (outdated(pairs_, reach_)) find_pairs();
    if (!ordered_) order_bodies();
    load_bodies(dt);
    contacts_.prepare(model_, state_, reach_, finder_.layout(), bodies_, *pool_, pairs_);
    joints_.prepare(model_, state_, finder_.layout(), bodies_, dt / model_.def.substeps);
    solve_substeps(dt);
    contacts_.store_impulses(*pool_, pairs_);
    finish(dt);
}

// Marks the bodies that are not finite, before they touch others. Nearly always there are none: that is seen first.
World::Checked World::check_bodies(std::size_t begin, std::size_t end) {
    const State& s = state_;
    const auto place = [&](std::size_t b) { return s.x[b] + s.y[b] + s.angle[b]; };
    const auto motion = [&](std::size_t b) {
        const float moved = s.vx[b] * s.vx[b] + s.vy[b] * s.vy[b] + s.w[b] * s.w[b];
        const float pushed =
            s.force_x[b] + s.force_y[b] + s.torque[b] + s.drive_x[b] + s.drive_y[b] + s.drive_w[b];
        return moved + pushed;
    };
    std::uint64_t unplaced = 0;
    std::uint32_t unsound = 0;
    std::uint32_t pushed = 0;
    for (std::size_t b = begin; b < end; ++b) unplaced |= not_finite<std::uint64_t>(place(b));
    for (std::size_t b = begin; b < end; ++b) {
        unsound |= not_finite<std::uint32_t>(motion(b));
        pushed |= (s.force_x[b] != 0.0F) | (s.force_y[b] != 0.0F) | (s.torque[b] != 0.0F);
    }
    const bool all_sound = unplaced == 0 && unsound == 0;
    for (std::size_t b = begin; !all_sound && b < end; ++b)
        if (!std::isfinite(place(b)) || !std::isfinite(motion(b)))
            lost_mark_[b] = std::max<std::uint8_t>(lost_mark_[b], newly_lost);
    return {all_sound, pushed != 0};
}

// How far each body may go in this step if nothing new hits it: contacts are sought that far ahead.
void World::measure_reach(double dt) {
    std::atomic<bool> all_sound{true};
    std::atomic<bool> pushed{false};
    for_bodies([&](std::size_t begin, std::size_t end) {
        const Checked found = check_bodies(begin, end);
        if (!found.sound) all_sound.store(false, std::memory_order_relaxed);
        if (found.pushed) pushed.store(true, std::memory_order_relaxed);
        reach_of_bodies(dt, found.pushed, begin, end);
    });
    pushed_ = pushed;
    if (all_sound) return;
    stop_lost_bodies(state_.time + dt);
    for_bodies([&](std::size_t begin, std::size_t end) { reach_of_bodies(dt, pushed, begin, end); });
}

void World::reach_of_bodies(double dt, bool pushed, std::size_t begin, std::size_t end) {
    const State& s = state_;
    const Bodies& bodies = model_.bodies;
    const auto h = static_cast<float>(dt);
    const float fall = static_cast<float>(length(model_.def.gravity) * dt * dt);
    for (std::size_t b = begin; b < end; ++b) {
        const float v2 = s.vx[b] * s.vx[b] + s.vy[b] * s.vy[b];
        const float aim2 = s.drive_x[b] * s.drive_x[b] + s.drive_y[b] * s.drive_y[b];
        const float drive2 = s.drive_acceleration[b] > 0.0F ? aim2 : 0.0F;
        const float sweep = std::fabs(s.w[b]) * bodies.extent[b];
        const float turning = bodies.turns_shape[b] ? sweep : 0.0F;
        const float moves = bodies.inv_mass[b] > 0.0F ? 1.0F : 0.0F;
        reach_[b] = moves * (h * (std::sqrt(std::max(v2, drive2)) + turning) + fall);
    }
    for (std::size_t b = begin; pushed && b < end; ++b) {
        const float pull2 = s.force_x[b] * s.force_x[b] + s.force_y[b] * s.force_y[b];
        reach_[b] += std::sqrt(pull2) * bodies.inv_mass[b] * h * h;
    }
}

// Whether some body has moved, or may move within its reach, past the margin that it had in `pairs`.
bool World::outdated(const Pairs& pairs, const Column<float>& reach) const {
    if (pairs.stale || pairs.margin.size() != state_.x.size()) return true;
    std::atomic<bool> past{false};
    const auto look = [&](const auto& shortest, std::size_t begin, std::size_t end) {
        std::int64_t signs = 0;  // negative once one of the numbers is
        for (std::size_t b = begin; b < end; ++b) {
            const Vec2 moved = shortest(Vec2{state_.x[b] - pairs.x[b], state_.y[b] - pairs.y[b]});
            const double turned = std::fabs(state_.angle[b] - pairs.angle[b]) * model_.bodies.extent[b];
            double room = static_cast<double>(pairs.margin[b]) - reach[b];
            room -= model_.bodies.turns_shape[b] ? turned : 0.0;
            signs |= std::bit_cast<std::int64_t>(room) |
                     std::bit_cast<std::int64_t>(room * room - dot(moved, moved));
        }
        if (signs < 0) past.store(true, std::memory_order_relaxed);
    };
    const GridLayout& layout = finder_.layout();
    for_bodies([&](std::size_t begin, std::size_t end) {
        if (layout.periodic) look([&](Vec2 d) { return layout.shortest(d); }, begin, end);
        else look([](Vec2 d) { return d; }, begin, end);
    });
    return past.load();
}

void World::find_pairs() {
    finder_.find(model_, state_, reach_, *pool_, pairs_);
    for (auto& room : room_to_wall_) room = std::numeric_limits<float>::infinity();
    for (const Pair& pair : pairs_.list) {
        if (pair.kind < PairKind::disc_edge) continue;
        const std::uint32_t b = model_.shapes.body[pair.a];
        const EdgeView wall = edge_view(model_, finder_.layout(), pair.b, {state_.x[b], state_.y[b]});
        const auto apart = static_cast<float>(length(nearest_on_segment({}, wall.start, wall.end)));
        const float room = 0.999F * apart - model_.bodies.core[b];  // less than it is, for rounding
        room_to_wall_[b] = std::clamp(room, 0.0F, room_to_wall_[b]);
    }
    ordered_ = false;
}

// After a search for pairs: bodies get new slots now and then, pairs note the slots of theirs.
void World::order_bodies() {
    const bool due = searches_++ % searches_per_order == 0;
    if (due || !bodies_.fits(model_)) bodies_.arrange(model_, finder_);
    bodies_.model_changed();
    contacts_.mix(model_, bodies_, *pool_, pairs_);
    ordered_ = true;
}

void World::load_bodies(double dt) {
    const auto h = static_cast<float>(dt / model_.def.substeps);
    bodies_.load(model_, state_, pushed_, h, *pool_);
}

// Whether the core of a body that moves by `motion`, to `since` from where it was when pairs were found, may meet a wall.
bool World::may_meet_wall(std::uint32_t body, Vec2 motion, Vec2 since) const {
    const double margin = pairs_.margin[body];
    const double half_room =
        0.5 * room_to_wall_[body];  // for the way to where the motion starts and for the motion
    const double farther = std::max(dot(since, since), dot(motion, motion));
    return dot(since, since) > margin * margin || !(farther < half_room * half_room);
}

SubstepConstants World::substep_constants(double dt) const {
    const WorldDef& def = model_.def;
    const double h = dt / def.substeps;
    const Softness contact = stiff(def.contact_frequency, def.contact_damping_ratio, h);
    const auto f = [](double value) { return static_cast<float>(value); };
    return {f(h),
            f(1.0 / h),
            f(def.gravity.x),
            f(def.gravity.y),
            contact.position_part / contact.velocity_part,
            contact.velocity_part,
            contact.impulse_part,
            f(def.slop),
            f(def.max_push_speed),
            f(def.restitution_threshold)};
}

// Calls kernel(kernels, ground, begin, end) for all rows, stage by stage; the overflow of a group goes row by row.
template <class Kernel>
void World::for_stages(const Kernel& kernel) {
    for (const auto& [first, count, ground, in_order] : contacts_.filled_stages()) {
        if (in_order || count < 4 * fewest_rows) {
            kernel(in_order ? scalar_solver_kernels() : solver_kernels(), ground, first, first + count);
            continue;
        }
        const std::size_t grain = (fewest_rows * Contacts::parts + count - 1) / count;
        pool_->for_ranges(Contacts::parts, grain, [&](std::size_t begin, std::size_t end) {
            kernel(solver_kernels(), ground, first + Contacts::part(count, begin),
                   first + Contacts::part(count, end));
        });
    }
}

void World::solve_substeps(double dt) {
    const SubstepConstants c = substep_constants(dt);
    const BodyRows body = bodies_.rows();
    const ContactRows rows = contacts_.rows();
    const SolverKernels& kernels = solver_kernels();

    for (int substep = 0; substep < model_.def.substeps; ++substep) {
        for_bodies(
            [&](std::size_t begin, std::size_t end) { kernels.integrate_velocities(body, c, begin, end); });
        joints_.warm_start(body, state_);
        for_stages([&](const SolverKernels& k, bool ground, std::size_t begin, std::size_t end) {
            k.warm_start(body, rows, ground, begin, end);
        });
        joints_.solve(body, state_, true);
        for_stages([&](const SolverKernels& k, bool ground, std::size_t begin, std::size_t end) {
            k.solve(body, rows, c, true, ground, begin, end);
        });
        for_bodies(
            [&](std::size_t begin, std::size_t end) { kernels.integrate_positions(body, c, begin, end); });
        joints_.solve(body, state_, false);
        for_stages([&](const SolverKernels& k, bool ground, std::size_t begin, std::size_t end) {
            k.solve(body, rows, c, false, ground, begin, end);
        });
    }
    for_stages([&](const SolverKernels& k, bool ground, std::size_t begin, std::size_t end) {
        k.restitute(body, rows, c, ground, begin, end);
    });
}

void World::finish(double dt) {
    std::atomic<bool> any_lost{false};
    for_bodies([&](std::size_t begin, std::size_t end) {
        if (!move_bodies(begin, end)) any_lost.store(true, std::memory_order_relaxed);
    });
    ++state_.step;
    state_.time += dt;
    if (any_lost) stop_lost_bodies(state_.time);
}

// Moves bodies by what the sub-steps found, but none through a wall; false if one is lost or frozen (it stays).
bool World::move_bodies(std::size_t begin, std::size_t end) {
    const GridLayout& layout = finder_.layout();
    const Bounds& domain = model_.def.domain;
    const bool everywhere = domain.size() == Vec2{};
    const Bounds limits = everywhere ? Bounds{{-farthest, -farthest}, {farthest, farthest}} : domain;
    bool all_sound = true;
    for (std::size_t b = begin; pushed_ && b < end; ++b)
        state_.force_x[b] = state_.force_y[b] = state_.torque[b] = 0.0F;
    for (std::size_t b = begin; b < end; ++b) {
        if (model_.bodies.inv_mass[b] == 0.0F) continue;
        const std::uint32_t slot = bodies_.slot(static_cast<std::uint32_t>(b));
        const auto& [velocity, moved] = bodies_.motion[slot];
        state_.vx[b] = velocity.x;
        state_.vy[b] = velocity.y;
        state_.w[b] = velocity.turn;
        Vec2 motion = {moved.x, moved.y};
        const float turn = moved.turn;
        const Vec2 start = {state_.x[b], state_.y[b]};
        if (lost_mark_[b] == frozen || !std::isfinite(dot(motion, motion)) ||
            !std::isfinite(turn + state_.w[b])) {
            lost_mark_[b] = std::max<std::uint8_t>(lost_mark_[b], newly_lost);
            all_sound = false;
            continue;
        }
        const Vec2 since = layout.shortest(start + motion - Vec2{pairs_.x[b], pairs_.y[b]});
        if (may_meet_wall(static_cast<std::uint32_t>(b), motion, since))
            motion =
                free_part(model_, layout, finder_.edges_by_cell(), start, motion, model_.bodies.core[b]) *
                motion;
        Vec2 at = start + motion;
        if (layout.periodic) {
            const Vec2 size = domain.size();
            at.x -= size.x * std::floor((at.x - domain.min.x) / size.x);
            at.y -= size.y * std::floor((at.y - domain.min.y) / size.y);
        }
        if (!layout.periodic &&
            (at.x < limits.min.x || at.y < limits.min.y || at.x > limits.max.x || at.y > limits.max.y)) {
            lost_mark_[b] = newly_lost;
            all_sound = false;
            continue;
        }
        state_.x[b] = at.x;
        state_.y[b] = at.y;
        state_.angle[b] += turn;
        if (!model_.bodies.turns_shape[b]) continue;
        const math::SinCos r = math::sincos(state_.angle[b]);
        state_.cos[b] = static_cast<float>(r.cos);
        state_.sin[b] = static_cast<float>(r.sin);
    }
    return all_sound;
}

// Lost bodies are put to rest; those that are new are reported.
void World::stop_lost_bodies(double time) {
    for (std::uint32_t b = 0; b < state_.x.size(); ++b) {
        if (!lost_mark_[b]) continue;
        halt(b);
        if (!std::isfinite(state_.x[b] + state_.y[b] + state_.angle[b])) {
            state_.x[b] = pairs_.x[b];
            state_.y[b] = pairs_.y[b];
            state_.angle[b] = pairs_.angle[b];
        }
        if (lost_mark_[b] == newly_lost) lost_.push_back({id_of(b), time, {state_.x[b], state_.y[b]}});
        lost_mark_[b] = frozen;
    }
}

}  // namespace shoal::physics

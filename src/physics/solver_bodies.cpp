#include "physics/solver_bodies.hpp"

#include <algorithm>

namespace shoal::physics {
namespace {

constexpr std::size_t fewest_bodies = 128;  // in a range

}  // namespace

void SolverBodies::arrange(const Model& model, const PairFinder& grid) {
    const std::size_t bodies = model.bodies.size();
    resize(bodies);
    std::fill(slot_.begin(), slot_.end(), none);
    std::uint32_t next = 0;
    const auto place = [&](std::uint32_t body) {
        if (slot_[body] != none) return;
        slot_[body] = next;
        body_[next++] = body;
    };
    place(0);
    for (const std::uint32_t item : grid.shapes_by_cell().items)
        place(model.shapes.body[grid.small_shape(item)]);
    for (std::uint32_t body = 1; body < bodies; ++body) place(body);
    model_changed();
}

void SolverBodies::resize(std::size_t bodies) {
    for (auto* column : {&slot_, &body_}) column->resize(bodies);
    motion.resize(bodies + widest_vector);
    for (auto* column : {&keep_linear_, &keep_angular_, &drive_x_, &drive_y_, &drive_w_, &drive_acceleration_,
                         &drive_angular_acceleration_})
        column->resize(bodies);
    if (!push_x_.empty()) resize_pushes(bodies);
}

void SolverBodies::resize_pushes(std::size_t bodies) {
    for (auto* column : {&push_x_, &push_y_, &push_w_}) column->resize(bodies, 0.0F);
}

void SolverBodies::load(const Model& model, const State& state, bool forces, float h, WorkerPool& pool) {
    const bool constants = step_ != h;
    const bool pushes = forces || pushed_;
    step_ = h;
    pushed_ = forces;
    const std::size_t bodies = slot_.size();
    if (pushes) resize_pushes(bodies);
    pool.for_ranges(bodies, WorkerPool::grain(bodies, fewest_bodies),
                    [&](std::size_t begin, std::size_t end) {
                        if (constants) load_constants(model, h, begin, end);
                        if (pushes) load_forces(state, h, begin, end);
                        load_motion(state, begin, end);
                    });
}

void SolverBodies::load_motion(const State& state, std::size_t begin, std::size_t end) {
    const auto take = [&](Column<float>& to, const Column<float>& from) {
        for (std::size_t i = begin; i < end; ++i) to[i] = from[body_[i]];
    };
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t b = body_[i];
        auto& [velocity, moved] = motion[i];
        velocity = {state.vx[b], state.vy[b], state.w[b], velocity.inverse};
        moved = {0.0F, 0.0F, 0.0F, moved.inverse};
    }
    take(drive_x_, state.drive_x);
    take(drive_y_, state.drive_y);
    take(drive_w_, state.drive_w);
    take(drive_acceleration_, state.drive_acceleration);
    take(drive_angular_acceleration_, state.drive_angular_acceleration);
}

void SolverBodies::load_constants(const Model& model, float h, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t b = body_[i];
        motion[i].velocity.inverse = model.bodies.inv_mass[b];
        motion[i].moved.inverse = model.bodies.inv_inertia[b];
        keep_linear_[i] = 1.0F / (1.0F + h * model.bodies.linear_damping[b]);
        keep_angular_[i] = 1.0F / (1.0F + h * model.bodies.angular_damping[b]);
    }
}

void SolverBodies::load_forces(const State& state, float h, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t b = body_[i];
        const auto& [velocity, moved] = motion[i];
        push_x_[i] = h * (state.force_x[b] * velocity.inverse);
        push_y_[i] = h * (state.force_y[b] * velocity.inverse);
        push_w_[i] = h * (state.torque[b] * moved.inverse);
    }
}

BodyRows SolverBodies::rows() {
    return {motion.data(),
            push_x_.data(),
            push_y_.data(),
            push_w_.data(),
            drive_x_.data(),
            drive_y_.data(),
            drive_w_.data(),
            drive_acceleration_.data(),
            drive_angular_acceleration_.data(),
            keep_linear_.data(),
            keep_angular_.data()};
}

}  // namespace shoal::physics

#pragma once

#include "base/worker_pool.hpp"
#include "physics/model.hpp"
#include "physics/pairs.hpp"
#include "physics/solver.hpp"
#include "physics/state.hpp"

namespace shoal::physics {

/// What the sub-steps need of each body, in slots: neighbours in space lie side by side in memory, so that contacts find
/// them in the cache and threads seldom share a line. Results do not depend on the order. Slot 0 is the ground.
class SolverBodies {
public:
    /// Gives bodies their slots, in the order of the grid's cells. It lasts while bodies stay near where they were.
    void arrange(const Model& model, const PairFinder& grid);
    /// Whether each body has a slot.
    [[nodiscard]] bool fits(const Model& model) const { return slot_.size() == model.bodies.size(); }
    /// Reads masses and damping anew at the next load.
    void model_changed() { step_ = 0.0F; }
    /// Takes velocities, drives and, if there are any, forces from `state`, for sub-steps of h seconds.
    void load(const Model& model, const State& state, bool forces, float h, WorkerPool& pool);

    [[nodiscard]] std::uint32_t slot(std::uint32_t body) const { return slot_[body]; }
    [[nodiscard]] BodyRows rows();

    Column<BodyMotion> motion;  // with room for kernels to write whole vectors past the last

private:
    void resize(std::size_t bodies);
    void resize_pushes(std::size_t bodies);
    void load_motion(const State& state, std::size_t begin, std::size_t end);
    void load_constants(const Model& model, float h, std::size_t begin, std::size_t end);
    void load_forces(const State& state, float h, std::size_t begin, std::size_t end);

    Column<std::uint32_t> slot_, body_;  // of each body; of each slot
    // Empty until there is a first force.
    Column<float> push_x_, push_y_, push_w_;    // m/s, rad/s: what forces add in a sub-step
    Column<float> keep_linear_, keep_angular_;  // part of the velocity that damping leaves in a sub-step
    Column<float> drive_x_, drive_y_, drive_w_, drive_acceleration_, drive_angular_acceleration_;
    float step_ = 0.0F;    // s: for which the constants hold
    bool pushed_ = false;  // the columns of forces are not all zero
};

}  // namespace shoal::physics

#pragma once

#include "physics/pairs.hpp"
#include "physics/solver.hpp"
#include "physics/solver_bodies.hpp"

#include <span>

namespace shoal::physics {

/// Rows that may be solved side by side: no two of them share a moving body, unless they must be solved in order.
struct ContactStage {
    std::uint32_t begin, count;  // rows
    bool ground;                 // the second body never moves
    bool in_order;
};

/// The points that touch or may touch in this step, as constraint rows by stage. A stage's rows are
/// filled up to whole vectors of the kernels in use with rows that do nothing, so kernels need no tail.
class Contacts {
public:
    /// Notes for each pair what stays the same while `pairs` and the slots of bodies do.
    void mix(const Model& model, const SolverBodies& bodies, WorkerPool& pool, const Pairs& pairs);
    /// Collides all pairs and sets up a row for each point that may touch within the step, in which no body moves
    /// farther than its `reach` (m) unless something hits it.
    void prepare(const Model& model, const State& state, const Column<float>& reach, const GridLayout& layout,
                 const SolverBodies& bodies, WorkerPool& pool, Pairs& pairs);
    /// Keeps the impulses for the next step.
    void store_impulses(WorkerPool& pool, Pairs& pairs) const;

    [[nodiscard]] ContactRows rows();
    /// Those that have rows, in the order in which they are solved.
    [[nodiscard]] std::span<const ContactStage> filled_stages() const {
        return {stages_.data(), stage_count_};
    }
    [[nodiscard]] std::size_t size() const { return active_; }

    // Rows are made anew in each step; impulses are kept in Pairs.
    template <class Self, class Visit>
    static void visit_state(Self& contacts, Visit& visit) {
        visit(contacts.active_);
    }

    /// Each stage is cut into this many parts, and who has filled a part's rows solves them too: they are in its cache.
    static constexpr std::size_t parts = 32;
    /// The first row of a part, within a stage of `count` rows: a multiple of the widest vector.
    [[nodiscard]] static constexpr std::size_t part(std::size_t count, std::size_t index) {
        const std::size_t row = (count * index / parts + widest_vector - 1) / widest_vector * widest_vector;
        return row < count ? row : count;
    }

private:
    // A point found in the narrow phase, in world axes; see ContactPoint.
    struct Touch {
        float nx, ny, separation, ax, ay, bx, by;
    };

    // What two surfaces have in common, and where their bodies are: read in order, not from all over the model.
    struct Mixed {
        std::uint32_t a, b;  // slots; 0, the ground, for what never moves
        float friction, restitution;
    };

    void collide_pairs(const Model& model, const State& state, const Column<float>& reach,
                       const GridLayout& layout, WorkerPool& pool, Pairs& pairs);
    void make_room(const Pairs& pairs);
    void gather_active(const Pairs& pairs);
    template <class Visit>
    void for_rows(WorkerPool& pool, const Visit& visit) const;
    void fill_row(const SolverBodies& bodies, const Pairs& pairs, std::uint32_t row);
    void clear_row(std::uint32_t row);
    void resize_rows(std::size_t rows);

    Column<Mixed> mixed_;            // by pair
    Column<Touch> touches_;          // two a pair
    Column<std::uint8_t> touching_;  // two a pair
    Column<std::uint32_t> slot_;     // of each row; none for filling rows
    std::array<ContactStage, stages> stages_{};
    std::size_t stage_count_ = 0;  // of those that have rows
    std::uint32_t row_end_ = 0;
    std::size_t active_ = 0;

    Column<std::uint32_t> a_, b_;
    Column<float> nx_, ny_, ax_, ay_, bx_, by_;
    Column<float> normal_mass_, tangent_mass_, friction_, restitution_;
    Column<float> separation_, approach_;
    Column<float> normal_impulse_, tangent_impulse_, peak_impulse_;
};

}  // namespace shoal::physics

#pragma once

#include "base/digest.hpp"
#include "base/worker_pool.hpp"
#include "physics/contacts.hpp"
#include "physics/joints.hpp"
#include "physics/model.hpp"
#include "physics/pairs.hpp"
#include "physics/query.hpp"
#include "physics/solver_bodies.hpp"
#include "physics/state.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace shoal::physics {

/// A plane with rigid bodies. SI units; angles turn from x to y.
/// Same definitions, calls and steps give the same bits, on any number of threads and any instruction set.
/// Bad definitions (a polygon that is not convex, a radius that is not positive …) throw Error and change nothing.
/// A body that is not finite any more, or leaves the domain, is reported once and stays where it was last sound, at
/// rest, until set_pose places it anew.
class World {
public:
    explicit World(const WorldDef& def, std::shared_ptr<WorkerPool> pool = nullptr);

    BodyId add_body(const BodyDef& def);
    /// Makes room for that many more bodies of one shape each: saves memory and time when the number is known.
    void reserve(std::size_t bodies);
    /// A disc about `centre` (in the body's frame, m). A body may have several shapes: its mass is their sum.
    void add_disc(BodyId body, Vec2 centre, double radius, const Material& material);
    /// A convex polygon of 3 to 8 corners in the body's frame (m), in either sense.
    void add_polygon(BodyId body, std::span<const Vec2> corners, const Material& material);
    void add_box(BodyId body, double width, double height, const Material& material);
    void remove_body(BodyId body);
    /// A closed wall of any number of corners (m). Its free side is on the left, the side to which a quarter turn
    /// from x to y takes the way along it: inside a loop with positive area, outside one with negative area.
    void add_outline(std::span<const Vec2> corners, const Material& material);

    JointId add_joint(const DistanceJointDef& def);
    JointId add_joint(const RevoluteJointDef& def);
    JointId add_joint(const WeldJointDef& def);
    void remove_joint(JointId joint);

    /// Advances by `dt` seconds.
    void step(double dt);

    void set_pose(BodyId body, Vec2 position, double angle);
    void set_velocity(BodyId body, Vec2 velocity, double angular_velocity);
    void apply_force(BodyId body, Vec2 force, double torque = 0.0);  ///< N, N m: during the next step
    void apply_impulse(BodyId body, Vec2 impulse, double angular_impulse = 0.0);  ///< N s, N m s: at once
    /// A velocity that the body's own drive aims at, with at most the given accelerations; 0 switches the drive off.
    void set_drive(BodyId body, Vec2 velocity, double angular_velocity, double acceleration,
                   double angular_acceleration);

    [[nodiscard]] bool contains(BodyId body) const;
    [[nodiscard]] Vec2 position(BodyId body) const;  ///< m, of the body's origin
    [[nodiscard]] double angle(BodyId body) const;   ///< rad, not wrapped
    [[nodiscard]] Vec2 velocity(BodyId body) const;  ///< m/s, of the centre of mass
    [[nodiscard]] double angular_velocity(BodyId body) const;
    [[nodiscard]] double mass(BodyId body) const;  ///< kg; 0 for static bodies
    [[nodiscard]] double inertia(
        BodyId body) const;  ///< kg m², about the centre of mass; 0 for static bodies
    [[nodiscard]] double time() const { return state_.time; }
    [[nodiscard]] std::size_t contact_count() const { return contacts_.size(); }

    /// Bodies that had to be stopped in the last step because they left the domain or were not finite any more.
    [[nodiscard]] std::span<const LostBody> lost() const { return lost_; }

    /// The columns themselves, by BodyId::index; for families that move many bodies. Row 0 is the ground.
    [[nodiscard]] State& state() { return state_; }
    [[nodiscard]] const State& state() const { return state_; }
    [[nodiscard]] const Model& model() const { return model_; }
    /// The threads that steps run on, for loops of families between steps.
    [[nodiscard]] WorkerPool& pool() { return *pool_; }
    [[nodiscard]] const GridLayout& layout() const { return finder_.layout(); }
    /// The shapes and walls that the last step took as candidates for contacts.
    [[nodiscard]] std::span<const Pair> candidates() const { return pairs_.list; }

    /// Queries look at the poses as they are now. Call prepare_queries() after the last change and before the first
    /// query; queries then may come from several threads, and none of this changes what the next step computes.
    void prepare_queries();
    [[nodiscard]] std::optional<RayHit> cast_ray(Vec2 from, Vec2 direction, double range,
                                                 BodyId ignored = {}) const;
    /// The nearest surface within `range` metres.
    [[nodiscard]] std::optional<NearestPoint> nearest_point(Vec2 from, double range,
                                                            BodyId ignored = {}) const;
    /// Appends the bodies of which some point lies within `radius` metres, by row.
    void bodies_within(Vec2 centre, double radius, std::vector<BodyId>& out) const;
    /// Appends the bodies whose centre is in the sector and that are not wholly hidden, nearest first.
    void field_of_view(const View& view, std::vector<Seen>& out) const;

    [[nodiscard]] std::uint64_t digest() const;

    /// All that steps change (base/visit_state.hpp). A state may be restored into a world of the same bodies, shapes, walls
    /// and joints.
    template <class Self, class Visit>
    static void visit_state(Self& w, Visit& visit) {
        visit(w.state_, w.pairs_, w.finder_, w.contacts_, w.room_to_wall_, w.lost_mark_, w.lost_);
        if constexpr (Visit::restores) w.forget_looks(), w.ordered_ = false;
    }

private:
    template <class Visit>
    void for_shapes_near(Vec2 min, Vec2 max, const Visit& visit) const;
    template <class Visit>
    void for_walls_near(Vec2 min, Vec2 max, const Visit& visit) const;
    [[nodiscard]] BodyId id_of(std::uint32_t body) const { return {body, model_.bodies.generation[body]}; }
    [[nodiscard]] std::uint32_t row(BodyId body) const;
    [[nodiscard]] std::uint32_t free_row();
    template <class Visit>
    void for_body_columns(const Visit& visit);
    std::uint32_t add_shape(std::uint32_t body, ShapeKind kind, const Material& material);
    void measure_body(std::uint32_t body);
    void shift_anchors(std::uint32_t body, Vec2 shift);
    void halt(std::uint32_t body);
    void set_velocity_row(std::uint32_t body, Vec2 velocity, double angular_velocity);
    JointId add_joint_row(JointKind kind, BodyId a, BodyId b, Vec2 anchor_a, Vec2 anchor_b, bool collide);
    void model_changed();
    void forget_looks() { looked_.stale = true, looks_apart_ = false; }

    template <class Body>
    void for_bodies(const Body& body) const;
    void measure_reach(double dt);
    void reach_of_bodies(double dt, bool pushed, std::size_t begin, std::size_t end);
    struct Checked {
        bool sound = true;    // all of them
        bool pushed = false;  // any by a force
    };
    [[nodiscard]] Checked check_bodies(std::size_t begin, std::size_t end);
    [[nodiscard]] bool may_meet_wall(std::uint32_t body, Vec2 motion, Vec2 since) const;
    [[nodiscard]] bool outdated(const Pairs& pairs, const Column<float>& reach) const;
    [[nodiscard]] const PairFinder& eyes() const { return looks_apart_ ? looker_ : finder_; }
    void find_pairs();
    void solve_substeps(double dt);
    template <class Kernel>
    void for_stages(const Kernel& kernel);
    void order_bodies();
    void load_bodies(double dt);
    [[nodiscard]] SubstepConstants substep_constants(double dt) const;
    void finish(double dt);
    [[nodiscard]] bool move_bodies(std::size_t begin, std::size_t end);
    void stop_lost_bodies(double time);

    Model model_;
    State state_;
    std::shared_ptr<WorkerPool> pool_;
    PairFinder finder_;
    Pairs pairs_;
    Contacts contacts_;
    JointSolver joints_;
    SolverBodies bodies_;
    bool ordered_ = false;        // the slots of bodies and what pairs note of them are up to date
    unsigned searches_ = 0;       // for pairs, so far
    bool pushed_ = false;         // forces act in this step
    Column<float> reach_;         // m: how far each body may move within the step
    Column<float> room_to_wall_;  // m: between its core and the walls among its pairs, when pairs were found
    enum Soundness : std::uint8_t { sound, newly_lost, frozen };
    Column<std::uint8_t> lost_mark_;  // Soundness
    std::vector<LostBody> lost_;
    std::size_t free_rows_ = 0;  // rows of removed bodies
    PairFinder looker_;          // a grid for queries when the step's is out of date …
    Pairs looked_;               // … and the poses that it was made for
    Column<float> still_;        // m: the reach of bodies that are only looked at
    bool looks_apart_ = false;   // queries use the looker
};

}  // namespace shoal::physics

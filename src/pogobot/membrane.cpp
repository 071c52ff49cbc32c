#include "pogobot/membrane.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {

using physics::BodyId;
using physics::DistanceJointDef;
using physics::Vec2;
using scenario::ObjectGroup;
using scenario::ObjectType;

namespace {

constexpr double most_shrink = 0.3;  // of the outline, so that the parts do not stick out of it
constexpr double give = 0.5;         // share of its length by which a link between dots may stretch or shrink
constexpr double damping_ratio = 1.0;     // of all springs: a membrane does not ring
constexpr std::size_t tether_step = 4;    // links
constexpr double stiffest = 100.0;        // Hz: a spring from here on is a rigid joint
constexpr double cross_frequency = 0.8;   // of dots, as a share of `stiffness`
constexpr double rigid_bending = 60.0;    // Hz: of rectangles whose cross joints should be rigid
constexpr double hinged_frequency = 0.4;  // of rectangles

bool has_rectangles(const ObjectGroup& group) { return group.type == ObjectType::rectmembrane; }

/// A rectangle between two points of a ring.
struct Section {
    Placement at;
    double length;  // m
};

Section section_between(Vec2 a, Vec2 b) {
    const Vec2 middle = 0.5 * (a + b);
    return {{middle.x, middle.y, math::atan2(b.y - a.y, b.x - a.x)}, length(b - a)};
}

/// `p`, or its image in a periodic domain.
Vec2 in_domain(Vec2 p, const physics::GridLayout& layout) {
    if (!layout.periodic) return p;
    const Vec2 size = layout.bounds.size();
    const Vec2 from = p - layout.bounds.min;
    return {p.x - size.x * std::floor(from.x / size.x), p.y - size.y * std::floor(from.y / size.y)};
}

/// Puts the parts of one membrane into a world and joins them.
class Builder {
public:
    Builder(const ObjectGroup& group, const Placement& at, Hold hold, physics::World& world)
        : group_(group), ring_(ring_of(group)), hold_(hold), world_(world) {
        const physics::Pose pose = pose_of(at);
        for (Vec2& point : ring_.points) point = pose.to_world(point);
    }

    std::vector<BodyId> build() {
        if (has_rectangles(group_)) add_sections();
        else add_dots();
        join_across();
        tether();
        part_overlapping();
        return parts_;
    }

private:
    [[nodiscard]] std::size_t count() const { return ring_.points.size(); }
    [[nodiscard]] Vec2 point(std::size_t i) const { return ring_.points[i % count()]; }
    [[nodiscard]] bool sprung() const { return hold_ == Hold::springs; }

    BodyId add_part(const Placement& at) {
        physics::BodyDef def;
        def.position = in_domain({at.x, at.y}, world_.layout());
        def.angle = at.theta;
        def.linear_damping = group_.body_linear_damping;
        def.angular_damping = group_.body_angular_damping;
        centres_.push_back({at.x, at.y});
        parts_.push_back(world_.add_body(def));
        return parts_.back();
    }

    void add_dots() {
        for (const Vec2 p : ring_.points)
            world_.add_disc(add_part({p.x, p.y, 0.0}), {}, group_.dot_radius, material());
        for (std::size_t i = 0; i < count(); ++i) {
            join(i, i + 1, group_.stiffness);
            if (sprung()) limit(i, i + 1);
        }
        overlap_ = 2.0 * group_.dot_radius;
    }

    void add_sections() {
        double longest = 0.0;
        std::vector<double> lengths;
        for (std::size_t i = 0; i < count(); ++i) {
            const Section section = section_between(point(i), point(i + 1));
            world_.add_box(add_part(section.at), section.length, 2.0 * ring_.half_thickness, material());
            lengths.push_back(section.length);
            longest = std::max(longest, section.length);
        }
        for (std::size_t i = 0; i < count(); ++i) {
            const std::size_t next = (i + 1) % count();
            physics::RevoluteJointDef hinge;
            hinge.a = parts_[i];
            hinge.b = parts_[next];
            hinge.anchor_a = {0.5 * lengths[i], 0.0};
            hinge.anchor_b = {-0.5 * lengths[next], 0.0};
            world_.add_joint(hinge);
        }
        overlap_ = longest + 2.0 * ring_.half_thickness;
    }

    // Parts further along hold the ring open: they resist bending.
    void join_across() {
        const std::size_t span = across();
        if (span == 0) return;
        const double share = has_rectangles(group_) ? hinged_frequency : cross_frequency;
        const std::size_t pairs = 2 * span == count() ? span : count();
        const double frequency = share * group_.stiffness;
        if (sprung() && frequency == 0.0) return;
        for (std::size_t i = 0; i < pairs; ++i) {
            if (has_rectangles(group_)) bend(i, i + span, frequency);
            else join(i, i + span, frequency);
        }
        joined_across_ = span;
    }

    /// `cross_span` the shorter way round; 0 if it joins nothing new.
    [[nodiscard]] std::size_t across() const {
        const std::size_t span = static_cast<std::size_t>(group_.cross_span) % count();
        const std::size_t shorter = std::min(span, count() - span);
        return shorter > 1 ? shorter : 0;
    }

    // Hinges leave a closed ring little freedom: distances that were rigid too would shake it.
    void bend(std::size_t i, std::size_t j, double frequency) {
        spring(i, j, sprung() ? std::min(frequency, rigid_bending) : rigid_bending);
    }

    void join(std::size_t i, std::size_t j, double frequency) {
        if (sprung() && frequency == 0.0) return;
        if (sprung() && frequency < stiffest) spring(i, j, frequency);
        else world_.add_joint(link(i, j));
    }

    void spring(std::size_t i, std::size_t j, double frequency) {
        DistanceJointDef def = link(i, j);
        def.kind = DistanceJointDef::Kind::spring;
        def.spring = {frequency, damping_ratio};
        world_.add_joint(def);
    }

    // However soft the springs, the ring stays closed.
    void limit(std::size_t i, std::size_t j) {
        DistanceJointDef def = link(i, j);
        def.kind = DistanceJointDef::Kind::rope;
        const double rest = length(centres_[j % count()] - centres_[i]);
        def.min_length = (1.0 - give) * rest;
        def.max_length = (1.0 + give) * rest;
        world_.add_joint(def);
    }

    // Links solved one after another pass a pull on slowly; ropes over many of them bound the stretch at once. They
    // allow what the links below them allow, and so do nothing else.
    void tether() {
        const double most = has_rectangles(group_) || !sprung() ? 1.0 : 1.0 + give;
        for (std::size_t span = tether_step; 2 * span <= count(); span *= tether_step) {
            for (std::size_t i = 0; i < count(); ++i) {
                DistanceJointDef def = link(i, i + span);
                def.kind = DistanceJointDef::Kind::rope;
                def.max_length = 0.0;
                for (std::size_t k = i; k < i + span; ++k)
                    def.max_length += most * length(centres_[(k + 1) % count()] - centres_[k % count()]);
                def.collide = true;
                world_.add_joint(def);
            }
        }
    }

    // Parts so close along the ring that they overlap from the start do not collide: a rope without end says so.
    void part_overlapping() {
        bool any = true;
        for (std::size_t step = 2; any && 2 * step <= count(); ++step) {
            any = false;
            for (std::size_t i = 0; i < count(); ++i) {
                if (length(centres_[(i + step) % count()] - centres_[i]) >= overlap_) continue;
                any = true;
                if (step == joined_across_) continue;
                DistanceJointDef def = link(i, i + step);
                def.kind = DistanceJointDef::Kind::rope;
                world_.add_joint(def);
            }
        }
    }

    [[nodiscard]] DistanceJointDef link(std::size_t i, std::size_t j) const {
        DistanceJointDef def;
        def.a = parts_[i];
        def.b = parts_[j % count()];
        def.collide = false;
        return def;
    }

    [[nodiscard]] physics::Material material() const {
        return {group_.body_density, group_.body_friction, group_.body_restitution};
    }

    const ObjectGroup& group_;
    Ring ring_;
    Hold hold_;
    physics::World& world_;
    std::vector<BodyId> parts_;
    std::vector<Vec2> centres_;  // m: of the parts
    std::size_t joined_across_ =
        0;                  // parts from one end of a cross joint to the other; 0 without such joints
    double overlap_ = 0.0;  // m: parts whose centres are nearer than this may overlap
};

}  // namespace

Ring ring_of(const ObjectGroup& group) {
    const double half =
        has_rectangles(group) ? 0.5 * group.rect_thickness.value_or(group.dot_radius) : group.dot_radius;
    const Shape outline = shape_of(group);
    const double bound = bounding_radius(outline);
    const double factor = 1.0 - std::min(most_shrink, half / bound);
    const Shape middle = scaled(outline, factor);
    const double sagitta =
        middle.is_disc() ? middle.radius * (1.0 - math::sincos(math::pi / group.num_dots).cos) : 0.0;
    return {rim(middle, group.num_dots), half, factor * bound + half, inset(middle, half + sagitta)};
}

double lightest_part(const ObjectGroup& group) {
    if (!has_rectangles(group)) return group.body_density * math::pi * group.dot_radius * group.dot_radius;
    const Ring ring = ring_of(group);
    double shortest = ring.bounding_radius;
    for (std::size_t i = 0; i < ring.points.size(); ++i)
        shortest = std::min(shortest, length(ring.points[(i + 1) % ring.points.size()] - ring.points[i]));
    return group.body_density * shortest * 2.0 * ring.half_thickness;
}

std::vector<BodyId> build_membrane(const ObjectGroup& group, const Placement& at, Hold hold,
                                   physics::World& world) {
    return Builder(group, at, hold, world).build();
}

void cover_membrane(const ObjectGroup& group, const Placement& at, std::vector<Taken>& discs) {
    const Ring ring = ring_of(group);
    const physics::Pose pose = pose_of(at);
    for (std::size_t i = 0; i < ring.points.size(); ++i) {
        const Vec2 a = pose.to_world(ring.points[i]);
        if (!has_rectangles(group)) {
            discs.push_back({a.x, a.y, group.dot_radius});
            continue;
        }
        const Section section = section_between(a, pose.to_world(ring.points[(i + 1) % ring.points.size()]));
        const double x = 0.5 * section.length;
        const double y = ring.half_thickness;
        cover({0.0, {{-x, -y}, {x, -y}, {x, y}, {-x, y}}}, section.at, discs);
    }
}

void trace(std::span<const BodyId> parts, const physics::World& world, std::vector<Vec2>& out) {
    out.clear();
    for (const BodyId part : parts) {
        const Vec2 at = world.position(part);
        out.push_back(out.empty() ? at : out.back() + world.layout().shortest(at - out.back()));
    }
}

}  // namespace shoal::pogobot

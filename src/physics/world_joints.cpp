#include "base/math.hpp"
#include "physics/checks.hpp"
#include "physics/world.hpp"

namespace shoal::physics {

JointId World::add_joint_row(JointKind kind, BodyId a, BodyId b, Vec2 anchor_a, Vec2 anchor_b, bool collide) {
    if (!contains(a) || !contains(b))
        refuse("joint", "a body that does not exist", "two bodies of this world");
    if (a == b) refuse("joint", "one body twice", "two bodies");
    require_finite(anchor_a, "anchor_a");
    require_finite(anchor_b, "anchor_b");
    Joints& j = model_.joints;
    j.kind.push_back(kind);
    j.a.push_back(row(a));
    j.b.push_back(row(b));
    j.anchor_a.push_back(anchor_a - model_.bodies.centre_of_mass[a.index]);
    j.anchor_b.push_back(anchor_b - model_.bodies.centre_of_mass[b.index]);
    for (auto* c : {&j.rest_length, &j.min_length, &j.max_length, &j.frequency, &j.damping_ratio})
        c->push_back(0.0F);
    j.reference_angle.push_back(0.0);
    j.generation.push_back(0);
    j.alive.push_back(1);
    j.collide.push_back(collide);
    for (const BodyId body : {a, b}) {
        model_.bodies.turns_shape[body.index] = 1;  // its anchors turn, so its rotation must be known
        const math::SinCos r = math::sincos(state_.angle[body.index]);
        state_.cos[body.index] = static_cast<float>(r.cos);
        state_.sin[body.index] = static_cast<float>(r.sin);
    }
    State& s = state_;
    for (auto* c : {&s.joint_impulse_x, &s.joint_impulse_y, &s.joint_impulse_w, &s.joint_impulse_lower,
                    &s.joint_impulse_upper})
        c->push_back(0.0F);
    model_changed();
    return {static_cast<std::uint32_t>(j.size() - 1), 0};
}

JointId World::add_joint(const DistanceJointDef& def) {
    using Kind = DistanceJointDef::Kind;
    const bool spring = def.kind == Kind::spring;
    require(!spring || (std::isfinite(def.spring.frequency) && def.spring.frequency > 0.0), "frequency",
            def.spring.frequency, "a positive number of Hz (for no spring, add no joint)");
    if (spring) require_not_negative(def.spring.damping_ratio, "damping_ratio");
    require_finite(def.rest_length, "rest_length");
    require(def.min_length >= 0.0 && def.max_length >= def.min_length, "max_length", def.max_length,
            "a length that is not below min_length");
    const JointKind kind = spring                   ? JointKind::spring
                           : def.kind == Kind::rope ? JointKind::rope
                                                    : JointKind::rigid;
    const JointId id = add_joint_row(kind, def.a, def.b, def.anchor_a, def.anchor_b, def.collide);
    const auto world_anchor = [&](BodyId body, Vec2 anchor) {
        const math::SinCos r = math::sincos(state_.angle[row(body)]);
        return position(body) + Rotation{r.cos, r.sin}.apply(anchor);
    };
    const Vec2 apart =
        layout().shortest(world_anchor(def.b, def.anchor_b) - world_anchor(def.a, def.anchor_a));
    const double now = length(apart);
    Joints& j = model_.joints;
    j.rest_length[id.index] = static_cast<float>(def.rest_length < 0.0 ? now : def.rest_length);
    j.min_length[id.index] = static_cast<float>(def.min_length);
    j.max_length[id.index] = static_cast<float>(def.max_length);
    j.frequency[id.index] = static_cast<float>(def.spring.frequency);
    j.damping_ratio[id.index] = static_cast<float>(def.spring.damping_ratio);
    return id;
}

JointId World::add_joint(const RevoluteJointDef& def) {
    return add_joint_row(JointKind::revolute, def.a, def.b, def.anchor_a, def.anchor_b, def.collide);
}

JointId World::add_joint(const WeldJointDef& def) {
    require_finite(def.reference_angle, "reference_angle");
    const JointId id = add_joint_row(JointKind::weld, def.a, def.b, def.anchor_a, def.anchor_b, def.collide);
    model_.joints.reference_angle[id.index] = def.reference_angle;
    return id;
}

void World::remove_joint(JointId joint) {
    SHOAL_ASSERT(joint.index < model_.joints.size() && model_.joints.alive[joint.index]);
    model_.joints.alive[joint.index] = 0;
    model_changed();
}

}  // namespace shoal::physics

#pragma once

#include "physics/vec2.hpp"

#include <cstdint>
#include <limits>

namespace shoal::physics {

/// A rectangle with sides along the axes (m).
struct Bounds {
    Vec2 min;
    Vec2 max;

    [[nodiscard]] Vec2 size() const { return max - min; }
};

/// How a world is set up. Lengths suit robots of some centimetres; scale them for other sizes.
struct WorldDef {
    Vec2 gravity;           ///< m/s²
    Bounds domain;          ///< where bodies live; an empty rectangle means everywhere
    bool periodic = false;  ///< opposite sides of the domain are joined
    int substeps = 4;
    double slop = 5e-5;                  ///< m: overlap that is left alone
    double max_push_speed = 0.2;         ///< m/s: overlapping bodies part no faster than this
    double restitution_threshold = 0.1;  ///< m/s: slower impacts do not bounce
    double contact_frequency =
        100.0;  ///< Hz: stiffness of contacts, capped at a quarter of the sub-step rate
    double contact_damping_ratio = 10.0;
    double joint_frequency = 100.0;  ///< Hz: stiffness of rigid joints, capped in the same way
    double joint_damping_ratio = 2.0;
};

struct Material {
    double density = 1.0;      ///< kg/m²
    double friction = 0.3;     ///< of two bodies: the geometric mean
    double restitution = 0.0;  ///< of two bodies: the greater
};

struct BodyDef {
    Vec2 position;                  ///< m: of the body's origin
    double angle = 0.0;             ///< rad
    Vec2 velocity;                  ///< m/s
    double angular_velocity = 0.0;  ///< rad/s
    double linear_damping = 0.0;    ///< 1/s
    double angular_damping = 0.0;   ///< 1/s
    bool is_static = false;         ///< never moves, whatever hits it
};

/// Names a body or joint for as long as it exists; what was removed is never mistaken for what took its place.
struct Id {
    std::uint32_t index = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t generation = 0;

    friend bool operator==(Id, Id) = default;
};
using BodyId = Id;
using JointId = Id;

/// Stiffness by frequency (Hz) and damping ratio (1 = critical).
struct Spring {
    double frequency = 0.0;
    double damping_ratio = 0.0;
};

/// Keeps two anchors at a distance: rigid, springy, or free between two limits (a rope).
struct DistanceJointDef {
    BodyId a, b;
    Vec2 anchor_a, anchor_b;    ///< in the frames of the bodies (m)
    double rest_length = -1.0;  ///< m; negative means the distance at creation
    double min_length = 0.0;    ///< m
    double max_length = std::numeric_limits<double>::infinity();  ///< m
    enum class Kind { rigid, spring, rope } kind = Kind::rigid;
    Spring spring;        ///< for Kind::spring
    bool collide = true;  ///< whether the two bodies may touch
};

/// Pins an anchor of one body to an anchor of another; they may turn.
struct RevoluteJointDef {
    BodyId a, b;
    Vec2 anchor_a, anchor_b;  ///< in the frames of the bodies (m)
    bool collide = false;
};

/// Holds two bodies in their relative pose.
struct WeldJointDef {
    BodyId a, b;
    Vec2 anchor_a, anchor_b;       ///< in the frames of the bodies (m)
    double reference_angle = 0.0;  ///< rad: angle of b minus angle of a
    bool collide = false;
};

/// A body that left the domain or whose pose is not finite; it stays where it was last sound, at rest.
struct LostBody {
    BodyId body;
    double time = 0.0;   ///< s
    Vec2 last_position;  ///< m
};

}  // namespace shoal::physics

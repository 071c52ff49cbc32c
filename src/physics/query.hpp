#pragma once

#include "physics/definitions.hpp"

namespace shoal::physics {

/// What a ray meets first.
struct RayHit {
    BodyId body;            ///< the ground (index 0) for outlines
    double distance = 0.0;  ///< m
    Vec2 point;             ///< m
    Vec2 normal;            ///< unit, out of the surface
};

/// The surface point that is nearest to some point.
struct NearestPoint {
    BodyId body;            ///< the ground (index 0) for outlines
    double distance = 0.0;  ///< m; negative inside a body
    Vec2 point;             ///< m
};

/// A sector in which bodies are looked for.
struct View {
    Vec2 eye;                 ///< m
    double heading = 0.0;     ///< rad
    double half_angle = 0.0;  ///< rad; at least π sees all round
    double range = 0.0;       ///< m, from the eye to the nearest point of a body's disc
    bool occlusion = true;    ///< whether nearer bodies hide farther ones
    BodyId ignored;           ///< the body that looks, for example
};

/// A body in a field of view, taken as the disc about its centre of mass that holds all of it.
struct Seen {
    BodyId body;
    double distance = 0.0;  ///< m, from the eye to the centre of mass
    double bearing = 0.0;   ///< rad in (−π, π], relative to the heading
};

}  // namespace shoal::physics

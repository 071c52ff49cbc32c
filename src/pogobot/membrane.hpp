#pragma once

#include "physics/world.hpp"
#include "pogobot/formation/formation.hpp"
#include "pogobot/shape.hpp"
#include "scenario/object_group.hpp"

#include <span>
#include <vector>

// Equations, units and sources: docs/models/objects.md.
namespace shoal::pogobot {

/// How the joints of a membrane hold.
enum class Hold { springs, rigid };

/// A closed ring of parts, dots or hinged rectangles, along the outline of a geometry.
struct Ring {
    std::vector<physics::Vec2> points;  // m: where its parts meet (rectangles), or are (dots)
    double half_thickness = 0.0;        // m
    double bounding_radius = 0.0;       // m
    Shape room;                         // what is wholly inside
};

[[nodiscard]] Ring ring_of(const scenario::ObjectGroup& group);

/// Mass of the lightest part (kg).
[[nodiscard]] double lightest_part(const scenario::ObjectGroup& group);

/// Builds the parts and their joints, and returns the parts along the outline.
[[nodiscard]] std::vector<physics::BodyId> build_membrane(const scenario::ObjectGroup& group,
                                                          const Placement& at, Hold hold,
                                                          physics::World& world);

/// The discs that cover all parts of a membrane that is built at a place.
void cover_membrane(const scenario::ObjectGroup& group, const Placement& at, std::vector<Taken>& discs);

/// The centres of the parts as they are now, each as the image that is nearest to the one before.
void trace(std::span<const physics::BodyId> parts, const physics::World& world,
           std::vector<physics::Vec2>& out);

}  // namespace shoal::pogobot

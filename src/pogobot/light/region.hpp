#pragma once

#include "physics/definitions.hpp"
#include "pogobot/model.hpp"

namespace shoal::pogobot {

/// Where a light shines: its geometry, about its own place or over the whole arena.
class LightRegion {
public:
    LightRegion(const Model& model, const scenario::ObjectGroup& light);

    [[nodiscard]] bool contains(physics::Vec2 point) const;
    /// From the light's place to a point; in a periodic arena to the nearest of its images.
    [[nodiscard]] physics::Vec2 offset(physics::Vec2 point) const;
    /// The point of a periodic arena that is the same as this one.
    [[nodiscard]] physics::Vec2 wrapped(physics::Vec2 point) const;
    /// The greatest distance of a point in the region from the light's place (m).
    [[nodiscard]] double reach() const;
    /// The centre of the geometry, moved by the light's place: where a beam turns.
    [[nodiscard]] physics::Vec2 centre() const;
    [[nodiscard]] physics::Bounds box() const;

private:
    [[nodiscard]] bool in_arena(physics::Vec2 point) const;
    [[nodiscard]] physics::Vec2 half_size() const;

    const scenario::ObjectGroup& light_;
    const scenario::Arena& arena_;
    bool periodic_;  // as light goes: not in compatibility mode
    physics::Vec2 place_;
};

}  // namespace shoal::pogobot

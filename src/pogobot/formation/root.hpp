#pragma once

#include "pogobot/formation/formation.hpp"
#include "pogobot/model.hpp"

#include <optional>
#include <span>

namespace shoal::pogobot {

/// A part of the arena as an arena of its own, whose minimum corner is at `origin`.
struct Room {
    scenario::Arena arena;
    physics::Vec2 origin;  // m
};

/// The category that `initial_formation_root_object` names; none if that is the whole arena. Throws Error if nothing
/// can stand within such an object.
[[nodiscard]] std::optional<std::uint32_t> root_group(const Model& model);

/// What is free within the first object of the category `group`, given the places of all objects.
[[nodiscard]] Room room_within(const Model& model, std::uint32_t group, std::span<const Placement> places);

}  // namespace shoal::pogobot

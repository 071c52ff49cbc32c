#pragma once

#include "base/column.hpp"
#include "physics/definitions.hpp"
#include "scenario/arena.hpp"
#include "scenario/scenario.hpp"

#include <cstdint>
#include <vector>

namespace shoal::pogobot {

constexpr std::uint32_t no_body = 0;  // the physics ground: a row without a body points there

/// Everything that a run logs a row for, in order of creation: robots, walls, passive objects.
struct Objects {
    Column<std::uint32_t> group;  // index into Model::scenario.objects
    Column<std::int32_t> id;      // as logged; firmware sees the low 16 bits
    Column<std::uint32_t> body;   // row in the physics world, or no_body; of a membrane: of its first part
    Column<std::uint32_t> robot;  // row of Robots, or no_robot
    Column<float> radius;         // m: bounding disc
    std::vector<physics::BodyId> bodies;  // by object; invalid without a body
    std::vector<physics::Vec2> start;     // m: where it was placed; left empty where pogobots are alone
    std::vector<std::vector<physics::BodyId>>
        parts;  // by object: of a membrane, along its outline; else none

    Column<std::uint8_t> gone;  // by object: whether it was removed; empty: none

    [[nodiscard]] bool is_gone(std::uint32_t object) const {
        return object < gone.size() && gone[object] != 0;
    }
    [[nodiscard]] std::size_t size() const { return group.size(); }
    /// The object that a body is, or is a part of; the body must belong to one.
    [[nodiscard]] std::uint32_t owner_of(physics::BodyId body) const;
};
constexpr std::uint32_t no_robot = 0xffffffffU;
constexpr std::uint32_t most_added = 64;  // robots, while a run goes on

/// What is fixed once a run has been set up.
struct Model {
    scenario::Scenario scenario;
    scenario::Arena arena;
    std::uint32_t seed = 0;
    bool periodic = false;
    bool pogosim = false;     // compute what Pogosim computes
    double time_step = 0.01;  // s
    Objects objects;
    std::uint32_t robots = 0;  // robot-like objects; the pseudo robot of the global step comes after them

    [[nodiscard]] const scenario::ObjectGroup& group_of(std::uint32_t object) const {
        return scenario.objects[objects.group[object]];
    }
};

}  // namespace shoal::pogobot

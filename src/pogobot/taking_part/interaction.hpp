#pragma once

#include "physics/vec2.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shoal::pogobot {

/// Something that a person did to a run between two ticks.
struct Interaction {
    enum class Kind : std::uint8_t {
        click,
        remote,  // a signal of the remote control
        lights_on,
        lights_off,
        grab,
        hand,  // moves what it holds
        put,   // the same, at once
        drop,
        add,  // a robot
        remove,
        back,  // the run was taken back to this tick, and went on differently
    };
    static constexpr std::int32_t foreign = -1;  // signal that is not of the scenario's list

    Kind kind = Kind::click;
    double time = 0.0;              // s
    std::uint64_t tick = 0;         // that were done
    std::int32_t id = 0;            // of the object that it was done to
    std::int32_t signal = foreign;  // of `remote`: place in the scenario's list
    std::vector<std::uint8_t> payload = {};
    physics::Vec2 at = {};      // m: where the object is wanted, or is dropped
    double angle = 0.0;         // rad
    std::string category = {};  // of a robot that is added
};

/// What the log's metadata keep of a place: whole micrometres and 1/10000 of a radian, so that it reads back as it was.
[[nodiscard]] physics::Vec2 as_logged(physics::Vec2 at);
[[nodiscard]] double as_logged(double angle);

/// An item of a YAML list, lengths in mm.
[[nodiscard]] std::string to_yaml(const Interaction& interaction);
/// The list. Throws Error for what is none; `name` is what it calls the text.
[[nodiscard]] std::vector<Interaction> read_interactions(std::string_view yaml, const std::string& name);

}  // namespace shoal::pogobot

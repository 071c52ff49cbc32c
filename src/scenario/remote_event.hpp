#pragma once

#include "scenario/point.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace shoal::scenario {

enum class RemoteTarget { all, disc, cone };

/// The bytes of a message.
struct Payload {
    std::vector<std::uint8_t> bytes;
};

/// An item of `remote`: a signal that somebody gives with a remote control, for instance to start robots. Keys under
/// their own names, in SI units; ranges, file units and help are in remote_keys.cpp.
struct RemoteEvent {
    double at = 0;  // s
    Payload payload;
    RemoteTarget to = RemoteTarget::all;
    std::optional<Point> position;  // m: middle of a disc, tip of a cone
    double radius = 0.5;            // m: of the disc, or length of the cone
    double direction = 0;           // rad: of the middle of the cone
    double half_angle = 0.5;        // rad: of the cone
};

}  // namespace shoal::scenario

#pragma once

#include "run.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace shoal::python {

// What a controller asks of its robot, for all robots of a category at once. Rows are in the order of the log.

/// Signed powers, -1023 … 1023; what is below 0 turns backwards.
void set_motors(Run& run, const Group& robots, std::span<const std::int32_t> left,
                std::span<const std::int32_t> right);
/// Red, green and blue of LED 0 head, 1 front, 2 right, 3 back or 4 left.
void set_leds(Run& run, const Group& robots, std::uint8_t led, std::span<const std::uint8_t> colours);

/// Back, front left, front right.
[[nodiscard]] std::vector<std::int16_t> photosensors(Run& run, const Group& robots);
/// Acceleration along x, y, z, then the rate about x, y, z: see docs/models/imu.md.
[[nodiscard]] std::vector<float> imu(Run& run, const Group& robots);
/// mV
[[nodiscard]] std::vector<std::int16_t> batteries(Run& run, const Group& robots);

/// Sends a long message through all four emitters. False: the sender is too busy to take it.
[[nodiscard]] bool send(Run& run, const Group& robots, std::uint32_t index, std::string_view payload);

struct Message {
    std::uint16_t sender = 0;   // the low 16 bits of its id
    std::uint8_t receiver = 0;  // 0 front, 1 right, 2 back, 3 left
    std::string payload;
};
/// Takes all messages out of a robot's queue, oldest first.
[[nodiscard]] std::vector<Message> receive(Run& run, const Group& robots, std::uint32_t index);

}  // namespace shoal::python

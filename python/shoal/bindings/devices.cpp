#include "devices.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace shoal::python {
namespace {

using pogobot::Motor;
using pogobot::Services;

constexpr int full_power = 1023;
constexpr std::uint8_t left_forward = 1, right_forward = 0;  // direction bits
constexpr std::uint8_t all_emitters = 0xF, all_index = 4, list_of_all = 0x55, greatest_power = 3;

template <class Body>
void for_robots(Run& run, const Group& robots, const Body& body) {
    const Run::Turn turn(run);
    for (std::uint32_t i = 0; i < robots.count; ++i) body(i, run.simulation().services_of(robots.robot + i));
}

Services& services_of(Run& run, const Group& robots, std::uint32_t index) {
    if (index < robots.count) return run.simulation().services_of(robots.robot + index);
    throw Error(fmt::format("there is no robot {} in a category of {}", index, robots.count));
}

void set_motor(Services& robot, Motor motor, std::uint8_t forward, std::int32_t power) {
    const bool backward = power < 0;
    robot.motor_direction_set(motor, static_cast<std::uint8_t>(backward ? 1 - forward : forward));
    robot.motor_power_set(motor, static_cast<std::uint16_t>(backward ? -power : power));
}

void check_powers(std::span<const std::int32_t> powers) {
    for (const std::int32_t power : powers)
        if (power < -full_power || power > full_power)
            throw Error({{}, "motors", std::to_string(power), "a power from -1023 to 1023", ""});
}

}  // namespace

void set_motors(Run& run, const Group& robots, std::span<const std::int32_t> left,
                std::span<const std::int32_t> right) {
    check_powers(left);
    check_powers(right);
    for_robots(run, robots, [&](std::uint32_t i, Services& robot) {
        set_motor(robot, pogobot::motor_left, left_forward, left[i]);
        set_motor(robot, pogobot::motor_right, right_forward, right[i]);
    });
}

void set_leds(Run& run, const Group& robots, std::uint8_t led, std::span<const std::uint8_t> colours) {
    constexpr std::uint8_t leds = 5;
    if (led >= leds)
        throw Error({{}, "led", std::to_string(led), "0 head, 1 front, 2 right, 3 back or 4 left", ""});
    for_robots(run, robots, [&](std::uint32_t i, Services& robot) {
        robot.led_set(led, {colours[3 * i], colours[3 * i + 1], colours[3 * i + 2]});
    });
}

std::vector<std::int16_t> photosensors(Run& run, const Group& robots) {
    std::vector<std::int16_t> levels;
    for_robots(run, robots, [&](std::uint32_t, Services& robot) {
        for (std::uint8_t sensor = 0; sensor < 3; ++sensor) levels.push_back(robot.photosensor(sensor));
    });
    return levels;
}

std::vector<float> imu(Run& run, const Group& robots) {
    std::vector<float> values;
    for_robots(run, robots, [&](std::uint32_t, Services& robot) {
        const pogobot::ImuReading reading = robot.imu();
        values.insert(values.end(), reading.acceleration, reading.acceleration + 3);
        values.insert(values.end(), reading.angular_rate, reading.angular_rate + 3);
    });
    return values;
}

std::vector<std::int16_t> batteries(Run& run, const Group& robots) {
    std::vector<std::int16_t> voltages;
    for_robots(run, robots, [&](std::uint32_t, Services& robot) { voltages.push_back(robot.battery()); });
    return voltages;
}

bool send(Run& run, const Group& robots, std::uint32_t index, std::string_view payload) {
    const Run::Turn turn(run);
    if (payload.size() > SHOAL_IR_MAX_PAYLOAD)
        throw Error({{}, "payload", fmt::format("{} bytes", payload.size()), "at most 382 bytes", ""});
    Services& robot = services_of(run, robots, index);
    shoal_ir_packet packet{};
    packet.packet_type = SHOAL_IR_LONG;
    packet.emitters = all_emitters;
    packet.power = greatest_power;
    packet.emitting_power_list = list_of_all;
    packet.sender_ir_index = all_index;
    packet.sender_id = static_cast<std::uint16_t>(robot.id());
    packet.payload_length = static_cast<std::uint16_t>(payload.size());
    packet.payload = reinterpret_cast<const std::uint8_t*>(payload.data());
    return robot.ir_send(packet);
}

std::vector<Message> receive(Run& run, const Group& robots, std::uint32_t index) {
    const Run::Turn turn(run);
    Services& robot = services_of(run, robots, index);
    std::vector<Message> messages;
    std::array<char, SHOAL_IR_HEADER_SIZE + SHOAL_IR_MAX_PAYLOAD> bytes;
    while (robot.ir_next(bytes.data())) {
        Message message;
        std::uint16_t length = 0;
        std::memcpy(&message.sender, bytes.data() + 2, sizeof message.sender);
        message.receiver = static_cast<std::uint8_t>(bytes[5]);
        std::memcpy(&length, bytes.data() + 6, sizeof length);
        message.payload.assign(bytes.data() + SHOAL_IR_HEADER_SIZE, length);
        messages.push_back(std::move(message));
    }
    return messages;
}

}  // namespace shoal::python

#pragma once

#include "base/column.hpp"
#include "base/random.hpp"
#include "pogobot/clock.hpp"

#include <cstdint>

namespace shoal::pogobot {

enum Motor : std::uint8_t { motor_right = 0, motor_left = 1, motor_back = 2 };

/// The motors of one robot, as commanded, and the memory that keeps a robot's calibration.
struct Motors {
    std::uint16_t power[3] = {0, 0, 0};     // 0 … 1023, by Motor
    std::uint8_t direction[3] = {0, 1, 0};  // bit; 0 right and 1 left are both forward
    float left = 0.0F, right = 0.0F;  // signed powers in force (compatibility mode: as of the last call)
};

struct Led {
    std::uint8_t r = 0, g = 0, b = 0;
};
struct Leds {
    Led led[5];  // head, front, right, back, left
};

/// What changes as a run goes on, beside the physics world. One row a robot-like object; the pseudo robot is the last.
struct State {
    Column<std::uint32_t> object;  // row of Objects; of the pseudo robot: none
    Column<RobotClock> clock;
    Column<std::int64_t> drift_ns;  // added to the clock before each step
    Column<Motors> motors;
    Column<Leds> leds;
    Column<float> bias;                       // motor units
    Column<float> noise_x, noise_y, noise_w;  // m/s, rad/s: of this control period
    Column<RandomStream> motor_noise;
    Column<RandomStream> seeds;       // for pogobot_helper_getRandSeed
    Column<std::uint8_t> exports;     // whether its rows are written
    Column<unsigned char> variables;  // framework variables: one block a robot
    Column<unsigned char> user_data;  // one block a robot
    std::uint64_t tick = 0;
    double time = 0.0;  // s
};

}  // namespace shoal::pogobot

#pragma once

#include "base/column.hpp"
#include "base/random.hpp"
#include "pogobot/clock.hpp"
#include "pogobot/snapshot/placed_memory.hpp"

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

/// The photosensors of one robot.
struct Photosensing {
    RandomStream noise;
    int bias[3] = {0, 0, 0};  // light levels
};

/// How a robot moved at the start of a step.
struct MotionSample {
    float vx = 0.0F, vy = 0.0F;  // m/s
    double heading = 0.0;        // rad
    double time = 0.0;           // s
};
struct Imu {
    MotionSample previous, latest;
    int samples = 0;  // 0 … 2 that are known
    RandomStream noise;
    float acceleration_bias[3] = {};  // m/s²
    float gyro_bias[3] = {};          // rad/s
};

struct Charge {
    double left = 1.0;  // share of a full battery …
    double time = 0.0;  // … at this time (s)
};

/// How one robot moves at full power, if its locomotion is not ideal.
struct Gait {
    double speed = 0.0;                          // m/s, both motors
    double turn = 0.0;                           // rad/s, one motor
    double spin = 0.0;                           // rad/s, both motors, as this robot's path bends
    double dead_power = 0.0;                     // share of full power below which a motor moves nothing
    double speed_noise = 0.0, turn_noise = 0.0;  // m/s, rad/s: drawn once a control period
    bool reverses = true;
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
    Column<Gait> gait;
    Column<Photosensing> photosensing;
    Column<Imu> imu;
    Column<Charge> charge;
    Column<RandomStream> seeds;       // for pogobot_helper_getRandSeed
    Column<std::uint8_t> exports;     // whether its rows are written
    Column<std::uint8_t> dark;        // by light: whether somebody has switched it off; empty: none
    Column<unsigned char> variables;  // framework variables: one block a robot
    PlacedMemory user_data;           // one block a robot
    std::uint64_t tick = 0;
    double time = 0.0;  // s

    [[nodiscard]] bool is_dark(std::size_t light) const { return light < dark.size() && dark[light] != 0; }

    // Variables and user data belong to the firmware, which visits them.
    template <class Self, class Visit>
    static void visit_state(Self& s, Visit& visit) {
        visit(s.object, s.clock, s.drift_ns, s.motors, s.leds, s.bias, s.noise_x, s.noise_y, s.noise_w);
        visit(s.motor_noise, s.gait, s.photosensing, s.imu, s.charge, s.seeds, s.exports, s.dark, s.tick,
              s.time);
    }
};

}  // namespace shoal::pogobot

#include "pogobot/imu.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <limits>

// Axes, signs and units: docs/models/imu.md.
namespace shoal::pogobot {
namespace {

using physics::Vec2;

constexpr double gravity = 9.81;  // m/s²
constexpr double fastest = 34.9;  // rad/s: 2000°/s, the range of the gyroscope
constexpr double pogosim_units_per_metre = 10.0;

/// In the robot's frame: ahead and to its right (m/s²).
struct Acceleration {
    double ahead;
    double right;
};

Acceleration in_frame(Vec2 a, double heading) {
    const math::SinCos sc = math::sincos(heading);
    const Vec2 turned = physics::Rotation{sc.cos, sc.sin}.undo(a);
    return {turned.x, turned.y};
}

// From the two last samples. A robot that has not moved yet is at rest; Pogosim knows nothing of it then.
Acceleration acceleration(const Model& model, const Imu& imu) {
    const MotionSample& a = imu.previous;
    const MotionSample& b = imu.latest;
    if (imu.samples < 2) {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        return model.pogosim ? Acceleration{nan, nan} : Acceleration{0.0, 0.0};
    }
    const double duration = b.time - a.time;
    const Vec2 change{(b.vx - a.vx) / duration, (b.vy - a.vy) / duration};
    // Half-way between the samples the heading is that of the mean acceleration.
    return in_frame(change, model.pogosim ? b.heading : 0.5 * (a.heading + b.heading));
}

}  // namespace

void set_up_imus(const Model& model, State& state) {
    state.imu.resize(model.robots + 1);
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) set_up_imu(model, state, robot);
}

void set_up_imu(const Model& model, State& state, std::uint32_t robot) {
    const auto& group = model.group_of(state.object[robot]);
    Imu& imu = state.imu[robot];
    imu.noise = RandomStream(model.seed, robot, Purpose::imu_noise);
    for (float& bias : imu.acceleration_bias)
        bias = static_cast<float>(imu.noise.normal(0.0, group.imu_acceleration_bias_stddev));
    for (float& bias : imu.gyro_bias)
        bias = static_cast<float>(imu.noise.normal(0.0, group.imu_gyro_bias_stddev));
}

void sample_motion(const Model& model, State& state, std::uint32_t robot, const physics::World& world) {
    const std::uint32_t body = model.objects.body[state.object[robot]];
    if (body == no_body) return;
    Imu& imu = state.imu[robot];
    // Steps that fall into one tick are one instant of the world.
    if (imu.samples > 0 && imu.latest.time == state.time) return;
    const physics::State& bodies = world.state();
    imu.previous = imu.latest;
    imu.latest = {bodies.vx[body], bodies.vy[body], bodies.angle[body], state.time};
    // The drive's velocity belongs to the heading half-way through the tick that ended.
    if (!model.pogosim) imu.latest.heading -= 0.5 * static_cast<double>(bodies.w[body]) * model.time_step;
    imu.samples = std::min(imu.samples + 1, 2);
}

ImuReading read_imu(const Model& model, State& state, std::uint32_t robot, const physics::World& world) {
    const std::uint32_t object = state.object[robot];
    const std::uint32_t body = model.objects.body[object];
    const auto& group = model.group_of(object);
    Imu& imu = state.imu[robot];
    const Acceleration a = acceleration(model, imu);
    const double up = group.imu_gravity ? gravity : 0.0;
    const double turning = body == no_body ? 0.0 : static_cast<double>(world.state().w[body]);

    // Ahead, left and up, as a right-handed frame; Pogosim's first two are right and ahead, in its own unit of length.
    const double unit = model.pogosim ? pogosim_units_per_metre : 1.0;
    const double accelerations[] = {model.pogosim ? a.right : a.ahead, model.pogosim ? a.ahead : -a.right,
                                    up};
    const double rates[] = {0.0, 0.0, -turning};
    ImuReading reading{};
    for (int axis = 0; axis < 3; ++axis) {
        const double shake = group.imu_acceleration_noise_stddev > 0.0
                                 ? imu.noise.normal(0.0, group.imu_acceleration_noise_stddev)
                                 : 0.0;
        const double hum =
            group.imu_gyro_noise_stddev > 0.0 ? imu.noise.normal(0.0, group.imu_gyro_noise_stddev) : 0.0;
        const double acceleration_bias = static_cast<double>(imu.acceleration_bias[axis]);
        const double gyro_bias = static_cast<double>(imu.gyro_bias[axis]);
        reading.acceleration[axis] =
            static_cast<float>(unit * (accelerations[axis] + acceleration_bias + shake));
        reading.angular_rate[axis] =
            static_cast<float>(std::clamp(rates[axis] + gyro_bias + hum, -fastest, fastest));
    }
    return reading;
}

}  // namespace shoal::pogobot

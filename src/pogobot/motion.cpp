#include "pogobot/motion.hpp"

#include "base/math.hpp"
#include "pogobot/locomotion.hpp"

// Equations, units and sources: docs/models/motion.md.
namespace shoal::pogobot {
namespace {

constexpr double full_power = 1023.0;
constexpr std::size_t fewest_robots = 64;  // in a range of a loop

Speeds speeds(const scenario::ObjectGroup& group, const Gait& gait, double left, double right) {
    if (group.locomotion != scenario::Locomotion::ideal) return gait_speeds(gait, left, right);
    return {group.max_linear_speed * (left + right) / (2.0 * full_power),
            group.max_angular_speed * (left - right) / (0.5 * full_power), 1.0};
}

double signed_left(const Motors& m) {
    return m.direction[motor_left] == 1 ? m.power[motor_left] : -m.power[motor_left];
}
double signed_right(const Motors& m) {
    return m.direction[motor_right] == 0 ? m.power[motor_right] : -m.power[motor_right];
}

/// What a robot's motors are to make of its velocity.
struct Wish {
    std::uint32_t robot;
    double linear, angular;  // m/s, rad/s
    float shake;             // of its linear noise
};

Wish wish_of(const Model& model, const State& state, std::uint32_t robot) {
    const Motors& m = state.motors[robot];
    // A motor's bias and noise belong to its turning: a robot whose motors are off stands.
    const bool on_left = m.power[motor_left] > 0;
    const bool on_right = m.power[motor_right] > 0;
    const double bias = static_cast<double>(state.bias[robot]);
    const Speeds s =
        speeds(model.group_of(state.object[robot]), gait_of(state, robot),
               signed_left(m) + (on_left ? bias : 0.0), signed_right(m) - (on_right ? bias : 0.0));
    const double shake = on_left || on_right ? s.noise : 0.0;
    return {robot, s.linear, s.angular + shake * static_cast<double>(state.noise_w[robot]),
            static_cast<float>(shake)};
}

void follow(const Model& model, const State& state, const Wish& wish, math::SinCos heading,
            physics::World& world) {
    physics::State& bodies = world.state();
    const physics::Bodies& constants = world.model().bodies;
    const std::uint32_t object = state.object[wish.robot];
    const std::uint32_t body = model.objects.body[object];
    const auto traction = static_cast<float>(model.group_of(object).traction);
    bodies.drive_x[body] =
        static_cast<float>(wish.linear * heading.cos) + wish.shake * state.noise_x[wish.robot];
    bodies.drive_y[body] =
        static_cast<float>(wish.linear * heading.sin) + wish.shake * state.noise_y[wish.robot];
    bodies.drive_w[body] = static_cast<float>(wish.angular);
    bodies.drive_acceleration[body] = traction;
    // The wheels sit at the rim: torque = force · extent.
    bodies.drive_angular_acceleration[body] =
        traction * constants.extent[body] * constants.inv_inertia[body] / constants.inv_mass[body];
}

struct Range {
    std::uint32_t begin, end;
};

void drive_range(const Model& model, const State& state, double dt, Range robots, physics::World& world) {
    constexpr std::uint32_t together = 64;  // robots whose headings are turned into vectors in one go
    Wish wishes[together];
    double headings[together], sines[together], cosines[together];
    for (std::uint32_t robot = robots.begin; robot < robots.end;) {
        std::size_t count = 0;
        for (; robot < robots.end && count < together; ++robot) {
            const std::uint32_t body = model.objects.body[state.object[robot]];
            if (body == no_body || !has_motors(model.group_of(state.object[robot]))) continue;
            const Wish wish = wish_of(model, state, robot);
            // The velocity points along the heading halfway through the step: the chord of the arc.
            headings[count] = world.state().angle[body] + 0.5 * wish.angular * dt;
            wishes[count++] = wish;
        }
        math::sincos({headings, count}, sines, cosines);
        for (std::size_t i = 0; i < count; ++i)
            follow(model, state, wishes[i], {sines[i], cosines[i]}, world);
    }
}

}  // namespace

bool has_motors(const scenario::ObjectGroup& group) { return group.type == scenario::ObjectType::pogobot; }

void draw_motion_noise(const Model& model, State& state, std::uint32_t robot) {
    const auto& group = model.group_of(state.object[robot]);
    const Gait& gait = gait_of(state, robot);
    if (group.linear_noise_stddev + gait.speed_noise + group.angular_noise_stddev + gait.turn_noise == 0.0)
        return;
    const double linear = physics::length({group.linear_noise_stddev, gait.speed_noise});
    const double angular = physics::length({group.angular_noise_stddev, gait.turn_noise});
    RandomStream& stream = state.motor_noise[robot];
    if (linear > 0.0) {
        state.noise_x[robot] = static_cast<float>(stream.normal(0.0, linear));
        state.noise_y[robot] = static_cast<float>(stream.normal(0.0, linear));
    }
    if (angular > 0.0) state.noise_w[robot] = static_cast<float>(stream.normal(0.0, angular));
}

void drive(const Model& model, const State& state, double dt, physics::World& world) {
    const std::size_t grain = WorkerPool::grain(model.robots, fewest_robots);
    world.pool().for_ranges(model.robots, grain, [&](std::size_t begin, std::size_t end) {
        drive_range(model, state, dt, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                    world);
    });
}

void impose_velocity(const Model& model, State& state, std::uint32_t robot, Motor motor,
                     physics::World& world) {
    const std::uint32_t object = state.object[robot];
    if (model.objects.body[object] == no_body) return;
    const physics::BodyId body = model.objects.bodies[object];
    const auto& group = model.group_of(object);
    if (!has_motors(group)) {
        if (model.objects.parts[object].empty()) world.set_velocity(body, {}, 0.0);
        return;
    }
    Motors& m = state.motors[robot];
    if (motor == motor_left) m.left = static_cast<float>(signed_left(m)) + state.bias[robot];
    if (motor == motor_right) m.right = static_cast<float>(signed_right(m)) - state.bias[robot];
    const Speeds s = speeds(group, gait_of(state, robot), m.left, m.right);
    draw_motion_noise(model, state, robot);
    const math::SinCos heading = math::sincos(world.angle(body));
    world.set_velocity(body,
                       {s.linear * heading.cos + s.noise * state.noise_x[robot],
                        s.linear * heading.sin + s.noise * state.noise_y[robot]},
                       s.angular + s.noise * static_cast<double>(state.noise_w[robot]));
}

}  // namespace shoal::pogobot

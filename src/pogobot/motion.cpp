#include "pogobot/motion.hpp"

#include "base/math.hpp"

// Equations, units and sources: docs/models/motion.md.
namespace shoal::pogobot {
namespace {

constexpr double full_power = 1023.0;

struct Speeds {
    double linear;   // m/s, along the heading
    double angular;  // rad/s
};

Speeds speeds(const scenario::ObjectGroup& group, double left, double right) {
    return {group.max_linear_speed * (left + right) / (2.0 * full_power),
            group.max_angular_speed * (left - right) / (0.5 * full_power)};
}

double signed_left(const Motors& m) {
    return m.direction[motor_left] == 1 ? m.power[motor_left] : -m.power[motor_left];
}
double signed_right(const Motors& m) {
    return m.direction[motor_right] == 0 ? m.power[motor_right] : -m.power[motor_right];
}

}  // namespace

bool has_motors(const scenario::ObjectGroup& group) { return group.type == scenario::ObjectType::pogobot; }

void draw_motion_noise(const Model& model, State& state, std::uint32_t robot) {
    const auto& group = model.group_of(state.object[robot]);
    RandomStream& stream = state.motor_noise[robot];
    if (group.linear_noise_stddev > 0.0) {
        state.noise_x[robot] = static_cast<float>(stream.normal(0.0, group.linear_noise_stddev));
        state.noise_y[robot] = static_cast<float>(stream.normal(0.0, group.linear_noise_stddev));
    }
    if (group.angular_noise_stddev > 0.0)
        state.noise_w[robot] = static_cast<float>(stream.normal(0.0, group.angular_noise_stddev));
}

void drive(const Model& model, const State& state, double dt, physics::World& world) {
    physics::State& bodies = world.state();
    const physics::Bodies& constants = world.model().bodies;
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) {
        const std::uint32_t object = state.object[robot];
        const std::uint32_t body = model.objects.body[object];
        const auto& group = model.group_of(object);
        if (body == no_body || !has_motors(group)) continue;

        const Motors& m = state.motors[robot];
        // A motor's bias and noise belong to its turning: a robot whose motors are off stands.
        const bool on_left = m.power[motor_left] > 0;
        const bool on_right = m.power[motor_right] > 0;
        const double bias = static_cast<double>(state.bias[robot]);
        const Speeds s =
            speeds(group, signed_left(m) + (on_left ? bias : 0.0), signed_right(m) - (on_right ? bias : 0.0));
        const bool on = on_left || on_right;

        // The velocity points along the heading halfway through the step: the chord of the arc.
        const double angular = s.angular + (on ? static_cast<double>(state.noise_w[robot]) : 0.0);
        const math::SinCos heading = math::sincos(bodies.angle[body] + 0.5 * angular * dt);
        const auto traction = static_cast<float>(group.traction);
        bodies.drive_x[body] =
            static_cast<float>(s.linear * heading.cos) + (on ? state.noise_x[robot] : 0.0F);
        bodies.drive_y[body] =
            static_cast<float>(s.linear * heading.sin) + (on ? state.noise_y[robot] : 0.0F);
        bodies.drive_w[body] = static_cast<float>(angular);
        bodies.drive_acceleration[body] = traction;
        // The wheels sit at the rim: torque = force · extent.
        bodies.drive_angular_acceleration[body] =
            traction * constants.extent[body] * constants.inv_inertia[body] / constants.inv_mass[body];
    }
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
    const Speeds s = speeds(group, m.left, m.right);
    draw_motion_noise(model, state, robot);
    const math::SinCos heading = math::sincos(world.angle(body));
    world.set_velocity(
        body, {s.linear * heading.cos + state.noise_x[robot], s.linear * heading.sin + state.noise_y[robot]},
        s.angular + static_cast<double>(state.noise_w[robot]));
}

}  // namespace shoal::pogobot

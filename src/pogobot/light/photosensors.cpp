#include "pogobot/light/photosensors.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shoal::pogobot {
namespace {

using physics::BodyId;
using physics::Vec2;
using Limits = std::numeric_limits<std::int16_t>;

constexpr Vec2 mountings[] = {
    {-1.0, 0.0},                                        // 180°
    {0.76604444311897803520, -0.64278760968653932632},  // 320°
    {0.76604444311897803520, 0.64278760968653932632},   // 40°
};

// Gives the sensors of a robot their biases and noise.
void set_up(const Model& model, State& state, std::uint32_t robot) {
    const auto& domain = model.group_of(state.object[robot]).photosensors_systematic_bias_domain;
    RandomStream biases(model.seed, robot, Purpose::photosensor_bias);
    Photosensing& own = state.photosensing[robot];
    for (int& bias : own.bias) bias = static_cast<int>(biases.integer(domain.low, domain.high));
    own.noise = RandomStream(model.seed, robot, Purpose::photosensor_noise);
}

void set_up_photosensors(const Model& model, State& state) {
    state.photosensing.resize(model.robots + 1);
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) set_up(model, state, robot);
}

}  // namespace

Photosensors::Photosensors(const Model& model, State& state, physics::World& world)
    : model_(model), state_(state), world_(world), light_(model, state, world) {}

void Photosensors::add_robot(std::uint32_t robot) {
    if (!state_.photosensing.empty()) set_up(model_, state_, robot);
}

std::int16_t Photosensors::read(std::uint32_t robot, std::uint8_t sensor) {
    if (state_.photosensing.empty()) set_up_photosensors(model_, state_);  // runs that read none need none
    const std::uint32_t object = state_.object[robot];
    Photosensing& own = state_.photosensing[robot];
    double reading = own.bias[sensor];
    if (model_.objects.body[object] != no_body) {
        const BodyId body = model_.objects.bodies[object];
        const math::SinCos heading = math::sincos(world_.angle(body));
        const Vec2 mounting = physics::Rotation{heading.cos, heading.sin}.apply(mountings[sensor]);
        const double radius = static_cast<double>(model_.objects.radius[object]);
        reading += light_.level(world_.position(body) + radius * mounting, body);
    }
    const double noise = model_.group_of(object).photosensors_noise_stddev;
    if (noise > 0.0) reading += std::trunc(own.noise.normal(0.0, noise));
    return static_cast<std::int16_t>(std::clamp<double>(reading, Limits::min(), Limits::max()));
}

}  // namespace shoal::pogobot

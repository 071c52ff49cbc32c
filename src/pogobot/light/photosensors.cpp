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
constexpr double behind_wall = 1e-6;  // m: where a line of sight goes on after it met a wall

// Gives the sensors of each robot their biases and noise.
void set_up_photosensors(const Model& model, State& state) {
    state.photosensing.resize(model.robots + 1);
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) {
        const auto& domain = model.group_of(state.object[robot]).photosensors_systematic_bias_domain;
        RandomStream biases(model.seed, robot, Purpose::photosensor_bias);
        Photosensing& own = state.photosensing[robot];
        for (int& bias : own.bias) bias = static_cast<int>(biases.integer(domain.low, domain.high));
        own.noise = RandomStream(model.seed, robot, Purpose::photosensor_noise);
    }
}

}  // namespace

Photosensors::Photosensors(const Model& model, State& state, physics::World& world)
    : model_(model), state_(state), world_(world), lights_(make_lights(model)) {
    if (model.pogosim) map_.emplace(model, lights_);
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
        reading += level(world_.position(body) + radius * mounting, body);
    }
    const double noise = model_.group_of(object).photosensors_noise_stddev;
    if (noise > 0.0) reading += std::trunc(own.noise.normal(0.0, noise));
    return static_cast<std::int16_t>(std::clamp<double>(reading, Limits::min(), Limits::max()));
}

double Photosensors::level(Vec2 point, BodyId carrier) {
    if (map_) return map_->level(point, state_.time);
    const bool shadows = model_.scenario.settings.light_shadows == scenario::LightShadows::objects;
    double sum = 0.0;
    for (const Light& light : lights_) {
        const auto shine = light.at(point, state_.time);
        if (!shine || (shadows && shine->from && in_shadow(point, *shine->from, carrier))) continue;
        sum += shine->level;
    }
    return std::clamp<double>(std::round(sum), Limits::min(), Limits::max());
}

// Walls are low: only objects keep light away.
bool Photosensors::in_shadow(Vec2 point, Vec2 source, BodyId carrier) {
    if (looking_ != state_.tick) world_.prepare_queries();
    looking_ = state_.tick;
    const Vec2 way = world_.layout().shortest(source - point);
    double left = length(way);
    while (left > 0.0) {
        const auto hit = world_.cast_ray(point, way, left, carrier);
        if (!hit) return false;
        if (hit->body.index != no_body) return true;
        left -= hit->distance + behind_wall;
        point = hit->point + behind_wall * physics::normalised(way);
    }
    return false;
}

}  // namespace shoal::pogobot

#include "pogobot/light/light.hpp"

#include "base/math.hpp"
#include "pogobot/clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// Equations and units: docs/models/light.md.
namespace shoal::pogobot {
namespace {

using physics::Vec2;
using scenario::LightMode;
using scenario::ObjectGroup;
using scenario::ObjectType;

Vec2 direction(double angle) {
    const math::SinCos sc = math::sincos(angle);
    return {sc.cos, sc.sin};
}

double duration(double angle, double speed) {
    return speed != 0.0 ? angle / std::fabs(speed) : std::numeric_limits<double>::infinity();
}

// Time within a cycle of this length.
double within(double time, double cycle) {
    return std::isfinite(cycle) ? time - cycle * std::floor(time / cycle) : time;
}

}  // namespace

Light::Light(const Model& model, const ObjectGroup& group)
    : group_(group), region_(model, group),
      reach_(group.gradient_radius > 0.0 ? group.gradient_radius : region_.reach()),
      plane_(direction(group.plane_angle)),
      cos_half_width_(direction(std::min(group.ray_half_width, math::pi)).x),
      left_{region_.box().min.x, region_.box().max.y}, right_(region_.box().max),
      turn_(duration(math::two_pi, group.angular_speed)),
      sweep_(duration(0.5 * math::pi, group.angular_speed)) {}

bool Light::ends_at_reach() const {
    return group_.light_mode == LightMode::gradient && group_.gradient_radius <= 0.0;
}

double Light::photo_start_end() const {
    return group_.photo_start_at < 0.0 ? 0.0 : group_.photo_start_at + group_.photo_start_duration;
}

double Light::phase(double time) const {
    if (group_.type != ObjectType::static_light) return time;
    if (group_.photo_start_at < 0.0 || time + instant_rounding >= photo_start_end()) return 2.0;
    return time + instant_rounding >= group_.photo_start_at ? 1.0 : 0.0;
}

std::optional<Shine> Light::at(Vec2 point, double time) const {
    return group_.type == ObjectType::static_light ? static_at(point, time) : ray_at(point, time);
}

std::optional<Shine> Light::static_at(Vec2 point, double time) const {
    point = region_.wrapped(point);
    if (!region_.contains(point)) return std::nullopt;
    const double now = phase(time);
    if (now == 1.0) return Shine{static_cast<double>(group_.photo_start_value), false, {}};
    // A light waits for the end of its pulse: until then its own value is 0.
    const double value = now == 0.0 ? 0.0 : group_.value;
    const double rise = group_.edge_value - value;
    const Vec2 place{*group_.x, *group_.y};
    switch (group_.light_mode) {
        case LightMode::gradient: {
            const double share = reach_ > 0.0 ? length(region_.offset(point)) / reach_ : 0.0;
            return Shine{value + rise * std::clamp(share, 0.0, 1.0), false, place};
        }
        case LightMode::plane: {
            const double share = 0.5 * (dot(point - place, plane_) / group_.plane_half_span + 1.0);
            return Shine{value + rise * std::clamp(share, 0.0, 1.0), false, {}};
        }
        default: return Shine{value, false, {}};
    }
}

std::optional<Shine> Light::ray_at(Vec2 point, double time) const {
    const bool rotates = group_.type == ObjectType::rotating_ray_of_light;
    const double since = time + instant_rounding - (rotates ? photo_start_end() : 0.0);
    if (since < 0.0) return std::nullopt;
    const std::optional<Beam> beam = rotates ? rotating_beam(since) : alternating_beam(since);
    if (!beam) return Shine{static_cast<double>(group_.white_frame_value), true, {}};
    if (!lit_by(*beam, region_.wrapped(point))) return std::nullopt;
    return Shine{static_cast<double>(group_.value), true, beam->apex};
}

// Both return nothing while a white frame floods everything.
std::optional<Light::Beam> Light::rotating_beam(double time) const {
    const double t = within(time, group_.white_frame_duration + turn_) - group_.white_frame_duration;
    if (t < 0.0) return std::nullopt;
    return Beam{region_.centre(), group_.angular_speed * t};
}

std::optional<Light::Beam> Light::alternating_beam(double time) const {
    const double first = group_.long_white_frame_duration;
    const double second = first + sweep_ + group_.short_white_frame_duration;
    const double t = within(time, second + sweep_);
    if (t >= first && t < first + sweep_) return sweep(left_, t - first);
    if (t >= second) return sweep(right_, t - second);
    return std::nullopt;
}

// Over the quarter turn about the direction to the middle of the box.
Light::Beam Light::sweep(Vec2 corner, double elapsed) const {
    const Vec2 middle = 0.5 * (region_.box().min + region_.box().max) - corner;
    const double start = group_.angular_speed < 0.0 ? 0.25 * math::pi : -0.25 * math::pi;
    return {corner, math::atan2(middle.y, middle.x) + start + group_.angular_speed * elapsed};
}

bool Light::lit_by(const Beam& beam, Vec2 point) const {
    // The corners of a periodic box are one point, so the alternating beams stay in the box as it is drawn.
    const bool nearest_image = group_.type == ObjectType::rotating_ray_of_light;
    const Vec2 d =
        nearest_image ? region_.offset(point - beam.apex + Vec2{*group_.x, *group_.y}) : point - beam.apex;
    return dot(d, direction(beam.angle)) >= length(d) * cos_half_width_;
}

std::vector<Light> make_lights(const Model& model) {
    std::vector<Light> lights;
    for (const ObjectGroup& group : model.scenario.objects)
        for (int i = 0; is_light(group.type) && i < group.nb; ++i) lights.emplace_back(model, group);
    return lights;
}

}  // namespace shoal::pogobot

#include "pogobot/remote.hpp"

#include "base/math.hpp"

#include <algorithm>

namespace shoal::pogobot {

using physics::Vec2;
using scenario::RemoteEvent;
using scenario::RemoteTarget;

namespace {

bool in_cone(const RemoteEvent& event, Vec2 away) {
    if (event.half_angle >= math::pi) return true;
    const math::SinCos middle = math::sincos(event.direction);
    return dot(away, {middle.cos, middle.sin}) >= length(away) * math::sincos(event.half_angle).cos;
}

}  // namespace

Remote::Remote(const Model& model) : model_(model) {
    for (const RemoteEvent& event : model.scenario.remote) events_.push_back(&event);
    std::stable_sort(events_.begin(), events_.end(),
                     [](const RemoteEvent* a, const RemoteEvent* b) { return a->at < b->at; });
    if (!events_.empty()) robots_.reserve(model.robots);
}

std::optional<RemoteSignal> Remote::due(const State& state, const physics::World& world) {
    if (given_ == events_.size() || events_[given_]->at > state.time + instant_rounding) return std::nullopt;
    return signal(*events_[given_++], state, world);
}

RemoteSignal Remote::signal(const RemoteEvent& event, const State& state, const physics::World& world) {
    robots_.clear();
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot)
        if (reaches(event, state.object[robot], world)) robots_.push_back(robot);
    return {event, robots_};
}

// A membrane is where its first part is; the arena's wall is nowhere, and hears only what goes to all.
bool Remote::reaches(const RemoteEvent& event, std::uint32_t object, const physics::World& world) const {
    if (event.to == RemoteTarget::all) return true;
    if (model_.objects.body[object] == no_body) return false;
    const Vec2 position{event.position->x, event.position->y};
    const Vec2 away = world.layout().shortest(world.position(model_.objects.bodies[object]) - position);
    if (length(away) > event.radius) return false;
    return event.to == RemoteTarget::disc || in_cone(event, away);
}

}  // namespace shoal::pogobot

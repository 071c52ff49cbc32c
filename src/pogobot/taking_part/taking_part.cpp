#include "base/error.hpp"
#include "pogobot/formation/floor.hpp"
#include "pogobot/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

// What a person does to a running simulation. It is noted when it is done, and done again from the notes: when the run was
// taken back and goes on, or when a log is replayed.
namespace shoal::pogobot {

using Kind = Interaction::Kind;

void Simulation::do_now(Interaction interaction) {
    interaction.time = state_.time;
    interaction.tick = state_.tick;
    perform(interaction);
    note(std::move(interaction));
}

// What was noted for later than now belongs to a future that does not come any more.
void Simulation::note(Interaction interaction) {
    if (instants_ < logged_ && std::exchange(past_told_, logged_) != logged_)
        recorder_.note_interaction(to_yaml({Kind::back, state_.time, state_.tick}));
    recorder_.note_interaction(to_yaml(interaction));
    interactions_.resize(done_);
    interactions_.push_back(std::move(interaction));
    ++done_;
}

void Simulation::repeat(std::vector<Interaction> interactions) {
    for (const Interaction& i : interactions) {
        if (i.kind == Kind::back)
            throw Error(
                fmt::format("at {:g} s somebody took the run back and went on differently: the log "
                            "holds parts of two runs, and cannot be had again",
                            i.time));
        const auto signals = static_cast<std::int32_t>(model_.scenario.remote.size());
        if (i.kind == Kind::remote && (i.signal < 0 || i.signal >= signals))
            throw Error(
                fmt::format("at {:g} s somebody gave a remote signal that is not in the scenario's "
                            "list, so that the run cannot be had again",
                            i.time));
    }
    interactions_ = std::move(interactions);
    done_ = 0;
}

void Simulation::repeat_what_is_due() {
    while (done_ < interactions_.size() && interactions_[done_].tick <= state_.tick) {
        const Interaction interaction = interactions_[done_++];
        perform(interaction);
    }
}

void Simulation::perform(const Interaction& i) {
    switch (i.kind) {
        case Kind::click: firmware_.call_click(model_.objects.robot[object_of(i.id)]); break;
        case Kind::remote: {
            if (i.signal == Interaction::foreign) break;  // its caller has given it
            const auto& event = model_.scenario.remote[static_cast<std::size_t>(i.signal)];
            services_.deliver_remote(event, remote_.signal(event, state_, world_).robots);
            break;
        }
        case Kind::lights_on:
        case Kind::lights_off: set_lights(i.kind == Kind::lights_on); break;
        case Kind::grab: hand_.grab(object_of(i.id)); break;
        case Kind::hand: hand_.aim(i.at, i.angle); break;
        case Kind::put:
            hand_.aim(i.at, i.angle);
            hand_.put();
            break;
        case Kind::drop: hand_.let_go(); break;
        case Kind::add: grow(i); break;
        case Kind::remove: take_away(object_of(i.id)); break;
        case Kind::back: break;
    }
}

std::uint32_t Simulation::object_of(std::int32_t id) const {
    const auto& ids = model_.objects.id;
    const auto found = std::find(ids.begin(), ids.end(), id);
    if (found == ids.end()) throw Error(fmt::format("there is no object {} to act upon", id));
    return static_cast<std::uint32_t>(found - ids.begin());
}

void Simulation::click(std::uint32_t robot) {
    do_now({.kind = Kind::click, .id = model_.objects.id[state_.object[robot]]});
}

void Simulation::give_remote_signal(const scenario::RemoteEvent& event) {
    const auto& known = model_.scenario.remote;
    Interaction signal{.kind = Kind::remote, .payload = event.payload.bytes};
    if (!known.empty() && &event >= known.data() && &event < known.data() + known.size())
        signal.signal = static_cast<std::int32_t>(&event - known.data());
    else services_.deliver_remote(event, remote_.signal(event, state_, world_).robots);
    do_now(std::move(signal));
}

void Simulation::switch_lights(bool on) { do_now({.kind = on ? Kind::lights_on : Kind::lights_off}); }

void Simulation::set_lights(bool on) {
    std::size_t lights = 0;
    for (const auto& group : model_.scenario.objects)
        if (is_light(group.type)) lights += static_cast<std::size_t>(group.nb);
    state_.dark.resize(lights, 0);
    for (auto& dark : state_.dark) dark = on ? 0 : 1;
}

void Simulation::grab(std::uint32_t object) { do_now({.kind = Kind::grab, .id = model_.objects.id[object]}); }

// Noted when the next tick begins: a mouse moves more often than that.
void Simulation::aim_hand(physics::Vec2 target, double angle) {
    if (!hand_.held()) return;
    hand_.aim(as_logged(target), as_logged(angle));
    hand_moved_ = true;
}

void Simulation::note_hand() {
    if (!std::exchange(hand_moved_, false) || !hand_.held()) return;
    note({.kind = Kind::hand,
          .time = state_.time,
          .tick = state_.tick,
          .id = model_.objects.id[*hand_.held()],
          .at = hand_.target(),
          .angle = hand_.angle()});
}

void Simulation::put_down() {
    if (!hand_.held()) return;
    hand_moved_ = false;
    do_now({.kind = Kind::put,
            .id = model_.objects.id[*hand_.held()],
            .at = as_logged(hand_.target()),
            .angle = as_logged(hand_.angle())});
}

void Simulation::let_go() {
    if (!hand_.held()) return;
    const physics::BodyId body = model_.objects.bodies[*hand_.held()];
    hand_moved_ = false;
    do_now({.kind = Kind::drop,
            .id = model_.objects.id[*hand_.held()],
            .at = world_.position(body),
            .angle = world_.angle(body)});
}

std::uint32_t Simulation::add_robot(std::uint32_t group, physics::Vec2 at, double angle) {
    const auto& kind = model_.scenario.objects[group];
    if (!can_be_added(kind))
        throw Error(fmt::format("{}: only robots with a body of one piece can be added", kind.category));
    if (!Floor(model_.arena, model_.periodic).inside(at))
        throw Error(fmt::format("({:.1f}, {:.1f}) mm is not inside the arena", 1000.0 * at.x, 1000.0 * at.y));
    const auto& ids = model_.objects.id;
    std::int32_t id = 0;
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot)
        if (counts_up(model_.group_of(state_.object[robot])))
            id = std::max(id, ids[state_.object[robot]] + 1);
    while (std::find(ids.begin(), ids.end(), id) != ids.end()) ++id;
    do_now({.kind = Kind::add,
            .id = id,
            .at = as_logged(at),
            .angle = as_logged(angle),
            .category = kind.category});
    return static_cast<std::uint32_t>(model_.objects.size() - 1);
}

void Simulation::remove_robot(std::uint32_t object) {
    if (!can_be_added(model_.group_of(object)))
        throw Error(fmt::format("{}: only robots with a body of one piece can be removed",
                                model_.group_of(object).category));
    do_now({.kind = Kind::remove, .id = model_.objects.id[object]});
}

// Everything that has a row a robot gets one more; states that were saved before do not fit any longer.
void Simulation::grow(const Interaction& i) {
    const auto& groups = model_.scenario.objects;
    const auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.category == i.category; });
    if (group == groups.end()) throw Error(fmt::format("there is no category {} to add to", i.category));
    firmware_.require_room();
    const std::uint32_t robot =
        add_to(setup_, static_cast<std::uint32_t>(group - groups.begin()), i.id, {i.at.x, i.at.y, i.angle});
    services_.add_robot(robot);
    firmware_.add_robot(robot);
    population_changed();
}

void Simulation::take_away(std::uint32_t object) {
    Objects& objects = model_.objects;
    if (objects.is_gone(object)) return;
    if (hand_.held() == object) hand_.let_go();
    world_.remove_body(objects.bodies[object]);
    objects.bodies[object] = {};
    objects.body[object] = no_body;
    objects.gone.resize(objects.size(), 0);
    objects.gone[object] = 1;
    state_.motors[objects.robot[object]] = {};
    services_.robots_changed();
    population_changed();
}

void Simulation::population_changed() {
    run_ = next_run();
    same_population_ = false;
}

}  // namespace shoal::pogobot

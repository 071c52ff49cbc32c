#include "view/pogobot/stage.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shoal::view {
namespace {

constexpr KeyHelp help[] = {
    {"A, Insert", "add a robot at the cursor"},
    {"X, Delete", "remove what is selected"},
    {"L", "lights off, on"},
    {"R", "remote control: next signal"},
};

bool is_between(Vec2 p, Vec2 a, Vec2 b) {
    return p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) && p.y >= std::min(a.y, b.y) &&
           p.y <= std::max(a.y, b.y);
}

}  // namespace

PogobotStage::PogobotStage(pogobot::Simulation& simulation, record::Console& console)
    : simulation_(simulation), console_(console), picture_(scene_of(simulation)),
      facts_(simulation, console) {}

void PogobotStage::save(std::vector<std::byte>& state) {
    pogobot::Snapshot snapshot;
    snapshot.bytes.swap(state);
    simulation_.save(snapshot);
    state.swap(snapshot.bytes);
}

void PogobotStage::restore(std::vector<std::byte>& state) {
    pogobot::Snapshot snapshot{0.0, simulation_.run(), {}};
    snapshot.bytes.swap(state);
    simulation_.restore(snapshot);
    state.swap(snapshot.bytes);
}

bool PogobotStage::has_body(Thing object) const {
    return simulation_.model().objects.body[object] != pogobot::no_body;
}

std::optional<Thing> PogobotStage::thing_at(Vec2 place, double reach) const {
    const auto& objects = simulation_.model().objects;
    std::optional<Thing> nearest;
    double least = 0.0;
    for (Thing object = 0; object < objects.size(); ++object) {
        if (!has_body(object) || !objects.parts[object].empty()) continue;
        const Vec2 at = simulation_.world().position(objects.bodies[object]);
        const double distance = length(simulation_.world().layout().shortest(place - at));
        if (distance > static_cast<double>(objects.radius[object]) + reach) continue;
        if (nearest && distance >= least) continue;
        nearest = object;
        least = distance;
    }
    return nearest;
}

std::vector<Thing> PogobotStage::things_between(Vec2 a, Vec2 b) const {
    const auto& model = simulation_.model();
    std::vector<Thing> found;
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) {
        const std::uint32_t object = simulation_.state().object[robot];
        if (has_body(object) && is_between(simulation_.world().position(model.objects.bodies[object]), a, b))
            found.push_back(object);
    }
    return found;
}

// What runs a controller.
bool PogobotStage::can_be_selected(Thing object) const { return robot_of(object) != pogobot::no_robot; }

std::optional<Ring> PogobotStage::ring(Thing object) const {
    const auto& objects = simulation_.model().objects;
    if (!has_body(object)) return std::nullopt;
    return Ring{simulation_.world().position(objects.bodies[object]),
                static_cast<double>(objects.radius[object])};
}

void PogobotStage::select(Thing object) {
    facts_.look_at(object);
    simulation_.click(robot_of(object));
}

std::span<const KeyHelp> PogobotStage::keys() const { return help; }

void PogobotStage::grab(Thing object, Vec2 at) {
    const auto& world = simulation_.world();
    grip_ = world.layout().shortest(at - world.position(simulation_.model().objects.bodies[object]));
    simulation_.grab(object);
}

void PogobotStage::move_hand(Vec2 to) { simulation_.aim_hand(to - grip_, simulation_.hand().angle()); }

void PogobotStage::turn_hand(double by) {
    simulation_.aim_hand(simulation_.hand().target(), simulation_.hand().angle() + by);
}

void PogobotStage::act(Action action, const Pointing& pointing) {
    if (action == Action::add) add_robot(pointing);
    if (action == Action::remove) remove_robots(pointing);
    if (action == Action::lamps) simulation_.switch_lights(!simulation_.lights_are_on());
    if (action == Action::remote) next_remote_signal();
}

// Of the kind that was selected last, or else of the first kind that there is.
void PogobotStage::add_robot(const Pointing& pointing) {
    const auto& model = simulation_.model();
    const auto& groups = model.scenario.objects;
    const auto first = std::find_if(groups.begin(), groups.end(), pogobot::can_be_added);
    if (first == groups.end()) return say("the scenario has no robots to add more of");
    auto group = static_cast<std::uint32_t>(first - groups.begin());
    if (!pointing.selected.empty()) group = model.objects.group[pointing.selected.back()];
    try {
        const Thing object = simulation_.add_robot(group, pointing.at, 0.0);
        say(fmt::format("robot {} ({}) added", model.objects.id[object], groups[group].category));
    } catch (const Error& error) {
        say(error.what());
    }
}

void PogobotStage::remove_robots(const Pointing& pointing) {
    if (pointing.selected.empty()) return say("select the robots that are to be removed");
    for (const Thing object : pointing.selected) {
        try {
            simulation_.remove_robot(object);
        } catch (const Error& error) {
            say(error.what());
        }
    }
}

void PogobotStage::next_remote_signal() {
    const auto& signals = simulation_.model().scenario.remote;
    if (signals.empty()) say("the scenario has no remote signals: see its key `remote`");
    else simulation_.give_remote_signal(signals[next_remote_++ % signals.size()]);
}

std::vector<std::pair<Vec2, double>> PogobotStage::poses() const {
    const auto& objects = simulation_.model().objects;
    std::vector<std::pair<Vec2, double>> poses;
    for (Thing object = 0; object < objects.size(); ++object)
        if (has_body(object))
            poses.emplace_back(simulation_.world().position(objects.bodies[object]),
                               simulation_.world().angle(objects.bodies[object]));
    return poses;
}

}  // namespace shoal::view

#include "scenario/remote_keys.hpp"

#include "scenario/read_keys.hpp"

namespace shoal::scenario {

const std::vector<Section<RemoteEvent>>& remote_keys() {
    using R = RemoteEvent;
    using namespace unit;
    static const std::vector<Section<R>> sections = {
        {"Remote control",
         every_type,
         {
             {"at", &R::at, s, at_least(0), "When the signal is given.", required},
             {"payload", &R::payload, none, between(0, 255),
              "What the message carries: a text, or a list of bytes.", required},
             {"to", &R::to, "All robots, or those in a disc or a cone."},
             {"position", &R::position, mm, any, "Middle of the disc, or tip of the cone.",
              otherwise("needed by disc and cone")},
             {"radius", &R::radius, mm, above(0), "Radius of the disc, or length of the cone."},
             {"direction", &R::direction, rad, any, "Where the middle of the cone points."},
             {"half_angle", &R::half_angle, rad, above(0), "Half the opening of the cone."},
         }},
    };
    return sections;
}

namespace {

// What says where must fit what says whom.
void check_target(const Node& item, const RemoteEvent& event, const std::string& path, Problems& problems) {
    if (event.to != RemoteTarget::all && !event.position)
        problems.error({item.place.location(),
                        path + ".position",
                        {},
                        "two numbers [x, y] in mm",
                        "a signal to a disc or a cone needs a position"});
    const auto warn_of = [&](const char* key) {
        if (const Node* child = item.find(key))
            problems.warning({child->key_place.location(),
                              path + "." + key,
                              {},
                              {},
                              "this key has no effect on signals to: " + name_of(event.to)});
    };
    if (event.to == RemoteTarget::all)
        for (const char* key : {"position", "radius"}) warn_of(key);
    if (event.to != RemoteTarget::cone)
        for (const char* key : {"direction", "half_angle"}) warn_of(key);
}

}  // namespace

std::vector<RemoteEvent> read_remote(const Node& list, Problems& problems) {
    std::vector<RemoteEvent> events;
    if (!list.is_sequence())
        problems.error({list.place.location(), "remote", summary(list), "a list of signals", {}});
    for (const Node& item : list.children) {
        const std::string path = "remote[" + std::to_string(events.size()) + "]";
        RemoteEvent& event = events.emplace_back();
        if (!item.is_map()) {
            problems.error({item.place.location(), path, summary(item), "a map with at, payload, ...", {}});
            continue;
        }
        read_keys(item, remote_keys(), {path}, problems, event);
        check_target(item, event, path, problems);
    }
    return events;
}

}  // namespace shoal::scenario

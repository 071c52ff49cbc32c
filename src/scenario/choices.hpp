#pragma once

#include "scenario/object_group.hpp"
#include "scenario/remote_event.hpp"
#include "scenario/settings.hpp"
#include "scenario/vehicle/vehicle_scenario.hpp"

#include <string>
#include <vector>

namespace shoal::scenario {

/// A name of the file and the enumerator it stands for. Later names of the same enumerator are aliases.
struct Choice {
    std::string name;
    int value;

    template <class E>
    Choice(const char* word, E e) : name(word), value(static_cast<int>(e)) {}
};

/// The names that an enumeration has in the file, in the order in which messages list them.
template <class E>
[[nodiscard]] std::vector<Choice> choices_of();

[[nodiscard]] std::string name_of(const std::vector<Choice>& choices, int value);
template <class E>
[[nodiscard]] std::string name_of(E value) {
    return name_of(choices_of<E>(), static_cast<int>(value));
}

template <>
std::vector<Choice> choices_of<Family>();
template <>
std::vector<Choice> choices_of<Compatibility>();
template <>
std::vector<Choice> choices_of<ArenaAspect>();
template <>
std::vector<Choice> choices_of<BoundaryCondition>();
template <>
std::vector<Choice> choices_of<LostBody>();
template <>
std::vector<Choice> choices_of<Globals>();
template <>
std::vector<Choice> choices_of<CommunicationObstacles>();
template <>
std::vector<Choice> choices_of<LogFormat>();
template <>
std::vector<Choice> choices_of<Formation>();
template <>
std::vector<Choice> choices_of<ObjectType>();
template <>
std::vector<Choice> choices_of<Geometry>();
template <>
std::vector<Choice> choices_of<MsgSuccessLaw>();
template <>
std::vector<Choice> choices_of<LightMode>();
template <>
std::vector<Choice> choices_of<Colormap>();
template <>
std::vector<Choice> choices_of<RemoteTarget>();
template <>
std::vector<Choice> choices_of<LightShadows>();
template <>
std::vector<Choice> choices_of<Locomotion>();
template <>
std::vector<Choice> choices_of<Battery>();
template <>
std::vector<Choice> choices_of<VehiclePrecision>();
template <>
std::vector<Choice> choices_of<GustStrength>();
template <>
std::vector<Choice> choices_of<VehicleFormation>();
template <>
std::vector<Choice> choices_of<VehicleGuidance>();
template <>
std::vector<Choice> choices_of<RouteCorners>();

}  // namespace shoal::scenario

#include "scenario/choices.hpp"

#include "base/assert.hpp"

namespace shoal::scenario {

std::string name_of(const std::vector<Choice>& choices, int value) {
    for (const Choice& choice : choices) {
        if (choice.value == value) return choice.name;
    }
    SHOAL_ASSERT(false);
    return {};
}

template <>
std::vector<Choice> choices_of<Family>() {
    return {{"pogobot", Family::pogobot}, {"voxel", Family::voxel}, {"vehicle", Family::vehicle}};
}

template <>
std::vector<Choice> choices_of<Compatibility>() {
    return {{"robot", Compatibility::robot}, {"pogosim", Compatibility::pogosim}};
}

template <>
std::vector<Choice> choices_of<ArenaAspect>() {
    return {{"keep", ArenaAspect::keep}, {"square", ArenaAspect::square}};
}

template <>
std::vector<Choice> choices_of<BoundaryCondition>() {
    return {{"solid", BoundaryCondition::solid}, {"periodic", BoundaryCondition::periodic}};
}

template <>
std::vector<Choice> choices_of<LostBody>() {
    return {{"stop", LostBody::stop}, {"freeze", LostBody::freeze}};
}

template <>
std::vector<Choice> choices_of<Globals>() {
    return {{"shared", Globals::shared}, {"per_robot", Globals::per_robot}};
}

template <>
std::vector<Choice> choices_of<CommunicationObstacles>() {
    return {{"robots", CommunicationObstacles::robots}, {"all", CommunicationObstacles::all}};
}

template <>
std::vector<Choice> choices_of<LogFormat>() {
    return {{"default", LogFormat::dated}, {"date", LogFormat::dated}, {"minimal", LogFormat::minimal}};
}

template <>
std::vector<Choice> choices_of<Formation>() {
    return {
        {"random", Formation::random},
        {"aligned_random", Formation::aligned_random},
        {"random_near_walls", Formation::random_near_walls},
        {"aligned_random_near_walls", Formation::aligned_random_near_walls},
        {"disk", Formation::disk},
        {"aligned_disk", Formation::aligned_disk},
        {"lloyd", Formation::lloyd},
        {"power_lloyd", Formation::power_lloyd},
        {"chessboard", Formation::chessboard},
        {"aligned_chessboard", Formation::aligned_chessboard},
        {"imported", Formation::imported},
    };
}

template <>
std::vector<Choice> choices_of<ObjectType>() {
    return {
        {"pogobot", ObjectType::pogobot},
        {"pogobject", ObjectType::pogobject},
        {"pogowall", ObjectType::pogowall},
        {"membrane", ObjectType::membrane},
        {"rectmembrane", ObjectType::rectmembrane},
        {"active_object", ObjectType::active_object},
        {"passive_object", ObjectType::passive_object},
        {"static_light", ObjectType::static_light},
        {"rotating_ray_of_light", ObjectType::rotating_ray_of_light},
        {"alternating_rays_of_light", ObjectType::alternating_rays_of_light},
    };
}

template <>
std::vector<Choice> choices_of<Geometry>() {
    return {
        {"disk", Geometry::disk},   {"rectangle", Geometry::rectangle}, {"triangle", Geometry::triangle},
        {"arena", Geometry::arena}, {"global", Geometry::global},
    };
}

template <>
std::vector<Choice> choices_of<MsgSuccessLaw>() {
    return {{"static", MsgSuccessLaw::fixed},
            {"dynamic", MsgSuccessLaw::dynamic},
            {"realistic", MsgSuccessLaw::realistic},
            {"physical", MsgSuccessLaw::physical}};
}

template <>
std::vector<Choice> choices_of<LightMode>() {
    return {{"static", LightMode::uniform}, {"gradient", LightMode::gradient}, {"plane", LightMode::plane}};
}

template <>
std::vector<Choice> choices_of<Colormap>() {
    return {{"rainbow", Colormap::rainbow}, {"qualitative", Colormap::qualitative}};
}

template <>
std::vector<Choice> choices_of<RemoteTarget>() {
    return {{"all", RemoteTarget::all}, {"disc", RemoteTarget::disc}, {"cone", RemoteTarget::cone}};
}

template <>
std::vector<Choice> choices_of<LightShadows>() {
    return {{"none", LightShadows::none}, {"objects", LightShadows::objects}};
}

template <>
std::vector<Choice> choices_of<Locomotion>() {
    return {{"ideal", Locomotion::ideal},
            {"wheels", Locomotion::wheels},
            {"tpu_brush", Locomotion::tpu_brush},
            {"nylon_brush", Locomotion::nylon_brush}};
}

template <>
std::vector<Choice> choices_of<Battery>() {
    return {{"constant", Battery::constant}, {"model", Battery::model}};
}

template <>
std::vector<Choice> choices_of<VehiclePrecision>() {
    return {{"double", VehiclePrecision::twofold}, {"single", VehiclePrecision::single}};
}

template <>
std::vector<Choice> choices_of<GustStrength>() {
    return {
        {"none", GustStrength::none}, {"light", GustStrength::light}, {"moderate", GustStrength::moderate}};
}

template <>
std::vector<Choice> choices_of<VehicleFormation>() {
    return {{"grid", VehicleFormation::grid},
            {"line", VehicleFormation::line},
            {"column", VehicleFormation::column},
            {"circle", VehicleFormation::circle},
            {"vee", VehicleFormation::vee}};
}

template <>
std::vector<Choice> choices_of<VehicleGuidance>() {
    return {{"hold", VehicleGuidance::hold},
            {"route", VehicleGuidance::route},
            {"orbit", VehicleGuidance::orbit},
            {"target", VehicleGuidance::target}};
}

template <>
std::vector<Choice> choices_of<RouteCorners>() {
    return {{"straight", RouteCorners::straight},
            {"fillet", RouteCorners::fillet},
            {"dubins", RouteCorners::dubins}};
}

}  // namespace shoal::scenario

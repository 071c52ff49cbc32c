#include "pogobot/formation/root.hpp"

#include "base/error.hpp"
#include "pogobot/membrane.hpp"
#include "pogobot/placing.hpp"

#include <algorithm>

namespace shoal::pogobot {

using physics::Vec2;
using scenario::Geometry;
using scenario::ObjectGroup;

namespace {

constexpr const char* key = "initial_formation_root_object";
constexpr int round_corners = 256;  // of the polygon that stands for a disc

Error refusal(const Model& model, const ObjectGroup& group, const std::string& message) {
    return Error({{model.scenario.path},
                  key,
                  group.category,
                  "arena, or a category of membranes or of lights on a disk, rectangle or triangle",
                  message});
}

bool is_whole_arena(const ObjectGroup& group) {
    return group.geometry == Geometry::arena || group.geometry == Geometry::global;
}

// Lights are not among the objects that are placed: they stand where they say.
Placement place_of_first(const Model& model, std::uint32_t group, std::span<const Placement> places) {
    const ObjectGroup& g = model.scenario.objects[group];
    if (is_light(g.type)) return {*g.x, *g.y, 0.0};
    const auto& groups = model.objects.group;
    const auto first = std::find(groups.begin(), groups.end(), group) - groups.begin();
    return places[static_cast<std::size_t>(first)];
}

}  // namespace

std::optional<std::uint32_t> root_group(const Model& model) {
    const std::string& name = model.scenario.settings.initial_formation_root_object;
    const auto& groups = model.scenario.objects;
    if (name == "arena") return std::nullopt;
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        if (groups[g].category != name) continue;
        if (!has_body(groups[g]) && is_whole_arena(groups[g])) return std::nullopt;
        if (groups[g].nb == 0) throw refusal(model, groups[g], "there is no such object: nb is 0");
        if (has_body(groups[g]) && !is_membrane(groups[g]))
            throw refusal(model, groups[g], "these objects are solid: nothing can stand within them");
        return g;
    }
    throw Error({{model.scenario.path}, key, name, "arena or a category of objects", ""});
}

Room room_within(const Model& model, std::uint32_t group, std::span<const Placement> places) {
    const ObjectGroup& g = model.scenario.objects[group];
    const Shape shape = is_membrane(g) ? ring_of(g).room : shape_of(g);
    if (bounding_radius(shape) <= 0.0) throw refusal(model, g, "its parts leave no room within it");
    const physics::Pose pose = pose_of(place_of_first(model, group, places));
    std::vector<Vec2> corners = shape.is_disc() ? rim(shape, round_corners) : shape.corners;
    for (Vec2& corner : corners) corner = pose.to_world(corner);

    Room room;
    room.origin = corners.front();
    for (const Vec2 corner : corners)
        room.origin = {std::min(room.origin.x, corner.x), std::min(room.origin.y, corner.y)};
    auto& outline = room.arena.polygons.emplace_back();
    for (const Vec2 corner : corners) {
        const Vec2 at = corner - room.origin;
        outline.push_back({at.x, at.y});
        room.arena.width = std::max(room.arena.width, at.x);
        room.arena.height = std::max(room.arena.height, at.y);
    }
    return room;
}

}  // namespace shoal::pogobot

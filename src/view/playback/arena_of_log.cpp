#include "view/playback/arena_of_log.hpp"

#include "scenario/node.hpp"
#include "scenario/text.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::view {
namespace {

constexpr double metres = 0.1;  // a unit

double coordinate(const scenario::Node& point, std::string_view name) {
    const scenario::Node* node = point.find(name);
    return metres * (node ? scenario::parse_double(node->text).value_or(0.0) : 0.0);
}

// The outline turns from x to y, holes the other way.
scenario::Polygon polygon_of(const scenario::Node& points, bool is_outline) {
    scenario::Polygon polygon;
    for (const auto& point : points.children)
        polygon.push_back({coordinate(point, "x"), coordinate(point, "y")});
    if ((scenario::signed_area(polygon) > 0.0) != is_outline) std::reverse(polygon.begin(), polygon.end());
    return polygon;
}

}  // namespace

scenario::Arena arena_of_log(const std::string& polygons, const scenario::Scenario& scenario) {
    if (polygons.empty()) return scenario::load_arena(scenario);
    scenario::Arena arena;
    const scenario::Node tree = scenario::parse_yaml(polygons, "arena_polygons");
    for (const auto& points : tree.children) {
        arena.polygons.push_back(polygon_of(points, arena.polygons.empty()));
        for (const auto& p : arena.polygons.back()) {
            arena.width = std::max(arena.width, p.x);
            arena.height = std::max(arena.height, p.y);
        }
    }
    if (!arena.polygons.empty()) return arena;
    arena.periodic_by_file = true;
    arena.width = arena.height = std::sqrt(scenario.settings.arena_surface);
    return arena;
}

}  // namespace shoal::view

#include "view/pogobot/picture.hpp"

#include "view/picture/legend.hpp"
#include "view/pogobot/theme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace shoal::view {

using pogobot::Model;
using scenario::ObjectType;

namespace {

/// The greatest level that lights shine with for longer than a pulse or a flash.
double brightest_of(const Model& model) {
    double level = 1.0;
    for (const auto& group : model.scenario.objects)
        if (is_light(group.type) && group.nb > 0)
            level =
                std::max({level, static_cast<double>(group.value), static_cast<double>(group.edge_value)});
    return level;
}

std::vector<Vec2> turned_round(const scenario::Polygon& polygon) {
    std::vector<Vec2> corners;
    for (const auto& p : polygon) corners.push_back({p.x, p.y});
    std::reverse(corners.begin(), corners.end());
    return corners;
}

}  // namespace

PogobotPicture::PogobotPicture(const Scene& scene)
    : scene_(scene), traces_(scene.model), light_(scene.model, scene.state, scene.world),
      brightest_(brightest_of(scene.model)) {
    paint_objects();
}

void PogobotPicture::paint_objects() {
    const Model& model = scene_.model;
    for (auto object = static_cast<std::uint32_t>(paint_.size()); object < model.objects.size(); ++object) {
        const Vec2 at = model.objects.start.empty() ? Vec2{} : model.objects.start[object];
        paint_.push_back(theme::paint(model.group_of(object).colormap, at.x, at.y));
    }
}

physics::Bounds PogobotPicture::bounds() const {
    const auto& arena = scene_.model.arena;
    return {{0.0, 0.0}, {arena.width, arena.height}};
}

std::string PogobotPicture::contents() const {
    const auto& gone = scene_.model.objects.gone;
    return fmt::format("{} robots", scene_.model.robots - std::count(gone.begin(), gone.end(), 1));
}

std::optional<Vec2> PogobotPicture::place_of(std::int32_t id) const {
    const auto& objects = scene_.model.objects;
    for (std::uint32_t object = 0; object < objects.size(); ++object)
        if (objects.id[object] == id && objects.body[object] != pogobot::no_body)
            return scene_.world.position(objects.bodies[object]);
    return std::nullopt;
}

bool PogobotPicture::has_legend(const Layers& layers) const {
    return layers.links || layers.messages || layers.light ||
           (scene_.paint != nullptr && !scene_.paint->legend.empty());
}

void PogobotPicture::explain(const Layers& layers, Legend& legend) const {
    if (scene_.paint != nullptr)
        for (auto entry = scene_.paint->legend.rbegin(); entry != scene_.paint->legend.rend(); ++entry)
            legend.disc(entry->first, entry->second);
    if (layers.light && brightest_ > 1.0)
        legend.ramp("light 0", fmt::format("{:g}", brightest_), theme::light);
    constexpr const char* directions[] = {"front", "right", "back", "left"};
    for (int d = 3; (layers.links || layers.messages) && d >= 0; --d)
        legend.line(directions[d], theme::direction[static_cast<std::size_t>(d)]);
}

void PogobotPicture::draw(const Layers& layers, double pixel, DrawList& list) {
    if (paint_.size() < scene_.model.objects.size()) paint_objects();
    draw_arena(list);
    if (layers.light && !light_.dark()) draw_light(pixel, list);
    if (layers.traces) traces_.draw(scene_.state, scene_.world, list);
    if (layers.links) draw_links(layers.links_above ? Layer::links_above : Layer::links_below, list);
    if (layers.messages) draw_messages(list);
    draw_objects(list);
    draw_robots(layers, pixel, list);
}

// Everything outside the walls is painted over the light; in a periodic arena also over what sticks out of it.
void PogobotPicture::draw_arena(DrawList& list) const {
    const auto& model = scene_.model;
    const auto [min, max] = bounds();
    list.box(Layer::floor, min, max, theme::floor);
    const double far = 100.0 * std::max(max.x, max.y);
    std::vector<std::vector<Vec2>> outlines{{{-far, -far}, {far, -far}, {far, far}, {-far, far}}};
    if (model.periodic) outlines.push_back({min, {min.x, max.y}, max, {max.x, min.y}});
    else
        for (const auto& polygon : model.arena.polygons) outlines.push_back(turned_round(polygon));
    list.region(model.periodic ? Layer::notes : Layer::walls, outlines, theme::outside);
    const Colour colour = model.periodic ? theme::pale_ink : theme::wall;
    for (std::size_t i = 1; i < outlines.size(); ++i)
        list.line(model.periodic ? Layer::notes : Layer::walls, outlines[i],
                  {0.004, model.periodic ? 1.0 : 2.5}, colour, true);
}

}  // namespace shoal::view

#include "base/math.hpp"
#include "view/pogobot/picture.hpp"
#include "view/pogobot/theme.hpp"

#include <cmath>

namespace shoal::view {

using scenario::ObjectType;

namespace {

constexpr double lamp_radius = 0.2;  // of the robot's, as the next
constexpr double lamp_distance = 0.74;
constexpr double seen_from = 4.0;  // px: a robot's radius, for its heading and LEDs to be seen

/// visit(place) for a disc and, in a periodic arena, for its images that reach into it.
template <class Visit>
void for_images(const pogobot::Model& model, Vec2 at, double radius, const Visit& visit) {
    visit(at);
    if (!model.periodic) return;
    const Vec2 size{model.arena.width, model.arena.height};
    const double dx = at.x < radius ? size.x : at.x > size.x - radius ? -size.x : 0.0;
    const double dy = at.y < radius ? size.y : at.y > size.y - radius ? -size.y : 0.0;
    if (dx != 0.0) visit(Vec2{at.x + dx, at.y});
    if (dy != 0.0) visit(Vec2{at.x, at.y + dy});
    if (dx != 0.0 && dy != 0.0) visit(Vec2{at.x + dx, at.y + dy});
}

Vec2 towards(double angle) {
    const math::SinCos sc = math::sincos(angle);
    return {sc.cos, sc.sin};
}

}  // namespace

std::optional<Colour> PogobotPicture::head(std::uint32_t robot) const {
    if (scene_.paint != nullptr) return scene_.paint->heads[robot];
    const pogobot::Led led = scene_.state.leds[robot].led[0];
    return theme::is_lit(led) ? std::optional(theme::led(led)) : std::nullopt;
}

void PogobotPicture::draw_robots(const Layers& layers, double pixel, DrawList& list) const {
    const auto& model = scene_.model;
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) {
        const std::uint32_t object = scene_.state.object[robot];
        const ObjectType type = model.group_of(object).type;
        const bool is_robot = type == ObjectType::pogobot || type == ObjectType::pogobject;
        if (!is_robot || model.objects.body[object] == pogobot::no_body) continue;
        const Vec2 at = scene_.world.position(model.objects.bodies[object]);
        for_images(model, at, static_cast<double>(model.objects.radius[object]),
                   [&](Vec2 image) { draw_robot(robot, image, layers, pixel, list); });
    }
}

void PogobotPicture::draw_robot(std::uint32_t robot, Vec2 at, const Layers& layers, double pixel,
                                DrawList& list) const {
    const auto& model = scene_.model;
    const std::uint32_t object = scene_.state.object[robot];
    const auto& group = model.group_of(object);
    const auto& leds = scene_.state.leds[robot];
    const double angle = scene_.world.angle(model.objects.bodies[object]);
    const double radius = static_cast<double>(model.objects.radius[object]);
    const auto colour = head(robot);
    const Colour fill = colour.value_or(theme::unlit);
    if (colour && scene_.paint == nullptr && radius > seen_from * pixel)
        list.disc(Layer::objects, {at, 1.22 * radius, with_alpha(fill, 0.22), {}, {}});
    list.disc(Layer::robots, {at, radius, fill, theme::ink, {0.09 * radius, 1.0}});
    if (group.type != ObjectType::pogobot || radius < seen_from * pixel) return;
    const Vec2 ahead = towards(angle);
    const Vec2 aside = left_of(ahead);
    const Vec2 arrow[] = {at + 0.56 * radius * ahead, at - 0.34 * radius * ahead + 0.3 * radius * aside,
                          at - 0.16 * radius * ahead, at - 0.34 * radius * ahead - 0.3 * radius * aside};
    list.region(Layer::robots, arrow, with_alpha(theme::contrast(fill), 0.85));
    if (!layers.leds) return;
    for (int i = 1; i < 5; ++i) {
        if (!theme::is_lit(leds.led[i])) continue;
        const double quarter = (i - 1) - (group.rotate_LEDs_45_deg ? 0.5 : 0.0);
        const Vec2 lamp = at + lamp_distance * radius * towards(angle + 0.5 * math::pi * quarter);
        list.disc(Layer::robots,
                  {lamp, lamp_radius * radius, theme::led(leds.led[i]), theme::ink, {0.06 * radius, 0.6}});
    }
}

}  // namespace shoal::view

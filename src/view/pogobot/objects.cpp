#include "physics/shape_view.hpp"
#include "pogobot/membrane.hpp"
#include "pogobot/shape.hpp"
#include "view/pogobot/picture.hpp"
#include "view/pogobot/theme.hpp"

#include <cmath>

namespace shoal::view {

using scenario::ObjectType;

namespace {

constexpr Width outline{0.002, 1.0};

physics::Pose pose_of(const physics::World& world, physics::BodyId body) {
    const double angle = world.angle(body);
    return {world.position(body), {std::cos(angle), std::sin(angle)}};
}

std::vector<Vec2> placed(const pogobot::Shape& shape, const physics::Pose& pose) {
    std::vector<Vec2> corners;
    for (const Vec2 corner : shape.corners) corners.push_back(pose.to_world(corner));
    return corners;
}

}  // namespace

// Objects and walls of their own; robots come after them.
void PogobotPicture::draw_objects(DrawList& list) const {
    const auto& model = scene_.model;
    const auto& world = scene_.world;
    for (std::uint32_t object = 0; object < model.objects.size(); ++object) {
        if (model.objects.body[object] == pogobot::no_body) continue;
        const auto& group = model.group_of(object);
        if (!model.objects.parts[object].empty()) {
            draw_membrane(object, list);
            continue;
        }
        if (group.type == ObjectType::pogobot || group.type == ObjectType::pogobject) continue;
        const std::uint32_t robot = model.objects.robot[object];
        const bool lit = robot != pogobot::no_robot && theme::is_lit(scene_.state.leds[robot].led[0]);
        const Colour fill = lit                                  ? theme::led(scene_.state.leds[robot].led[0])
                            : group.type == ObjectType::pogowall ? theme::wall
                                                                 : paint_[object];
        const pogobot::Shape shape = pogobot::shape_of(group);
        const physics::Pose pose = pose_of(world, model.objects.bodies[object]);
        const Colour edge = mix(fill, theme::ink, 0.55);
        if (shape.is_disc()) {
            list.disc(Layer::objects, {pose.position, shape.radius, fill, edge, {0.003, 1.5}});
            const Vec2 radius[] = {pose.position, pose.to_world({0.85 * shape.radius, 0.0})};
            list.line(Layer::objects, radius, outline, with_alpha(edge, 0.5));
        } else {
            const auto corners = placed(shape, pose);
            list.region(Layer::objects, corners, fill);
            list.line(Layer::objects, corners, {0.003, 1.5}, edge, true);
        }
    }
}

// A skin along its parts, and the springs that hold it open.
void PogobotPicture::draw_membrane(std::uint32_t object, DrawList& list) const {
    const auto& model = scene_.model;
    const auto& world = scene_.world;
    const auto& group = model.group_of(object);
    const auto& joints = world.model().joints;
    const auto& parts = model.objects.parts[object];
    const std::uint32_t robot = model.objects.robot[object];
    const bool lit = robot != pogobot::no_robot && theme::is_lit(scene_.state.leds[robot].led[0]);
    const Colour skin = lit ? theme::led(scene_.state.leds[robot].led[0]) : Colour{74, 86, 110};
    std::vector<Vec2> middle;
    pogobot::trace(parts, world, middle);
    const double half =
        group.type == ObjectType::rectmembrane ? pogobot::ring_of(group).half_thickness : group.dot_radius;
    list.line(Layer::objects, middle, {2.0 * half, 2.0}, with_alpha(skin, 0.55), true);
    if (group.type == ObjectType::membrane)
        for (const Vec2 at : middle) list.disc(Layer::objects, {at, half, skin, skin, {}});
    const auto is_part = [&](std::uint32_t body) {
        return body >= parts.front().index && body <= parts.back().index;
    };
    const auto anchor = [&](std::uint32_t body, Vec2 at) {
        const double angle = world.state().angle[body];
        return physics::Pose{{world.state().x[body], world.state().y[body]},
                             {std::cos(angle), std::sin(angle)}}
            .to_world(at);
    };
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (!joints.alive[j] || !is_part(joints.a[j]) || joints.kind[j] != physics::JointKind::spring)
            continue;
        const Vec2 from = anchor(joints.a[j], joints.anchor_a[j]);
        const Vec2 way = world.layout().shortest(anchor(joints.b[j], joints.anchor_b[j]) - from);
        const Vec2 ends[] = {from, from + way};
        list.line(Layer::objects, ends, {0.0, 1.0}, with_alpha(theme::joint, 0.65));
    }
}

}  // namespace shoal::view

#include "base/math.hpp"
#include "view/pogobot/picture.hpp"
#include "view/pogobot/theme.hpp"

#include <vector>

namespace shoal::view {
namespace {

constexpr double afterglow = 0.3;  // s: for so long a message is seen

std::vector<Vec2> sector(Vec2 tip, double middle, double radius) {
    constexpr int sides = 12;
    std::vector<Vec2> corners{tip};
    for (int i = 0; i <= sides; ++i) {
        const math::SinCos sc =
            math::sincos(middle + 0.5 * math::pi * (static_cast<double>(i) / sides - 0.5));
        corners.push_back(tip + radius * Vec2{sc.cos, sc.sin});
    }
    return corners;
}

}  // namespace

// The quarter that each emitter lights up, as far as it reaches, fading since the last message.
void PogobotPicture::draw_messages(DrawList& list) const {
    if (scene_.run == nullptr) return;
    const auto& model = scene_.model;
    const auto& world = scene_.world;
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) {
        const auto sent = scene_.run->last_sent(robot);
        const double age = scene_.state.time - sent.time;
        const std::uint32_t object = scene_.state.object[robot];
        if (sent.time < 0.0 || age > afterglow || model.objects.body[object] == pogobot::no_body) continue;
        const auto body = model.objects.bodies[object];
        const double reach =
            static_cast<double>(model.objects.radius[object]) + model.group_of(object).communication_radius;
        for (unsigned d = 0; d < 4; ++d)
            if ((sent.emitters >> d & 1) != 0)
                list.region(Layer::links_below,
                            sector(world.position(body), world.angle(body) + 0.5 * math::pi * d, reach),
                            with_alpha(theme::direction[d], 0.16 * (1.0 - age / afterglow)));
    }
}

}  // namespace shoal::view

#include "view/pogobot/picture.hpp"
#include "view/pogobot/theme.hpp"

#include <algorithm>

namespace shoal::view {
namespace {

struct Link {
    std::uint32_t from, to;
    std::uint8_t emitters;  // a bit each

    friend bool operator<(const Link& a, const Link& b) {
        return a.from != b.from ? a.from < b.from : a.to < b.to;
    }
};

Colour colour_of(std::uint8_t emitters) {
    if (emitters == 0xf) return theme::ink;
    for (unsigned d = 0; d < 4; ++d)
        if ((emitters >> d & 1) != 0) return theme::direction[d];
    return theme::ink;
}

void draw_arrow(Layer layer, Vec2 from, Vec2 to, double size, Colour colour, DrawList& list) {
    const Vec2 way = normalised(to - from);
    const Vec2 neck = to - size * way;
    const Vec2 aside = 0.5 * size * left_of(way);
    const Vec2 shaft[] = {from, neck};
    list.line(layer, shaft, {0.003, 1.5}, colour);
    const Vec2 head[] = {to, neck + aside, neck - aside};
    list.region(layer, head, colour);
}

}  // namespace

// From each robot to those that it reaches, in the colour of the emitter that reaches them. Of a mutual link each robot's
// colour goes half the way; a link in one direction is an arrow.
void PogobotPicture::draw_links(Layer layer, DrawList& list) {
    const auto& model = scene_.model;
    const auto& state = scene_.state;
    const auto& world = scene_.world;
    audience_ = std::make_unique<pogobot::IrAudience>(model, state, world);
    std::vector<Link> links;
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) {
        const std::size_t first = links.size();
        for (unsigned d = 0; d < 4; ++d)
            for (const auto& hearer : audience_->of(robot, static_cast<std::uint8_t>(1U << d))) {
                const auto same =
                    std::find_if(links.begin() + static_cast<std::ptrdiff_t>(first), links.end(),
                                 [&](const Link& link) { return link.to == hearer.robot; });
                if (same != links.end()) same->emitters |= static_cast<std::uint8_t>(1U << d);
                else links.push_back({robot, hearer.robot, static_cast<std::uint8_t>(1U << d)});
            }
        std::sort(links.begin() + static_cast<std::ptrdiff_t>(first), links.end());
    }
    const auto has_body = [&](std::uint32_t robot) {
        return model.objects.body[state.object[robot]] != pogobot::no_body;
    };
    for (const Link& link : links) {
        if (!has_body(link.from) || !has_body(link.to)) continue;
        const std::uint32_t object = state.object[link.from];
        const std::uint32_t other = state.object[link.to];
        const Vec2 from = world.position(model.objects.bodies[object]);
        const Vec2 way = world.layout().shortest(world.position(model.objects.bodies[other]) - from);
        const Vec2 unit = normalised(way);
        const double near = static_cast<double>(model.objects.radius[object]);
        const double far = length(way) - static_cast<double>(model.objects.radius[other]);
        const bool mutual = std::binary_search(links.begin(), links.end(), Link{link.to, link.from, 0});
        if (mutual) {
            const Vec2 half[] = {from + 0.6 * near * unit, from + 0.5 * (near + far) * unit};
            list.line(layer, half, {0.003, 1.5}, colour_of(link.emitters));
        } else {
            const double size = std::min(0.012, 0.5 * std::max(0.0, far - near));
            draw_arrow(layer, from + 0.6 * near * unit, from + far * unit, size, colour_of(link.emitters),
                       list);
        }
    }
}

}  // namespace shoal::view

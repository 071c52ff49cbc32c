#include "pogobot/infrared/walls.hpp"

#include "base/math.hpp"
#include "physics/collide.hpp"

#include <algorithm>
#include <limits>

namespace shoal::pogobot {

using physics::Vec2;

double distance_to_segment(Vec2 a, Vec2 b, bool facing) {
    if (facing) {
        if (a.x < 0.0 && b.x < 0.0) return std::numeric_limits<double>::infinity();
        const auto cut = [](Vec2 behind, Vec2 ahead) {
            return Vec2{0.0, behind.y + (ahead.y - behind.y) * behind.x / (behind.x - ahead.x)};
        };
        if (a.x < 0.0) a = cut(a, b);
        else if (b.x < 0.0) b = cut(b, a);
    }
    return length(physics::nearest_on_segment({}, a, b));
}

void IrContours::add(std::uint32_t robot, std::span<const Vec2> corners) {
    for (std::size_t i = 0; i < corners.size(); ++i)
        edges_.push_back({corners[i], corners[(i + 1) % corners.size()], robot});
    if (!contains(robot)) robots_.push_back(robot);
}

void IrContours::remove(std::uint32_t robot) {
    std::erase_if(edges_, [&](const Edge& edge) { return edge.robot == robot; });
    std::erase(robots_, robot);
}

bool IrContours::contains(std::uint32_t robot) const {
    return std::find(robots_.begin(), robots_.end(), robot) != robots_.end();
}

std::uint8_t IrContours::within(std::uint32_t contour_robot, const IrSite& site, double range,
                                bool facing) const {
    const math::SinCos turn = math::sincos(site.angle);
    const double reach = range + site.rim;
    unsigned found = 0;
    for (const Edge& edge : edges_) {
        if (edge.robot != contour_robot) continue;
        const Vec2 half = 0.5 * (edge.b - edge.a);
        const Vec2 middle = layout_.shortest(edge.a + half - site.at);
        const Vec2 a = middle - half;
        const Vec2 b = middle + half;
        if (std::min(a.x, b.x) > reach || std::max(a.x, b.x) < -reach || std::min(a.y, b.y) > reach ||
            std::max(a.y, b.y) < -reach)
            continue;
        // The axis of emitter d, then the edge as that emitter sees it: x along its axis.
        physics::Rotation axis{turn.cos, turn.sin};
        for (unsigned d = 0; d < ir_directions; ++d, axis = {-axis.s, axis.c}) {
            const Vec2 rim = {site.rim, 0.0};
            if (distance_to_segment(axis.undo(a) - rim, axis.undo(b) - rim, facing) <= range)
                found |= 1u << d;
        }
    }
    return static_cast<std::uint8_t>(found);
}

}  // namespace shoal::pogobot

#include "pogobot/infrared_neighbours.hpp"

#include "base/assert.hpp"
#include "base/math.hpp"

#include <algorithm>

namespace shoal::pogobot {
namespace {

using physics::Rotation;
using physics::Vec2;

constexpr std::size_t max_cells = 1u << 20;

Rotation rotation_of(const IrSite& site) {
    const math::SinCos turn = math::sincos(site.angle);
    return {turn.cos, turn.sin};
}

// A point of the robot's frame as emitter d sees it: x along the emitter's axis.
Vec2 from_emitter(Vec2 p, double rim, unsigned direction) {
    switch (direction) {
        case 0: return {p.x - rim, p.y};
        case 1: return {p.y - rim, -p.x};
        case 2: return {-p.x - rim, -p.y};
        default: return {-p.y - rim, p.x};
    }
}

Vec2 to_robot(Vec2 p, double rim, unsigned direction) {
    const double along = p.x + rim;
    switch (direction) {
        case 0: return {along, p.y};
        case 1: return {-p.y, along};
        case 2: return {-along, -p.y};
        default: return {p.y, -along};
    }
}

// Grows with the angle of v over (−π, π], from −2 to 2: angles can be compared without knowing them.
double pseudo_angle(Vec2 v) {
    const double size = std::fabs(v.x) + std::fabs(v.y);
    if (size == 0.0) return 0.0;
    const double part = v.x / size;
    return v.y < 0.0 ? part - 1.0 : 1.0 - part;
}

}  // namespace

IrNeighbours::IrNeighbours(physics::Bounds arena, bool periodic, bool occlusion, Blocked blocked)
    : arena_(arena), occlusion_(occlusion), blocked_(std::move(blocked)) {
    layout_.periodic = periodic;
}

void IrNeighbours::place(std::span<const IrSite> sites) {
    sites_ = sites;
    ++placement_;
    lists_.resize(sites.size());
    members_.clear();
}

std::span<const std::uint32_t> IrNeighbours::list(std::uint32_t robot, unsigned direction) {
    const Lists& lists = lists_of(robot);
    return members_.span().subspan(lists.start[direction],
                                   lists.start[direction + 1] - lists.start[direction]);
}

std::uint8_t IrNeighbours::directions_of(std::uint32_t robot, std::uint32_t other) {
    const Lists& lists = lists_of(robot);
    unsigned found = 0;
    for (unsigned d = 0; d < ir_directions; ++d)
        for (std::uint32_t m = lists.start[d]; m < lists.start[d + 1]; ++m)
            if (members_[m] == other) found |= 1u << d;
    return static_cast<std::uint8_t>(found);
}

double IrNeighbours::gap(std::uint32_t robot, unsigned direction, std::uint32_t other) const {
    const IrSite& site = sites_[robot];
    const Vec2 apart = layout_.shortest(sites_[other].at - site.at);
    return length(from_emitter(rotation_of(site).undo(apart), site.rim, direction)) - sites_[other].radius;
}

const IrNeighbours::Lists& IrNeighbours::lists_of(std::uint32_t robot) {
    if (lists_[robot].placement == placement_) return lists_[robot];
    if (gridded_ != placement_) sort_into_cells();
    const IrSite& site = sites_[robot];
    look_around(robot, site);
    Lists lists{placement_, {}};
    for (unsigned d = 0; d < ir_directions; ++d) {
        lists.start[d] = static_cast<std::uint32_t>(members_.size());
        if (site.has_body && site.range > 0.0) look_ahead(site, d);
    }
    lists.start[ir_directions] = static_cast<std::uint32_t>(members_.size());
    lists_[robot] = lists;
    return lists_[robot];
}

// Cells are half as large as what a robot searches, so that it looks at few that are out of its reach.
void IrNeighbours::sort_into_cells() {
    gridded_ = placement_;
    double reach = 0.0;
    largest_ = 0.0;
    robot_of_.clear();
    for (std::uint32_t robot = 0; robot < sites_.size(); ++robot) {
        const IrSite& site = sites_[robot];
        if (!site.has_body) continue;
        robot_of_.push_back(robot);
        largest_ = std::max(largest_, site.radius);
        reach = std::max(reach, site.range + site.rim);
    }
    reach = std::max(reach + largest_, 1e-3);
    if (reach != layout_reach_) {
        layout_ = physics::make_layout(arena_, 0.5 * reach, layout_.periodic, max_cells);
        layout_reach_ = reach;
    }
    cell_of_.resize_uninitialised(robot_of_.size());
    for (std::size_t i = 0; i < robot_of_.size(); ++i) {
        const Vec2 at = sites_[robot_of_[i]].at;
        cell_of_[i] = static_cast<std::uint32_t>(layout_.cell_of(at.x, at.y));
    }
    physics::sort_by_cell(cell_of_.span(), layout_.cells(), cells_);
}

// All that any of the robot's emitters may reach.
void IrNeighbours::look_around(std::uint32_t robot, const IrSite& site) {
    near_.clear();
    if (!site.has_body || site.range <= 0.0) return;
    const Rotation rotation = rotation_of(site);
    const double reach = site.rim + site.range;
    const Vec2 corner = {reach + largest_, reach + largest_};
    layout_.for_cells(site.at - corner, site.at + corner, [&](std::size_t cell) {
        for (const std::uint32_t item : cells_.of(cell)) {
            const std::uint32_t other = robot_of_[item];
            const Vec2 apart = layout_.shortest(sites_[other].at - site.at);
            const double most = reach + sites_[other].radius;
            if (other != robot && dot(apart, apart) <= most * most)
                near_.push_back({rotation.undo(apart), other});
        }
    });
}

void IrNeighbours::look_ahead(const IrSite& site, unsigned direction) {
    seen_.clear();
    for (const Near& near : near_) {
        const Vec2 at = from_emitter(near.at, site.rim, direction);
        if (occlusion_ && at.x < 0.0) continue;
        const double distance2 = dot(at, at);
        const double most = site.range + sites_[near.robot].radius;
        if (distance2 <= most * most) seen_.push_back({distance2, at, near.robot});
    }
    std::sort(seen_.begin(), seen_.end(), [](const Seen& l, const Seen& r) {
        return l.distance2 != r.distance2 ? l.distance2 < r.distance2 : l.robot < r.robot;
    });
    covered_.clear();
    const bool alone = seen_.size() == 1;
    for (const Seen& seen : seen_) {
        if (occlusion_ && !alone && !in_sight(seen)) continue;
        if (occlusion_ && blocked_) {
            const Rotation rotation = rotation_of(site);
            const Vec2 emitter = site.at + rotation.apply(to_robot({}, site.rim, direction));
            const Vec2 centre = site.at + rotation.apply(to_robot(seen.at, site.rim, direction));
            if (blocked_(emitter, centre)) continue;
        }
        members_.push_back(seen.robot);
    }
}

// Whether nearer robots leave any of this one to be seen; then it covers what is behind it, too. What is in the half-plane
// ahead has edges between −180° and 180°, so no arc is cut in two.
bool IrNeighbours::in_sight(const Seen& seen) {
    const double radius = sites_[seen.robot].radius;
    // Within the body's disc everything ahead is covered.
    const double tangent = std::sqrt(std::max(0.0, seen.distance2 - radius * radius));
    const Vec2 across = radius * left_of(seen.at);
    const double middle = pseudo_angle(seen.at);
    Arc arc{pseudo_angle(tangent * seen.at - across), pseudo_angle(tangent * seen.at + across)};
    if (arc.low > middle) arc.low = -2.0;
    if (arc.high < middle) arc.high = 2.0;
    for (const Arc& c : covered_)
        if (c.low <= arc.low && arc.high <= c.high) return false;
    std::size_t kept = 0;
    for (const Arc c : covered_) {
        if (c.high < arc.low || arc.high < c.low) covered_[kept++] = c;
        else arc = {std::min(c.low, arc.low), std::max(c.high, arc.high)};
    }
    covered_.resize(kept);
    covered_.push_back(arc);
    return true;
}

}  // namespace shoal::pogobot

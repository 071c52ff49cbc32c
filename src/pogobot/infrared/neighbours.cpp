#include "pogobot/infrared/neighbours.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <limits>

namespace shoal::pogobot {
namespace {

using physics::Arc;
using physics::Rotation;
using physics::Vec2;

constexpr std::size_t max_cells = 1u << 20;
constexpr double least_reach = 1e-3;  // m
constexpr double margin_part = 0.2;   // of the greatest reach

// Cosine and sine of d quarter turns: the axis of emitter d in the frame of its robot.
constexpr Rotation axes[ir_directions] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};

// A point of the robot's frame as emitter d sees it: x along its axis.
Vec2 from_emitter(Vec2 p, double rim, unsigned direction) { return axes[direction].undo(p) - Vec2{rim, 0.0}; }

bool contains(std::span<const std::uint32_t> members, std::uint32_t robot) {
    return std::find(members.begin(), members.end(), robot) != members.end();
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
}

std::span<const std::uint32_t> IrNeighbours::list(std::uint32_t robot, unsigned direction) {
    if (prepared_ != placement_) prepare();
    const List& list = lists_[ir_directions * robot + direction];
    if (list.placement != placement_) look_ahead(robot, direction);
    return members_.span().subspan(list.start, list.count);
}

std::uint8_t IrNeighbours::directions_of(std::uint32_t robot, std::uint32_t other) {
    if (prepared_ != placement_) prepare();
    const IrSite& site = sites_[robot];
    if (!site.has_body || !sites_[other].has_body || site.range <= 0.0) return 0;
    const Vec2 apart = layout_.shortest(at_[other] - at_[robot]);
    const Vec2 ahead = rotation_of(robot).undo(apart);
    const double reach = site.range + sites_[other].radius;
    unsigned found = 0;
    for (unsigned d = 0; d < ir_directions; ++d) {
        const Vec2 at = from_emitter(ahead, site.rim, d);
        if (dot(at, at) > reach * reach || (occlusion_ && at.x < 0.0)) continue;
        if (!occlusion_ || (!blocked_ && nobody_before(robot, d, other, apart)) ||
            contains(list(robot, d), other))
            found |= 1u << d;
    }
    return static_cast<std::uint8_t>(found);
}

// As shows_its_middle(), with the eyes of the other, which mostly have just been used: all that is on the ray is near it,
// if the ray is short enough. `apart`: from the robot to the other.
bool IrNeighbours::nobody_before(std::uint32_t robot, unsigned direction, std::uint32_t other, Vec2 apart) {
    const Vec2 rim = axes[direction].apply({sites_[robot].rim, 0.0});
    const Vec2 ray = rotation_of(other).undo(apart - rotation_of(robot).apply(rim));
    const double length2 = dot(ray, ray);
    const double surveyed = sites_[other].rim + sites_[other].range;
    if (sites_[other].range <= 0.0 || length2 > surveyed * surveyed) return false;
    const View& view = view_of(other);
    bool free = true;
    for (const Near& near : near_.span().subspan(view.start, view.count)) {
        const Vec2 at = near.at + ray;  // from the emitter
        const double aside = cross(near.at, ray);
        free &= !((near.robot != robot) & (dot(at, ray) > 0.0) & (dot(at, at) <= length2) &
                  (aside * aside <= near.radius * near.radius * length2));
    }
    return free;
}

double IrNeighbours::gap(std::uint32_t robot, unsigned direction, std::uint32_t other) {
    if (prepared_ != placement_) prepare();
    const Vec2 apart = rotation_of(robot).undo(layout_.shortest(at_[other] - at_[robot]));
    const Vec2 at = from_emitter(apart, sites_[robot].rim, direction);
    return length(at) - sites_[other].radius;
}

void IrNeighbours::prepare() {
    prepared_ = placement_;
    members_.clear();
    at_.resize_uninitialised(sites_.size());
    for (std::size_t robot = 0; robot < sites_.size(); ++robot) at_[robot] = sites_[robot].at;
    if (is_outdated()) survey();
}

bool IrNeighbours::is_outdated() const {
    if (survey_ == 0 || surveyed_.size() != sites_.size()) return true;
    const double most2 = 0.25 * margin_ * margin_;
    bool moved = false;
    for (std::uint32_t robot = 0; robot < sites_.size(); ++robot) {
        const Vec2 d = layout_.shortest(at_[robot] - surveyed_[robot]);
        moved |= !(dot(d, d) <= most2);
    }
    return moved;
}

void IrNeighbours::survey() {
    ++survey_;
    near_.clear();
    views_.resize(sites_.size());
    lists_.resize(ir_directions * sites_.size());
    surveyed_.resize(sites_.size());
    robot_of_.clear();
    double reach = 0.0;
    largest_ = 0.0;
    for (std::uint32_t robot = 0; robot < sites_.size(); ++robot) {
        const IrSite& site = sites_[robot];
        surveyed_[robot] = site.at;
        if (!site.has_body) continue;
        robot_of_.push_back(robot);
        largest_ = std::max(largest_, site.radius);
        reach = std::max(reach, site.range + site.rim);
    }
    // Cells are half as large as what a robot searches, so that it looks at few that are out of its reach.
    reach = std::max(reach + largest_, least_reach);
    margin_ = margin_part * reach;
    layout_ = physics::make_layout(arena_, 0.5 * (reach + margin_), layout_.periodic, max_cells);
    cell_of_.resize_uninitialised(robot_of_.size());
    for (std::size_t i = 0; i < robot_of_.size(); ++i) {
        const Vec2 at = sites_[robot_of_[i]].at;
        cell_of_[i] = static_cast<std::uint32_t>(layout_.cell_of(at.x, at.y));
    }
    physics::sort_by_cell(cell_of_.span(), layout_.cells(), cells_);
}

Rotation IrNeighbours::rotation_of(std::uint32_t robot) {
    View& view = views_[robot];
    if (view.turned != placement_) {
        view.turned = placement_;
        const math::SinCos turn = math::sincos(sites_[robot].angle);
        view.rotation = {turn.cos, turn.sin};
    }
    return view.rotation;
}

const IrNeighbours::View& IrNeighbours::view_of(std::uint32_t robot) {
    View& view = views_[robot];
    if (view.placed == placement_) return view;
    if (view.survey != survey_) look_around(robot, view);
    view.placed = placement_;
    const Rotation rotation = rotation_of(robot);
    const Vec2 at = at_[robot];
    for (Near& near : near_.span().subspan(view.start, view.count))
        near.at = rotation.undo(layout_.shortest(at_[near.robot] - at));
    return view;
}

// All that any of the robot's emitters may reach before the next survey.
void IrNeighbours::look_around(std::uint32_t robot, View& view) {
    view.survey = survey_;
    view.start = static_cast<std::uint32_t>(near_.size());
    const IrSite& site = sites_[robot];
    const Vec2 from = surveyed_[robot];
    const double reach = site.rim + site.range + margin_;
    const Vec2 corner = {reach + largest_, reach + largest_};
    if (site.has_body && site.range > 0.0)
        layout_.for_runs(from - corner, from + corner, [&](std::size_t first, std::size_t last) {
            for (const std::uint32_t item : cells_.of(first, last)) {
                const std::uint32_t other = robot_of_[item];
                const Vec2 apart = layout_.shortest(surveyed_[other] - from);
                const double most = reach + sites_[other].radius;
                if (other != robot && dot(apart, apart) <= most * most)
                    near_.push_back({{}, sites_[other].radius, other});
            }
        });
    view.count = static_cast<std::uint32_t>(near_.size()) - view.start;
}

void IrNeighbours::look_ahead(std::uint32_t robot, unsigned direction) {
    const View& view = view_of(robot);
    const double rim = sites_[robot].rim;
    const double range = sites_[robot].range;
    const double least = occlusion_ ? 0.0 : -std::numeric_limits<double>::infinity();
    // Who is ahead and in range is anybody's guess: counting costs less than guessing.
    seen_.resize_uninitialised(view.count);
    std::size_t count = 0;
    for (const Near& near : near_.span().subspan(view.start, view.count)) {
        const Vec2 at = from_emitter(near.at, rim, direction);
        const double distance2 = dot(at, at);
        // Field by field: whole, it would pass through memory and wait there.
        Seen& seen = seen_[count];
        seen.distance2 = distance2;
        seen.at.x = at.x;
        seen.at.y = at.y;
        seen.robot = near.robot;
        const double reach = range + near.radius;
        count += static_cast<std::size_t>(distance2 <= reach * reach) & (at.x >= least);
    }
    seen_.resize_uninitialised(count);
    if (count > 1) sort_by_distance();
    const auto start = static_cast<std::uint32_t>(members_.size());
    covered_.clear();
    covering_ = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (occlusion_ && !shows_its_middle(i) && is_hidden(i)) continue;
        if (occlusion_ && blocked_ && is_blocked(robot, direction, seen_[i])) continue;
        members_.push_back(seen_[i].robot);
    }
    lists_[ir_directions * robot + direction] = {placement_, start,
                                                 static_cast<std::uint32_t>(members_.size()) - start};
}

// By insertion: few robots are seen at once.
void IrNeighbours::sort_by_distance() {
    const auto nearer = [](const Seen& l, const Seen& r) {
        return l.distance2 != r.distance2 ? l.distance2 < r.distance2 : l.robot < r.robot;
    };
    for (std::size_t i = 1; i < seen_.size(); ++i) {
        const Seen seen = seen_[i];
        std::size_t place = i;
        for (; place > 0 && nearer(seen, seen_[place - 1]); --place) seen_[place] = seen_[place - 1];
        seen_[place] = seen;
    }
}

bool IrNeighbours::is_blocked(std::uint32_t robot, unsigned direction, const Seen& seen) {
    const physics::Pose pose{sites_[robot].at, rotation_of(robot)};
    const Vec2 rim = {sites_[robot].rim, 0.0};
    return blocked_(pose.to_world(axes[direction].apply(rim)),
                    pose.to_world(axes[direction].apply(rim + seen.at)));
}

// Whether the ray to its centre passes all nearer robots: so it mostly is, and then no arc is needed.
bool IrNeighbours::shows_its_middle(std::size_t i) const {
    const Seen& seen = seen_[i];
    for (std::size_t k = 0; k < i; ++k) {
        const Vec2 at = seen_[k].at;
        const double aside = cross(at, seen.at);
        const double radius = sites_[seen_[k].robot].radius;
        if (dot(at, seen.at) > 0.0 && aside * aside <= radius * radius * seen.distance2) return false;
    }
    return true;
}

bool IrNeighbours::is_hidden(std::size_t i) {
    for (; covering_ < i; ++covering_) cover(covered_, arc_of(seen_[covering_]));
    return covers(covered_, arc_of(seen_[i]));
}

// What is in the half-plane ahead has edges between −180° and 180°, so no arc is cut in two.
Arc IrNeighbours::arc_of(const Seen& seen) const {
    const double radius = sites_[seen.robot].radius;
    // Within the body's disc everything ahead is covered.
    const double tangent = std::sqrt(std::max(0.0, seen.distance2 - radius * radius));
    const Vec2 across = radius * left_of(seen.at);
    const double middle = pseudo_angle(seen.at);
    Arc arc{pseudo_angle(tangent * seen.at - across), pseudo_angle(tangent * seen.at + across)};
    if (arc.low > middle) arc.low = -2.0;
    if (arc.high < middle) arc.high = 2.0;
    return arc;
}

}  // namespace shoal::pogobot

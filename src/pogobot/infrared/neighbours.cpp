#include "pogobot/infrared/neighbours.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace shoal::pogobot {
namespace {

using physics::Arc;
using physics::Rotation;
using physics::Vec2;

constexpr std::size_t max_cells = 1u << 20;
constexpr double least_reach = 1e-3;  // m
constexpr double margin_part = 0.4;   // of the greatest reach

constexpr std::size_t lanes = 4;  // of single precision in any register
using Lanes [[gnu::vector_size(lanes * sizeof(float))]] = float;
using Mask [[gnu::vector_size(lanes * sizeof(int))]] = int;

Lanes load(const float* from) {
    Lanes all;
    std::memcpy(&all, from, sizeof all);
    return all;
}

// Cosine and sine of d quarter turns: the axis of emitter d in the frame of its robot.
constexpr Rotation axes[ir_directions] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};

// A point of the robot's frame as emitter d sees it: x along its axis.
Vec2 from_emitter(Vec2 p, double rim, unsigned direction) { return axes[direction].undo(p) - Vec2{rim, 0.0}; }

bool contains(std::span<const std::uint32_t> members, std::uint32_t robot) {
    return std::find(members.begin(), members.end(), robot) != members.end();
}

// By insertion: few robots are seen at once.
template <class T, class Before>
void sort_few(std::span<T> all, const Before& before) {
    for (std::size_t i = 1; i < all.size(); ++i) {
        if (!before(all[i], all[i - 1])) continue;
        const T moved = all[i];
        std::size_t place = i;
        for (; place > 0 && before(moved, all[place - 1]); --place) all[place] = all[place - 1];
        all[place] = moved;
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
}

std::span<const std::uint32_t> IrNeighbours::list(std::uint32_t robot, unsigned direction) {
    if (prepared_ != placement_) prepare();
    const Lists& lists = lists_[robot];
    if (lists.placement != placement_) look_ahead(robot);
    return members_.span().subspan(lists.start[direction],
                                   lists.start[direction + 1] - lists.start[direction]);
}

std::uint8_t IrNeighbours::directions_of(std::uint32_t robot, std::uint32_t other) {
    if (prepared_ != placement_) prepare();
    return receivers_of(robot, other, [](unsigned, double) { return false; });
}

// `clear`: whether it is known that nothing is on the ray of a direction and squared length (m²).
template <class Clear>
std::uint8_t IrNeighbours::receivers_of(std::uint32_t robot, std::uint32_t other, const Clear& clear) {
    const IrSite& site = sites_[robot];
    if (!site.has_body || !sites_[other].has_body || site.range <= 0.0) return 0;
    const Vec2 apart = layout_.shortest(at_[other] - at_[robot]);
    const Vec2 ahead = rotations_[robot].undo(apart);
    const double radius = sites_[other].radius;
    unsigned found = 0;
    for (unsigned left = before(ahead, site.rim, site.range + radius); left != 0; left &= left - 1) {
        const auto d = static_cast<unsigned>(std::countr_zero(left));
        const Vec2 at = from_emitter(ahead, site.rim, d);
        const Seen seen{dot(at, at), at, radius, other};
        const bool shown =
            !occlusion_ || (clear(d, seen.distance2) ? !(blocked_ && is_blocked(robot, d, seen))
                                                     : shows(robot, d, seen, apart));
        found |= static_cast<unsigned>(shown) << d;
    }
    return static_cast<std::uint8_t>(found);
}

void IrNeighbours::hearers(std::uint32_t robot, std::uint8_t emitters, double reach,
                           std::vector<IrHearer>& found) {
    if (prepared_ != placement_) prepare();
    const std::span<const Near> view = view_of(robot);
    const Rotation rotation = rotations_[robot];
    const double rim = sites_[robot].rim;
    const double range = sites_[robot].range;
    lay_out(view);
    heard_.resize_uninitialised(view.size());
    std::size_t count = 0;
    for (const Near& near : view) {
        const Vec2 at = rotation.undo(near.at);
        unsigned left = before(at, rim, range + near.radius) & emitters;
        for (; left != 0; left &= left - 1) {
            const auto d = static_cast<unsigned>(std::countr_zero(left));
            Heard& heard = heard_[count];
            set_down(heard.seen, near, from_emitter(at, rim, d));
            if (reach < 1.0 && length(heard.seen.at) - near.radius > reach * range) continue;
            if (occlusion_ && !reaches(robot, d, heard.seen, near.at)) continue;
            heard.apart.x = near.at.x;
            heard.apart.y = near.at.y;
            heard.direction = d;
            ++count;
            break;
        }
    }
    const std::span<Heard> all = heard_.span().first(count);
    sort_few(all, [](const Heard& l, const Heard& r) {
        return l.direction != r.direction ? l.direction < r.direction : is_nearer(l.seen, r.seen);
    });
    const double laid_out =
        rim + range;  // all that rays to the sender may meet that are not longer than this (m)
    for (const Heard& heard : all) {
        const std::uint32_t hearer = heard.seen.robot;
        found.push_back({hearer, receivers_of(hearer, robot, [&](unsigned d, double length2) {
                             const Vec2 receiver = axes[d].apply({sites_[hearer].rim, 0.0});
                             return length2 <= laid_out * laid_out &&
                                    count_on_ray(heard.apart + rotations_[hearer].apply(receiver), {}) == 0;
                         })});
    }
}

// The emitters (a bit each) that a place of the robot's frame is before, and not farther from (m).
unsigned IrNeighbours::before(Vec2 place, double rim, double reach) const {
    const double x2 = place.x * place.x;
    const double y2 = place.y * place.y;
    const double along[ir_directions] = {place.x - rim, place.y - rim, -place.x - rim, -place.y - rim};
    const double across2[ir_directions] = {y2, x2, y2, x2};
    unsigned found = 0;
    for (unsigned d = 0; d < ir_directions; ++d)
        found |= static_cast<unsigned>((along[d] * along[d] + across2[d] <= reach * reach) &
                                       (!occlusion_ | (along[d] >= 0.0)))
                 << d;
    return found;
}

// `apart`: from the robot to the one seen, which is on the ray itself (m).
bool IrNeighbours::reaches(std::uint32_t robot, unsigned direction, const Seen& seen, Vec2 apart) {
    const Vec2 emitter = rotations_[robot].apply(axes[direction].apply({sites_[robot].rim, 0.0}));
    if (count_on_ray(emitter, apart) != 1 && is_hidden_before(robot, direction, seen, robot, {}))
        return false;
    return !(blocked_ && is_blocked(robot, direction, seen));
}

// The discs of a view for count_on_ray: in single precision, and filled up with some that are nowhere.
void IrNeighbours::lay_out(std::span<const Near> view) {
    constexpr float nowhere = 1e9F;  // m
    if (!occlusion_) return;
    const std::size_t whole = (view.size() + lanes - 1) / lanes * lanes;
    for (Column<float>& column : discs_) column.resize_uninitialised(whole);
    for (std::size_t i = 0; i < view.size(); ++i) {
        discs_[0][i] = static_cast<float>(view[i].at.x);
        discs_[1][i] = static_cast<float>(view[i].at.y);
        discs_[2][i] = static_cast<float>(view[i].radius);
    }
    for (std::size_t i = view.size(); i < whole; ++i) discs_[0][i] = discs_[1][i] = discs_[2][i] = nowhere;
}

// How many of the discs that were laid out may hide the end of a ray from its start (m, from the robot that looks). Mostly
// none does, and then nothing finer need be asked. Rounding may add some, but leaves none out.
int IrNeighbours::count_on_ray(Vec2 from, Vec2 to) const {
    constexpr float slack = 1e-6F;  // m: single precision is finer
    const auto from_x = static_cast<float>(from.x), from_y = static_cast<float>(from.y);
    const auto ray_x = static_cast<float>(to.x - from.x), ray_y = static_cast<float>(to.y - from.y);
    const float length2 = ray_x * ray_x + ray_y * ray_y;
    const float farthest = length2 * 1.0001F + slack * slack;
    Mask count{};  // each lane of a mask is 0 or −1
    for (std::size_t i = 0; i < discs_[0].size(); i += lanes) {
        const Lanes dx = load(&discs_[0][i]) - from_x, dy = load(&discs_[1][i]) - from_y;
        const Lanes aside = dx * ray_y - dy * ray_x;
        const Lanes wide = load(&discs_[2][i]) + slack;
        count -= (dx * ray_x + dy * ray_y > 0.0F) & (dx * dx + dy * dy <= farthest) &
                 (aside * aside <= wide * wide * length2);
    }
    return count[0] + count[1] + count[2] + count[3];
}

// Whether the list of the emitter holds the one seen: asked of that one's surroundings, which mostly have just been looked
// at, if all that may hide it is among them. `apart`: from the robot to the one seen (m).
bool IrNeighbours::shows(std::uint32_t robot, unsigned direction, const Seen& seen, Vec2 apart) {
    if (!has_all_before(seen)) return contains(list(robot, direction), seen.robot);
    return !(is_something_before(robot, direction, seen, apart) &&
             is_hidden_before(robot, direction, seen, seen.robot, apart)) &&
           !(blocked_ && is_blocked(robot, direction, seen));
}

// Whether anything is on the ray to the centre of the one seen: mostly nothing is, and then that one shows.
bool IrNeighbours::is_something_before(std::uint32_t robot, unsigned direction, const Seen& seen,
                                       Vec2 apart) {
    const Vec2 ray = apart - rotations_[robot].apply(axes[direction].apply({sites_[robot].rim, 0.0}));
    const std::span<const Near> view = view_of(seen.robot);
    bool found = false;
    for (const Near& near : view) {
        const Vec2 at = near.at + ray;  // from the emitter
        const double aside = cross(near.at, ray);
        found |= (near.robot != robot) & (dot(at, ray) > 0.0) & (dot(at, at) <= seen.distance2) &
                 (aside * aside <= near.radius * near.radius * seen.distance2);
    }
    return found;
}

// By what the viewer, which is `apart` from the robot, has around it.
bool IrNeighbours::is_hidden_before(std::uint32_t robot, unsigned direction, const Seen& seen,
                                    std::uint32_t viewer, Vec2 apart) {
    const Rotation rotation = rotations_[robot];
    const double rim = sites_[robot].rim;
    const double range = sites_[robot].range;
    const std::span<const Near> view = view_of(viewer);
    before_.resize_uninitialised(view.size());
    std::size_t count = 0;
    for (const Near& near : view) {
        const Vec2 at = from_emitter(rotation.undo(apart + near.at), rim, direction);
        const bool ahead = put(before_[count], near, at, range);
        count += ahead & (near.robot != robot) & is_nearer(before_[count], seen);
    }
    return is_hidden(seen, before_.span().first(count));
}

// What hides some of a disc from an emitter at distance L meets a sector of radius L that ends at its centre, and so is
// within L of it, or within √2 L if the sector is wider than ±60°.
bool IrNeighbours::has_all_before(const Seen& seen) const {
    const IrSite& site = sites_[seen.robot];
    const double surveyed = site.rim + site.range;
    const bool is_narrow = seen.distance2 >= 4.0 / 3.0 * seen.radius * seen.radius;
    return site.range > 0.0 && (is_narrow ? 1.0 : 2.0) * seen.distance2 <= surveyed * surveyed;
}

void IrNeighbours::prepare() {
    prepared_ = placement_;
    members_.clear();
    near_.clear();
    at_.resize_uninitialised(sites_.size());
    for (std::size_t robot = 0; robot < sites_.size(); ++robot) at_[robot] = sites_[robot].at;
    turn();
    if (is_outdated()) survey();
}

// The rotations of all robots: many at a time cost little.
void IrNeighbours::turn() {
    constexpr std::size_t block = 64;
    double angles[block], sines[block], cosines[block];
    rotations_.resize_uninitialised(sites_.size());
    for (std::size_t first = 0; first < sites_.size(); first += block) {
        const std::size_t count = std::min(block, sites_.size() - first);
        for (std::size_t i = 0; i < count; ++i) angles[i] = sites_[first + i].angle;
        math::sincos({angles, count}, sines, cosines);
        for (std::size_t i = 0; i < count; ++i) rotations_[first + i] = {cosines[i], sines[i]};
    }
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
    candidates_.clear();
    views_.resize(sites_.size());
    lists_.resize(sites_.size());
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

// All that any of the robot's emitters reaches now.
std::span<const IrNeighbours::Near> IrNeighbours::view_of(std::uint32_t robot) {
    View& view = views_[robot];
    if (view.placement == placement_) return near_.span().subspan(view.start, view.count);
    if (view.survey != survey_) look_around(robot, view);
    view.placement = placement_;
    view.start = static_cast<std::uint32_t>(near_.size());
    near_.resize_uninitialised(near_.size() + view.candidates);
    const Vec2 at = at_[robot];
    const double reach = sites_[robot].rim + sites_[robot].range;
    // Who is in reach is anybody's guess: counting costs less than guessing.
    std::size_t end = view.start;
    for (const Candidate& candidate : candidates_.span().subspan(view.first, view.candidates)) {
        const Vec2 apart = layout_.shortest(at_[candidate.robot] - at);
        const double most = reach + candidate.radius;
        Near& near = near_[end];
        near.at.x = apart.x;
        near.at.y = apart.y;
        near.radius = candidate.radius;
        near.robot = candidate.robot;
        end += static_cast<std::size_t>(dot(apart, apart) <= most * most);
    }
    near_.resize_uninitialised(end);
    view.count = static_cast<std::uint32_t>(end) - view.start;
    return near_.span().subspan(view.start, view.count);
}

// All that any of the robot's emitters may reach before the next survey.
void IrNeighbours::look_around(std::uint32_t robot, View& view) {
    view.survey = survey_;
    view.first = static_cast<std::uint32_t>(candidates_.size());
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
                    candidates_.push_back({sites_[other].radius, other});
            }
        });
    view.candidates = static_cast<std::uint32_t>(candidates_.size()) - view.first;
}

// The lists of all four emitters.
void IrNeighbours::look_ahead(std::uint32_t robot) {
    const std::span<const Near> view = view_of(robot);
    const Rotation rotation = rotations_[robot];
    const double rim = sites_[robot].rim;
    const double range = sites_[robot].range;
    std::array<std::size_t, ir_directions> count{};
    for (Column<Seen>& seen : seen_) seen.resize_uninitialised(view.size());
    const auto look = [&](const Near& near, Vec2 at, unsigned d) {
        count[d] += put(seen_[d][count[d]], near, from_emitter(at, rim, d), range);
    };
    for (const Near& near : view) {
        const Vec2 at = rotation.undo(near.at);
        if (occlusion_ && rim > 0.0) {  // then it is before two emitters at most
            look(near, at, at.x > 0.0 ? 0 : 2);
            look(near, at, at.y > 0.0 ? 1 : 3);
        } else {
            for (unsigned d = 0; d < ir_directions; ++d) look(near, at, d);
        }
    }
    Lists& lists = lists_[robot];
    lists.placement = placement_;
    for (unsigned d = 0; d < ir_directions; ++d) {
        lists.start[d] = static_cast<std::uint32_t>(members_.size());
        list_those_shown(robot, d, seen_[d].span().first(count[d]));
    }
    lists.start[ir_directions] = static_cast<std::uint32_t>(members_.size());
}

// Field by field: whole, it would pass through memory and wait there.
void IrNeighbours::set_down(Seen& seen, const Near& near, Vec2 at) {
    seen.distance2 = dot(at, at);
    seen.at.x = at.x;
    seen.at.y = at.y;
    seen.radius = near.radius;
    seen.robot = near.robot;
}

// Puts down who is at a place before an emitter; whether it is ahead and in range.
bool IrNeighbours::put(Seen& seen, const Near& near, Vec2 at, double range) const {
    set_down(seen, near, at);
    const double reach = range + near.radius;
    return (seen.distance2 <= reach * reach) & (!occlusion_ | (at.x >= 0.0));
}

bool IrNeighbours::is_nearer(const Seen& l, const Seen& r) {
    return (l.distance2 < r.distance2) | ((l.distance2 == r.distance2) & (l.robot < r.robot));
}

void IrNeighbours::list_those_shown(std::uint32_t robot, unsigned direction, std::span<Seen> seen) {
    sort_few(seen, is_nearer);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (occlusion_ && is_hidden(seen[i], seen.first(i))) continue;
        if (occlusion_ && blocked_ && is_blocked(robot, direction, seen[i])) continue;
        members_.push_back(seen[i].robot);
    }
}

bool IrNeighbours::is_blocked(std::uint32_t robot, unsigned direction, const Seen& seen) const {
    const physics::Pose pose{sites_[robot].at, rotations_[robot]};
    const Vec2 rim = {sites_[robot].rim, 0.0};
    return blocked_(pose.to_world(axes[direction].apply(rim)),
                    pose.to_world(axes[direction].apply(rim + seen.at)));
}

// Whether nearer ones hide all of it. Mostly the ray to its centre passes all of them; if not, one of its edges mostly shows,
// or one disc hides both; and then no arc is needed.
bool IrNeighbours::is_hidden(const Seen& seen, std::span<const Seen> nearer) {
    bool hides_middle = false;
    for (const Seen& other : nearer) hides_middle |= hides(other, seen.at);
    if (!hides_middle) return false;
    const Edges edges = edges_of(seen);
    bool hides_low = false;
    bool hides_high = false;
    for (const Seen& other : nearer) {
        const bool low = hides(other, edges.low);
        const bool high = hides(other, edges.high);
        if (low && high) return true;
        hides_low |= low;
        hides_high |= high;
    }
    if (!hides_low || !hides_high) return false;
    covered_.clear();
    for (const Seen& other : nearer) cover(covered_, arc_of(other));
    return covers(covered_, arc_of(seen));
}

// Whether the disc is on the ray.
bool IrNeighbours::hides(const Seen& disc, Vec2 ray) {
    const double aside = cross(disc.at, ray);
    return (dot(disc.at, ray) > 0.0) & (aside * aside <= disc.radius * disc.radius * dot(ray, ray));
}

IrNeighbours::Edges IrNeighbours::edges_of(const Seen& seen) {
    // Within the body's disc everything ahead is covered.
    const double tangent = std::sqrt(std::max(0.0, seen.distance2 - seen.radius * seen.radius));
    const Vec2 across = seen.radius * left_of(seen.at);
    return {tangent * seen.at - across, tangent * seen.at + across};
}

// What is in the half-plane ahead has edges between −180° and 180°, so no arc is cut in two.
Arc IrNeighbours::arc_of(const Seen& seen) {
    const Edges edges = edges_of(seen);
    const double middle = pseudo_angle(seen.at);
    Arc arc{pseudo_angle(edges.low), pseudo_angle(edges.high)};
    if (arc.low > middle) arc.low = -2.0;
    if (arc.high < middle) arc.high = 2.0;
    return arc;
}

}  // namespace shoal::pogobot

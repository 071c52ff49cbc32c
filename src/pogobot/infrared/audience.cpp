#include "pogobot/infrared/audience.hpp"

#include "base/math.hpp"
#include "pogobot/membrane.hpp"
#include "pogobot/placing.hpp"
#include "pogobot/shape.hpp"

#include <algorithm>
#include <bit>

namespace shoal::pogobot {
namespace {

using scenario::ObjectType;

constexpr std::uint8_t all_emitters = 0xf;
constexpr std::uint8_t front = 1;  // the only emitter and receiver of a wall
constexpr int points_of_a_round_wall = 64;

IrNeighbours::Blocked blocker(const Model& model, const IrObstacles& obstacles) {
    if (model.scenario.settings.communication_obstacles == scenario::CommunicationObstacles::robots)
        return {};
    return [&obstacles](physics::Vec2 from, physics::Vec2 to) { return obstacles.between(from, to); };
}

IrSite site_of(const Model& model, std::uint32_t object) {
    const auto& group = model.group_of(object);
    IrSite site;
    site.has_body = model.objects.body[object] != no_body;
    site.radius = static_cast<double>(model.objects.radius[object]);
    site.rim = group.type == ObjectType::pogobot ? site.radius : 0.0;
    site.range = group.communication_radius;
    return site;
}

}  // namespace

IrAudience::IrAudience(const Model& model, const State& state, const physics::World& world)
    : model_(model), state_(state), world_(world),
      occlusion_(!model.scenario.settings.communication_ignore_occlusions), obstacles_(model, world),
      neighbours_({{}, {model.arena.width, model.arena.height}}, model.periodic, occlusion_,
                  blocker(model, obstacles_)),
      contours_(world.layout()) {
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) {
        sites_.push_back(site_of(model, state.object[robot]));
        add_contour(robot);
    }
}

void IrAudience::note_robots() {
    sites_.clear();
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot)
        sites_.push_back(site_of(model_, state_.object[robot]));
    for (const std::uint32_t wall : contours_.robots()) sites_[wall].has_body = false;
    forget_poses();
}

// Walls and membranes are where their contours are, and no discs.
void IrAudience::add_contour(std::uint32_t robot) {
    const std::uint32_t object = state_.object[robot];
    const auto& group = model_.group_of(object);
    if (is_membrane(group)) {
        membranes_.push_back(robot);
    } else if (group.type != ObjectType::pogowall) {
        return;
    } else if (group.geometry == scenario::Geometry::arena) {
        for (const auto& polygon : model_.arena.polygons) contours_.add(robot, corners_of(polygon));
    } else {
        const physics::BodyId body = model_.objects.bodies[object];
        const math::SinCos turn = math::sincos(world_.angle(body));
        const physics::Pose pose{world_.position(body), {turn.cos, turn.sin}};
        outline_.clear();
        for (const physics::Vec2 point : rim(shape_of(group), points_of_a_round_wall))
            outline_.push_back(pose.to_world(point));
        contours_.add(robot, outline_);
    }
    sites_[robot].has_body = false;
}

void IrAudience::place_membranes() {
    for (const std::uint32_t robot : membranes_) {
        trace(model_.objects.parts[state_.object[robot]], world_, outline_);
        contours_.remove(robot);
        contours_.add(robot, outline_);
    }
}

void IrAudience::place_robots() {
    placed_ = state_.tick;
    const physics::State& bodies = world_.state();
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot) {
        const std::uint32_t body = model_.objects.body[state_.object[robot]];
        if (body == no_body) continue;
        sites_[robot].at = {bodies.x[body], bodies.y[body]};
        sites_[robot].angle = bodies.angle[body];
    }
    neighbours_.place(sites_);
    place_membranes();
}

std::span<const IrHearer> IrAudience::of(std::uint32_t sender, std::uint8_t emitters, double reach) {
    if (placed_ != state_.tick) place_robots();
    hearers_.clear();
    // Pogosim takes one emitter, or all.
    if (model_.pogosim && emitters != all_emitters)
        emitters = static_cast<std::uint8_t>(1u << std::countr_zero(emitters));
    if (contours_.contains(sender)) {
        add_robots_along(sender, emitters, reach);
    } else {
        neighbours_.hearers(sender, emitters, reach, hearers_);
        add_walls(sender, emitters, reach);
    }
    return hearers_;
}

void IrAudience::add_walls(std::uint32_t sender, std::uint8_t emitters, double reach) {
    const IrSite& site = sites_[sender];
    for (const std::uint32_t wall : contours_.robots()) {
        if (model_.pogosim) {
            const bool heard = contours_.within(wall, site, sites_[wall].range, false) != 0;
            if ((contours_.within(wall, site, site.range, false) & emitters) != 0)
                hearers_.push_back({wall, heard ? front : std::uint8_t{0}});
        } else {
            const double range = std::min(reach * site.range, sites_[wall].range);
            if ((contours_.within(wall, site, range, occlusion_) & emitters) != 0)
                hearers_.push_back({wall, front});
        }
    }
}

// A wall sends along all of its length, by one emitter.
void IrAudience::add_robots_along(std::uint32_t wall, std::uint8_t emitters, double reach) {
    if ((emitters & front) == 0) return;
    const double range = reach * sites_[wall].range;
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot) {
        const IrSite& site = sites_[robot];
        if (!site.has_body) continue;  // walls do not hear one another
        if (model_.pogosim) {
            // Pogosim lists a robot once for each of its receivers in range, and tries each of these in turn.
            int times = std::popcount(contours_.within(wall, site, range, false));
            if (emitters == all_emitters) times = std::min(times, 1);
            const std::uint8_t receivers = contours_.within(wall, site, site.range, false);
            hearers_.insert(hearers_.end(), static_cast<std::size_t>(times), IrHearer{robot, receivers});
        } else if (const auto receivers =
                       contours_.within(wall, site, std::min(range, site.range), occlusion_);
                   receivers != 0) {
            hearers_.push_back({robot, receivers});
        }
    }
}

}  // namespace shoal::pogobot

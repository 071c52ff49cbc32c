#include "vehicle/mission/mission.hpp"

#include "base/error.hpp"
#include "base/math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace shoal::vehicle {
namespace {

using scenario::GustStrength;

bool swims(const scenario::VehicleGroup& plan) { return plan.type == "ship"; }

FleetOptions options_of(const scenario::VehicleSettings& s, int threads) {
    const bool single = s.precision == scenario::VehiclePrecision::single;
    return {single ? Precision::single : Precision::twofold, s.time_step, threads, {}};
}

GustModel gusts_of(GustStrength strength, double airspeed) {
    const double times = strength == GustStrength::moderate ? 2.0 : 1.0;
    return {1.06 * times, 0.7 * times, 200.0, 50.0, std::max(airspeed, 5.0)};
}

}  // namespace

Mission::Mission(scenario::VehicleScenario scenario, std::uint32_t seed, int threads)
    : scenario_(std::move(scenario)),
      frame_({scenario_.settings.origin_latitude, scenario_.settings.origin_longitude,
              scenario_.settings.origin_height}),
      fleet_(options_of(scenario_.settings, threads)) {
    const auto& plans = scenario_.groups;
    for (const auto& plan : plans) {
        add(plan);
        const auto target = std::find_if(plans.begin(), plans.end(),
                                         [&](const auto& other) { return other.name == plan.target; });
        const auto own = static_cast<std::size_t>(&plan - plans.data());
        targets_.push_back(
            target == plans.end() ? own : static_cast<std::size_t>(std::distance(plans.begin(), target)));
        const bool gusty = scenario_.settings.gusts != GustStrength::none && !swims(plan);
        gusts_.push_back(gusty ? std::make_unique<Gusts>(
                                     gusts_of(scenario_.settings.gusts, plan.speed), poses_.back().size(),
                                     seed, static_cast<std::uint32_t>(points_.size()), fleet_.time_step())
                               : nullptr);
        points_.resize(points_.size() + poses_.back().size());
    }
    look();
    surround();
}

void Mission::add(const scenario::VehicleGroup& plan) {
    try {
        Group& group = fleet_.add(
            {plan.type, static_cast<std::size_t>(plan.nb), plan.name, plan.preset, plan.parameters});
        leaders_.emplace_back(plan, group);
        poses_.emplace_back(group.size());
    } catch (const Error& error) {
        Mistake mistake = error.mistake();
        const scenario::Node* parameters = plan.node.find("parameters");
        const scenario::Node* node = plan.node.find(mistake.key);
        if (!node && parameters) node = parameters->find(mistake.key);
        if (mistake.key == "waypoints" || !node) node = node ? node : &plan.node;
        mistake.where = node->place.location();
        mistake.key = "groups." + plan.name + "." + mistake.key;
        throw Error(mistake);
    }
}

bool Mission::over() const { return time() > scenario_.settings.simulation_time - 0.5 * fleet_.time_step(); }

std::string Mission::name_of(std::uint32_t vehicle) const {
    for (std::size_t g = 0; g < poses_.size(); ++g) {
        if (vehicle < poses_[g].size()) return fmt::format("{} {}", leaders_[g].plan().name, vehicle);
        vehicle -= static_cast<std::uint32_t>(poses_[g].size());
    }
    return {};
}

void Mission::step() {
    for (std::size_t g = 0; g < leaders_.size(); ++g)
        leaders_[g].lead(time(), poses_[g], poses_[targets_[g]]);
    for (std::size_t g = 0; g < leaders_.size(); ++g) blow(g);
    if (scenario_.settings.downwash) press_down();
    fleet_.step();
    look();
    tell_contacts();
    if (scenario_.settings.collision_distance > 0.0) find_collisions();
}

void Mission::look() {
    std::size_t at = 0;
    for (std::size_t g = 0; g < poses_.size(); ++g)
        for (std::size_t i = 0; i < poses_[g].size(); ++i) {
            const Pose<double> p = poses_[g][i] = leaders_[g].group().pose(i);
            points_[at++] = {p.north, p.east, p.down};
        }
}

// What stays as it is; gusts come on top of it.
void Mission::surround() {
    const auto& s = scenario_.settings;
    for (std::size_t g = 0; g < leaders_.size(); ++g) {
        Group& group = leaders_[g].group();
        const bool water = swims(leaders_[g].plan());
        const Vector3 flow = water ? Vector3{s.current_north, s.current_east, 0.0}
                                   : Vector3{s.wind_north, s.wind_east, s.wind_down};
        if (flow == Vector3{} && s.ground == 0.0) continue;
        for (std::size_t i = 0; i < group.size(); ++i) {
            group.surround(Surrounding::wind_n, i, flow[0]);
            group.surround(Surrounding::wind_e, i, flow[1]);
            group.surround(Surrounding::wind_d, i, flow[2]);
            group.surround(Surrounding::ground, i, s.ground);
        }
    }
}

void Mission::blow(std::size_t g) {
    if (!gusts_[g]) return;
    gusts_[g]->step();
    const auto& s = scenario_.settings;
    Group& group = leaders_[g].group();
    for (std::size_t i = 0; i < group.size(); ++i) {
        const auto& gust = (*gusts_[g])[i];
        const auto along = math::sincos(math::atan2(poses_[g][i].ve, poses_[g][i].vn));
        group.surround(Surrounding::wind_n, i, s.wind_north + along.cos * gust[0] - along.sin * gust[1]);
        group.surround(Surrounding::wind_e, i, s.wind_east + along.sin * gust[0] + along.cos * gust[1]);
        group.surround(Surrounding::wind_d, i, s.wind_down + gust[2]);
    }
}

// Quadrotors only: a rotor's wake on those below it.
void Mission::press_down() {
    std::uint32_t first = 0;
    for (std::size_t g = 0; g < leaders_.size(); first += static_cast<std::uint32_t>(poses_[g++].size())) {
        if (leaders_[g].plan().type != "quadrotor") continue;
        Group& group = leaders_[g].group();
        for (std::size_t i = 0; i < group.size(); ++i) group.surround(Surrounding::force_d, i, 0.0);
        const std::span<const Vector3> points(points_.data() + first, group.size());
        for (const auto& [a, b] : proximity_.pairs(points, downwash_reach)) {
            const auto upper = points[a][2] < points[b][2] ? a : b, lower = upper == a ? b : a;
            const double n = points[a][0] - points[b][0], e = points[a][1] - points[b][1];
            const double force = downwash(points[lower][2] - points[upper][2], std::sqrt(n * n + e * e));
            if (force > 0.0)
                group.surround(Surrounding::force_d, lower,
                               group.surrounding(Surrounding::force_d, lower) + force);
        }
    }
}

void Mission::find_collisions() {
    const auto pairs = proximity_.pairs(points_, scenario_.settings.collision_distance);
    fresh_.clear();
    std::set_difference(pairs.begin(), pairs.end(), touching_.begin(), touching_.end(),
                        std::back_inserter(fresh_));
    for (const auto& [a, b] : fresh_)
        tell(fmt::format("{:.2f} s: {} and {} collided", time(), name_of(a), name_of(b)));
    collisions_ += fresh_.size();
    touching_.assign(pairs.begin(), pairs.end());
}

void Mission::tell_contacts() {
    constexpr std::array words{"flies", "is on the ground", "crashed", "hit its target", "is spent"};
    for (const auto& event : fleet_.events()) {
        if (event.what == Contact::none || event.what == Contact::ground) continue;
        tell(fmt::format("{:.2f} s: {} {} {}", event.time, leaders_[event.group].plan().name, event.vehicle,
                         words[static_cast<std::size_t>(event.what)]));
    }
}

}  // namespace shoal::vehicle

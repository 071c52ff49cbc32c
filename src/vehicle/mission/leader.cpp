#include "vehicle/mission/leader.hpp"

#include "base/error.hpp"
#include "base/math.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::vehicle {
namespace {

using scenario::VehicleFormation;
using scenario::VehicleGuidance;

// Forward and right (m) of one place.
std::array<double, 2> place(VehicleFormation shape, std::size_t i, std::size_t number, double spacing) {
    const double n = static_cast<double>(number), k = static_cast<double>(i);
    const auto width = static_cast<std::size_t>(std::ceil(std::sqrt(n)));
    const double half = 0.5 * static_cast<double>(width - 1);
    switch (shape) {
        case VehicleFormation::grid:
            return {spacing * (static_cast<double>(i / width) - half),
                    spacing * (static_cast<double>(i % width) - half)};
        case VehicleFormation::line: return {0.0, spacing * (k - 0.5 * (n - 1.0))};
        case VehicleFormation::column: return {spacing * (0.5 * (n - 1.0) - k), 0.0};
        case VehicleFormation::circle: {
            if (number == 1) return {0.0, 0.0};
            const auto turn = math::sincos(math::two_pi * k / n);
            const double radius = 0.5 * spacing / math::sincos(math::pi / n).sin;
            return {radius * turn.cos, radius * turn.sin};
        }
        case VehicleFormation::vee: {
            const double rank = static_cast<double>((i + 1) / 2);
            return {-spacing * rank, i % 2 == 1 ? spacing * rank : -spacing * rank};
        }
    }
    return {0.0, 0.0};
}

Orbit orbit_of(const scenario::VehicleGroup& plan) {
    return {plan.orbit_north, plan.orbit_east, plan.altitude, plan.radius, plan.clockwise};
}

Route route_of(const scenario::VehicleGroup& plan) {
    if (plan.guidance == VehicleGuidance::orbit) return Route(orbit_of(plan));
    if (plan.guidance != VehicleGuidance::route) return {};
    std::vector<Waypoint> points;
    for (const auto& row : plan.waypoints)
        points.push_back({row[0], row[1], row[2], row.size() > 3 ? row[3] * math::pi / 180.0 : 0.0});
    return Route(points, static_cast<Corners>(plan.corners), plan.radius, plan.closed);
}

bool has(const ModeInfo& mode, std::string_view name) {
    return std::any_of(mode.values.begin(), mode.values.end(), [&](const auto& v) { return v.name == name; });
}

}  // namespace

std::vector<Vector3> formation(VehicleFormation shape, std::size_t number, double spacing, double heading) {
    const auto ahead = math::sincos(heading);
    std::vector<Vector3> slots;
    for (std::size_t i = 0; i < number; ++i) {
        const auto [forward, right] = place(shape, i, number, spacing);
        slots.push_back(
            {forward * ahead.cos - right * ahead.sin, forward * ahead.sin + right * ahead.cos, 0.0});
    }
    return slots;
}

Leader::Leader(const scenario::VehicleGroup& plan, Group& group)
    : plan_(plan), group_(&group), gains_{plan.approach, plan.k_path, plan.k_orbit}, route_(route_of(plan)),
      slots_(formation(plan.formation, group.size(), plan.spacing, plan.heading)), places_(group.size()),
      aside_(group.size()) {
    find_mode();
    for (std::size_t i = 0; i < group.size(); ++i)
        group.place(i, {plan_.north + slots_[i][0], plan_.east + slots_[i][1], -plan_.altitude, plan_.heading,
                        plan_.speed, 0.0});
}

bool Leader::follows() const { return !route_.legs().empty(); }

// The mode that takes a course, a heading, or a velocity and a heading; for targets, that one.
void Leader::find_mode() {
    const auto& modes = group_->model().modes;
    const bool at_target = plan_.guidance == VehicleGuidance::target;
    for (mode_ = 0; mode_ < modes.size(); ++mode_) {
        const ModeInfo& mode = modes[mode_];
        if (at_target ? mode.name == "target"
                      : has(mode, "course") || has(mode, "heading") || (has(mode, "vn") && has(mode, "yaw")))
            return;
    }
    mode_ = 0;
    if (at_target || plan_.guidance != VehicleGuidance::hold)
        throw Error({{}, "guidance", "", "", "vehicles of type " + plan_.type + " cannot be led this way"});
}

void Leader::lead(double time, std::span<const Pose<double>> poses, std::span<const Pose<double>> targets) {
    std::array<double, 16> values{};
    for (std::size_t i = 0; i < poses.size(); ++i) {
        if (plan_.guidance == VehicleGuidance::target) {
            lead_at_target(time, i, targets);
            continue;
        }
        const Wish wish = wish_of(time, i, poses[i]);
        const auto& wanted = group_->model().modes[mode_].values;
        for (std::size_t v = 0; v < wanted.size(); ++v)
            values[v] = std::clamp(value_of(wanted[v].name, wish, poses[i]), wanted[v].least, wanted[v].most);
        group_->command(i, mode_, std::span(values).first(wanted.size()));
    }
}

void Leader::lead_at_target(double time, std::size_t vehicle, std::span<const Pose<double>> targets) {
    if (time < plan_.launch || targets.empty()) return;
    const Pose<double>& t = targets[vehicle % targets.size()];
    const std::array<double, 6> values{t.north, t.east, t.down, t.vn, t.ve, t.vd};
    group_->command(vehicle, mode_, values);
}

Leader::Wish Leader::wish_of(double time, std::size_t vehicle, const Pose<double>& pose) {
    if (follows()) return on_route(time, vehicle, pose);
    const Vector3& slot = slots_[vehicle];
    return {plan_.heading, plan_.altitude, plan_.speed, 0.0, plan_.north + slot[0], plan_.east + slot[1]};
}

Leader::Wish Leader::on_route(double time, std::size_t vehicle, const Pose<double>& pose) {
    const double north = pose.north - slots_[vehicle][0], east = pose.east - slots_[vehicle][1];
    const double course = math::atan2(pose.ve, pose.vn);
    RoutePlace& place = places_[vehicle];
    route_.advance(place, north, east);
    const Leg& leg = route_.legs()[place.leg];
    Wish wish{course, plan_.altitude, plan_.speed, 0.0, north, east};
    if (leg.arc) {
        wish.course = course_along(leg.orbit, north, east, course, gains_);
        wish.altitude = leg.orbit.altitude;
        wish.bank = bank_on(leg.orbit, north, east, std::sqrt(pose.vn * pose.vn + pose.ve * pose.ve));
        aside_[vehicle] = vehicle::cross_track(leg.orbit, north, east);
    } else {
        wish.course = course_along(leg.line, north, east, course, gains_);
        wish.altitude = altitude_along(leg.line, north, east);
        aside_[vehicle] = vehicle::cross_track(leg.line, north, east);
    }
    if (plan_.guidance == VehicleGuidance::route) {
        const double late = plan_.speed * time - route_.progress(place, north, east);
        wish.speed += std::clamp(plan_.formation_gain * late, -0.25 * plan_.speed, 0.25 * plan_.speed);
    }
    return wish;
}

double Leader::value_of(std::string_view name, const Wish& wish, const Pose<double>& pose) const {
    constexpr double to_place = 0.8, to_altitude = 1.0, climb_limit = 3.0;  // 1/s, 1/s, m/s
    const auto along = math::sincos(wish.course);
    const bool holds = !follows();
    const auto homing = [&](double away) { return std::clamp(to_place * away, -5.0, 5.0); };
    if (name == "course" || name == "heading" || name == "yaw") return math::wrap_angle(wish.course);
    if (name == "altitude") return wish.altitude;
    if (name == "airspeed" || name == "speed") return wish.speed;
    if (name == "bank") return wish.bank;
    if (name == "vn") return holds ? homing(wish.north - pose.north) : wish.speed * along.cos;
    if (name == "ve") return holds ? homing(wish.east - pose.east) : wish.speed * along.sin;
    if (name == "vd")
        return -std::clamp(to_altitude * (wish.altitude + pose.down), -climb_limit, climb_limit);
    return 0.0;
}

}  // namespace shoal::vehicle

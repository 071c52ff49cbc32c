#pragma once

#include "scenario/vehicle/vehicle_scenario.hpp"
#include "vehicle/environment/geodesy.hpp"
#include "vehicle/fleet.hpp"
#include "vehicle/guidance/route.hpp"

#include <array>
#include <span>
#include <vector>

namespace shoal::vehicle {

/// Leads the vehicles of a group: turns its guidance into commands of its type.
class Leader {
public:
    Leader(const scenario::VehicleGroup& plan, Group& group);

    /// Commands for all vehicles. `poses` are the group's, `targets` those of the group that missiles fly at.
    void lead(double time, std::span<const Pose<double>> poses, std::span<const Pose<double>> targets);

    [[nodiscard]] const scenario::VehicleGroup& plan() const { return plan_; }
    [[nodiscard]] Group& group() const { return *group_; }
    /// m to the right of its line or beyond its circle; 0 without either.
    [[nodiscard]] double cross_track(std::size_t vehicle) const { return aside_[vehicle]; }
    [[nodiscard]] bool follows() const;

private:
    struct Wish {
        double course, altitude, speed, bank;
        double north, east;  // m, where to be; for vehicles that hold a place
    };
    void find_mode();
    void lead_at_target(double time, std::size_t vehicle, std::span<const Pose<double>> targets);
    [[nodiscard]] Wish wish_of(double time, std::size_t vehicle, const Pose<double>& pose);
    [[nodiscard]] Wish on_route(double time, std::size_t vehicle, const Pose<double>& pose);
    [[nodiscard]] double value_of(std::string_view name, const Wish& wish, const Pose<double>& pose) const;

    scenario::VehicleGroup plan_;
    Group* group_;
    FieldGains gains_;
    Route route_;
    std::size_t mode_ = 0;
    std::vector<Vector3> slots_;  // north, east, altitude of each vehicle's place beside the centre (m)
    std::vector<RoutePlace> places_;
    std::vector<double> aside_;
};

/// Places of a formation about its centre: north, east, up (m).
[[nodiscard]] std::vector<Vector3> formation(scenario::VehicleFormation shape, std::size_t number,
                                             double spacing, double heading);

}  // namespace shoal::vehicle

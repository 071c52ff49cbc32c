#pragma once

#include "scenario/vehicle/vehicle_scenario.hpp"
#include "vehicle/environment/geodesy.hpp"
#include "vehicle/environment/gusts.hpp"
#include "vehicle/environment/proximity.hpp"
#include "vehicle/mission/leader.hpp"

#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shoal::vehicle {

/// A scenario of vehicles that runs: a fleet, who leads it, and what surrounds it.
class Mission {
public:
    /// Throws Error at the line of a group that cannot be made.
    Mission(scenario::VehicleScenario scenario, std::uint32_t seed, int threads);

    void step();
    [[nodiscard]] double time() const { return fleet_.time(); }  // s
    [[nodiscard]] bool over() const;

    [[nodiscard]] const scenario::VehicleScenario& scenario() const { return scenario_; }
    [[nodiscard]] const LocalFrame& frame() const { return frame_; }
    [[nodiscard]] Fleet& fleet() { return fleet_; }
    [[nodiscard]] std::span<const Leader> leaders() const { return leaders_; }
    [[nodiscard]] std::span<const Pose<double>> poses(std::size_t group) const { return poses_[group]; }
    [[nodiscard]] std::uint64_t collisions() const { return collisions_; }
    [[nodiscard]] std::string name_of(std::uint32_t vehicle) const;  // of the whole fleet

    std::function<void(const std::string&)> tell = [](const std::string&) {};  // events, a line each

private:
    void add(const scenario::VehicleGroup& plan);
    void look();
    void surround();
    void blow(std::size_t group);
    void press_down();
    void find_collisions();
    void tell_contacts();

    scenario::VehicleScenario scenario_;
    LocalFrame frame_;
    Fleet fleet_;
    std::vector<Leader> leaders_;
    std::vector<std::vector<Pose<double>>> poses_;
    std::vector<std::size_t> targets_;  // group that a group flies at, or its own
    std::vector<std::unique_ptr<Gusts>> gusts_;
    Proximity proximity_;
    std::vector<Vector3> points_;  // of all vehicles, by group
    std::vector<Proximity::Pair> touching_, fresh_;
    std::uint64_t collisions_ = 0;
};

}  // namespace shoal::vehicle

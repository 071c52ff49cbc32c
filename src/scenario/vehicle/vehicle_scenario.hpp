#pragma once

#include "scenario/document.hpp"
#include "scenario/node.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shoal::scenario {

enum class VehiclePrecision { single, twofold };
enum class GustStrength { none, light, moderate };
enum class VehicleFormation { grid, line, column, circle, vee };
enum class VehicleGuidance { hold, route, orbit, target };
enum class RouteCorners { straight, fillet, dubins };

/// The top-level keys of a scenario of the family vehicle, in SI units.
struct VehicleSettings {
    Family family = Family::vehicle;
    double simulation_time = 100;  // s
    double time_step = 0.01;       // s
    std::optional<std::uint32_t> seed;
    int threads = 0;
    VehiclePrecision precision = VehiclePrecision::twofold;

    double origin_latitude = 0, origin_longitude = 0;     // rad
    double origin_height = 0;                             // m, over the ellipsoid
    double wind_north = 0, wind_east = 0, wind_down = 0;  // m/s
    double current_north = 0, current_east = 0;           // m/s
    GustStrength gusts = GustStrength::none;
    double ground = 0;              // m, over the origin
    double collision_distance = 0;  // m
    bool downwash = false;

    bool enable_data_logging = true;
    std::string data_filename = "data.feather";
    double save_data_period = 1.0;  // s
    std::string plot_filename;
};

/// A category of vehicles of one type.
struct VehicleGroup {
    std::string name;
    std::string type, preset;
    int nb = 1;
    std::vector<std::pair<std::string, double>> parameters;

    double north = 0, east = 0, altitude = 0;  // m
    double heading = 0;                        // rad
    double speed = 0;                          // m/s
    VehicleFormation formation = VehicleFormation::grid;
    double spacing = 10;  // m

    VehicleGuidance guidance = VehicleGuidance::hold;
    std::vector<std::vector<double>> waypoints;  // north, east, altitude (m) [, course (rad)]
    RouteCorners corners = RouteCorners::fillet;
    double radius = 100;  // m
    bool closed = true;
    bool clockwise = true;
    double orbit_north = 0, orbit_east = 0;
    double approach = 1.3089969389957472;  // rad
    double k_path = 0.05, k_orbit = 10;
    double formation_gain = 0.2;  // 1/s
    std::string target;
    double launch = 0;  // s
    Node node;          // where it was written
};

struct VehicleScenario {
    Document document;
    VehicleSettings settings;
    std::vector<VehicleGroup> groups;  // in the order of the file
    std::vector<std::string> warnings;
};

/// Throws one Error that tells all mistakes of the file, a line each.
[[nodiscard]] VehicleScenario read_vehicles(Document document);

}  // namespace shoal::scenario

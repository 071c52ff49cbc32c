#include "scenario/vehicle/vehicle_keys.hpp"

#include <numbers>

namespace shoal::scenario {
namespace {

constexpr Unit m{"m"}, m_per_s{"m/s"}, deg{"deg", std::numbers::pi, 180}, per_m{"1/m"};

}  // namespace

const std::vector<Section<VehicleSettings>>& vehicle_settings_keys() {
    using S = VehicleSettings;
    using namespace unit;
    static const std::vector<Section<S>> sections = {
        {"Run",
         every_type,
         {
             {"family", &S::family, "Kind of robots that are simulated.", required},
             {"simulation_time", &S::simulation_time, s, at_least(0), "End of the run."},
             {"time_step", &S::time_step, s, between(1e-4, 0.1),
              "Duration of a step of models and guidance."},
             {"seed", &S::seed, none, any, "Seed of all random numbers; --seed comes first.",
              otherwise("drawn, and told in the log")},
             {"threads", &S::threads, none, between(0, 1024),
              "Worker threads; 0 takes one a core. Results do not depend on it."},
             {"precision", &S::precision, "Numbers that the models are computed in."},
             {"groups", "Categories of vehicles by name, created in this order.", required},
         }},
        {"Surroundings",
         every_type,
         {
             {"origin_latitude", &S::origin_latitude, deg, between(-90, 90), "Place of the local origin."},
             {"origin_longitude", &S::origin_longitude, deg, between(-180, 180),
              "Place of the local origin."},
             {"origin_height", &S::origin_height, m, any, "Of the local origin over the WGS-84 ellipsoid."},
             {"wind_north", &S::wind_north, m_per_s, any, "Motion of the air to the north."},
             {"wind_east", &S::wind_east, m_per_s, any, "Motion of the air to the east."},
             {"wind_down", &S::wind_down, m_per_s, any, "Motion of the air downwards."},
             {"gusts", &S::gusts, "Dryden turbulence at low altitude, each vehicle its own."},
             {"current_north", &S::current_north, m_per_s, any,
              "Motion of the water to the north, for ships."},
             {"current_east", &S::current_east, m_per_s, any, "Motion of the water to the east, for ships."},
             {"ground", &S::ground, m, any, "Height of the ground over the local origin."},
             {"collision_distance", &S::collision_distance, m, at_least(0),
              "Vehicles whose centres come nearer than this have collided; 0 looks for none."},
             {"downwash", &S::downwash, "Quadrotors push down those that are near below them."},
         }},
        {"Recording",
         every_type,
         {
             {"enable_data_logging", &S::enable_data_logging, "Write the data file."},
             {"data_filename", &S::data_filename, "Data file (Feather); its directories are made."},
             {"save_data_period", &S::save_data_period, s, any,
              "Time between exports; 0 or less exports the start only."},
             {"plot_filename", &S::plot_filename, "Plots of paths, altitudes and cross-track errors (SVG).",
              otherwise("none")},
         }},
    };
    return sections;
}

const std::vector<Section<VehicleGroup>>& vehicle_group_keys() {
    using G = VehicleGroup;
    using namespace unit;
    static const std::vector<Section<G>> sections = {
        {"Vehicles",
         every_type,
         {
             {"type", &G::type, "Model: quadrotor, fixed_wing, ground, missile or ship.", required},
             {"nb", &G::nb, none, between(1, 10000000), "How many."},
             {"preset", &G::preset, "Named set of the model's parameters.", otherwise("the standard one")},
             {"parameters", "Parameters of the model by name, in its units.", otherwise("the preset's")},
         }},
        {"Start",
         every_type,
         {
             {"north", &G::north, m, any, "Centre of the formation."},
             {"east", &G::east, m, any, "Centre of the formation."},
             {"altitude", &G::altitude, m, any, "Over the local origin."},
             {"heading", &G::heading, deg, any, "From north to east; the formation is turned with it."},
             {"speed", &G::speed, m_per_s, at_least(0), "At the start, and the one to keep."},
             {"formation", &G::formation, "How the vehicles of the group stand to each other."},
             {"spacing", &G::spacing, m, at_least(0), "Between neighbours of the formation."},
         }},
        {"Guidance",
         every_type,
         {
             {"guidance", &G::guidance, "What leads the vehicles: nothing, way-points, a circle, a target."},
             {"waypoints", &G::waypoints, none, any,
              "Rows of north, east and altitude in m, with corners: dubins of the course in deg too.",
              otherwise("none")},
             {"corners", &G::corners, "How a route goes round its way-points."},
             {"closed", &G::closed, "From the last way-point on to the first, again and again."},
             {"radius", &G::radius, m, above(0), "Of fillets, Dubins arcs and the orbit."},
             {"orbit_north", &G::orbit_north, m, any, "Centre of the orbit."},
             {"orbit_east", &G::orbit_east, m, any, "Centre of the orbit."},
             {"clockwise", &G::clockwise, "Sense of the orbit, seen from above."},
             {"approach", &G::approach, deg, between(1, 90), "Largest angle towards a line."},
             {"k_path", &G::k_path, per_m, above(0), "Gain of the lines' vector field."},
             {"k_orbit", &G::k_orbit, none, above(0), "Gain of the orbit's vector field."},
             {"formation_gain", &G::formation_gain, per_s, at_least(0),
              "Speed that a vehicle adds for each metre that it is behind its place on the route."},
             {"target", &G::target, "Group whose vehicle of the same number a missile flies at.",
              otherwise("none")},
             {"launch", &G::launch, s, at_least(0), "When missiles start."},
         }},
    };
    return sections;
}

std::vector<CatalogueEntry> vehicle_entries() {
    std::vector<CatalogueEntry> all;
    add_entries(all, vehicle_settings_keys(), "");
    add_entries(all, vehicle_group_keys(), "groups.<group>.");
    return all;
}

}  // namespace shoal::scenario

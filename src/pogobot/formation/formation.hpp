#pragma once

#include "scenario/arena.hpp"
#include "scenario/formation_file.hpp"
#include "scenario/settings.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace shoal::pogobot {

/// Where an object stands when a run begins.
struct Placement {
    double x = 0.0, y = 0.0;  // m
    double theta = 0.0;       // rad
};

/// A disc that is taken already, by an object with coordinates of its own.
struct Taken {
    double x, y, radius;  // m
};

/// What a formation is made from.
struct FormationRequest {
    const scenario::Settings& settings;
    const scenario::Arena& arena;
    bool periodic = false;      // opposite sides of the arena's bounding box are joined, no walls
    std::vector<double> radii;  // m: bounding disc of each object to place, in creation order
    std::vector<Taken> taken;
    std::vector<scenario::ImportedPose> imported;  // for Formation::imported, already in metres
    std::uint64_t seed = 0;
    std::uint32_t first_entity = 0;    // of the random numbers: those before belong to another formation
    std::string within = "the arena";  // what bounds the formation, for messages
};

/// The initial poses of all objects of the request, in its order: a function of the request alone.
/// Nothing overlaps, and nothing touches a wall. Throws Error, within seconds, that says how many objects fitted when the
/// arena is too full. `warnings` gets a line for each thing that was asked for and could not be kept to.
[[nodiscard]] std::vector<Placement> make_formation(const FormationRequest& request,
                                                    std::vector<std::string>& warnings);

}  // namespace shoal::pogobot

#pragma once

#include "pogobot/simulation.hpp"

#include <memory>
#include <string>
#include <vector>

namespace shoal::golden {

/// A run whose fingerprint is kept in golden.csv.
struct Scene {
    const char* name;
    const char* controller;  // a folder of controllers/
    int ticks;
    std::string yaml;
};

[[nodiscard]] const std::vector<Scene>& scenes();
[[nodiscard]] const Scene& scene(const std::string& name);

/// Builds the controller in a temporary folder and sets the run up. `more` are further lines of the scenario.
[[nodiscard]] std::unique_ptr<pogobot::Simulation> make(const Scene& scene, int threads,
                                                        record::Console& console,
                                                        const std::string& more = "");

/// Of poses, speeds, clocks, motors and LEDs.
[[nodiscard]] std::uint64_t fingerprint(pogobot::Simulation& simulation);

}  // namespace shoal::golden

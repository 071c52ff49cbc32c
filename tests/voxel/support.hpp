#pragma once

#include "voxel/population.hpp"

#include "base/math.hpp"

#include <memory>
#include <vector>

namespace shoal::voxel {

inline std::shared_ptr<const Ground> flat(double friction = 0.2) {
    return std::make_shared<const Ground>(std::vector<Point>{{-10000.0, 0.0}, {10000.0, 0.0}}, friction);
}

inline World world(const Body& body, std::shared_ptr<const Ground> ground, double x = 0.0, double y = 0.0) {
    return {{{body, x, y}}, std::move(ground), {}};
}

inline Settings weightless() {
    Settings settings;
    settings.gravity_y = 0.0;
    return settings;
}

inline Material undamped(Material material) {
    material.linear_damping = material.angular_damping = 0.0;
    return material;
}

/// The usual gait, f(t) = sin(−2π t + π x / width), of every robot.
inline void wave(Population& population, double t, bool mirrored = false) {
    for (std::size_t w = 0; w < population.world_count(); ++w)
        for (std::size_t r = 0; r < population.robot_count(w); ++r) {
            const Body& body = population.body(w, r);
            std::size_t row = population.rows(w, r).begin;
            for (int y = 0; y < body.height(); ++y)
                for (int x = 0; x < body.width(); ++x) {
                    if (!body.has(x, y)) continue;
                    const int along = mirrored ? body.width() - 1 - x : x;
                    const double phase = math::pi * along / body.width();
                    population.control()[row++] =
                        static_cast<float>(math::sincos(phase - math::two_pi * t).sin);
                }
        }
    population.apply_control();
}

inline void walk(Population& population, int steps, bool mirrored = false) {
    for (int i = 0; i < steps; ++i) {
        if (i % 2 == 0) wave(population, i * population.settings().dt, mirrored);
        population.step();
    }
}

}  // namespace shoal::voxel

#pragma once

#include "base/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace shoal::vehicle {

/// Dryden turbulence: deviations and lengths. Equations: docs/models/vehicle-environment.md.
struct GustModel {
    double sigma_uv = 1.06, sigma_w = 0.7;      // m/s
    double length_uv = 200.0, length_w = 50.0;  // m
    double airspeed = 25.0;                     // m/s, nominal
};

/// Gusts along, across and down each of many vehicles. Each draws from a stream of its own.
class Gusts {
public:
    Gusts(const GustModel& model, std::size_t vehicles, std::uint64_t seed, std::uint32_t first_entity,
          double period);

    void step();
    /// m/s, along the air's flow, to its right and down.
    [[nodiscard]] const std::array<double, 3>& operator[](std::size_t vehicle) const {
        return gusts_[vehicle];
    }

private:
    /// Two lags in a row driven by white noise, exact for any period: (s + a/√3)/(s + a)².
    struct Shape {
        double decay, carry;                     // of both lags, of the first into the second
        double noise11, noise21, noise22, gain;  // Cholesky factor of the noise of a period; of the output
        double start11, start21, start22;        // the same of the stationary state
        double lead;

        Shape(double sigma, double length, double airspeed, double period);
        void start(RandomStream& stream, std::array<double, 2>& x) const;
        [[nodiscard]] double step(RandomStream& stream, std::array<double, 2>& x) const;
    };
    struct Memory {
        double u = 0.0;
        std::array<double, 2> v{}, w{};
    };
    double decay_u_, noise_u_;
    Shape across_, down_;
    std::vector<Memory> memory_;
    std::vector<std::array<double, 3>> gusts_;
    std::vector<RandomStream> streams_;
};

}  // namespace shoal::vehicle

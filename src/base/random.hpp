#pragma once

#include <array>
#include <cstdint>

namespace shoal {

/// Four random words as a function of counter and key: Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011).
[[nodiscard]] std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key);

/// What a stream is drawn for; part of its key, so that one use never disturbs another.
enum class Purpose : std::uint32_t {
    placement = 1,
    firmware_rand,
    firmware_seed,
    motor_noise,
    motor_bias,
    clock_drift,
    photosensor_bias,
    photosensor_noise,
    imu_noise,
    reception,
    transmission,
    locomotion = 32,
    gust = 48,
    sensor_noise,
    link,
    voxel_weights = 64,
    test = 1000,
};

/// The random numbers of one entity for one purpose in one run: a pure function of (seed, entity, purpose, draw).
/// Holds nothing but that key and the number of draws taken, so it may be saved, copied and compared as plain data.
class RandomStream {
public:
    RandomStream() = default;
    RandomStream(std::uint64_t seed, std::uint32_t entity, Purpose purpose)
        : seed_(seed), entity_(entity), purpose_(purpose) {}

    /// 64 uniform bits.
    [[nodiscard]] std::uint64_t bits();
    /// Uniform in [0, 1), a multiple of 2^-53.
    [[nodiscard]] double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    /// Uniform in [low, high).
    [[nodiscard]] double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform over the integers low … high, both included; exactly unbiased.
    [[nodiscard]] std::int64_t integer(std::int64_t low, std::int64_t high);
    /// Normal with the given mean and standard deviation (Box and Muller 1958; one draw a number).
    [[nodiscard]] double normal(double mean = 0.0, double deviation = 1.0);

private:
    [[nodiscard]] std::array<std::uint32_t, 4> next_block();

    std::uint64_t seed_ = 0;
    std::uint64_t draw_ = 0;
    std::uint32_t entity_ = 0;
    Purpose purpose_ = Purpose::test;
};

}  // namespace shoal

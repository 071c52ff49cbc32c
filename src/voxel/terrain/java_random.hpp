#pragma once

#include <cstdint>

namespace shoal::voxel {

/// The linear congruential generator of Java's java.util.Random, so that terrains named by a seed are the same ground
/// everywhere, and sensors that name the seed of their noise draw the same.
class JavaRandom {
public:
    explicit JavaRandom(std::int64_t seed)
        : state_((static_cast<std::uint64_t>(seed) ^ 0x5DEECE66DULL) & mask) {}

    /// Uniform in [0, 1), a multiple of 2^-53.
    [[nodiscard]] double uniform();
    /// Uniform over 0 … bound − 1.
    [[nodiscard]] int integer(int bound);
    /// Standard normal, by the polar method; values come in pairs.
    [[nodiscard]] double normal();

private:
    static constexpr std::uint64_t mask = (1ULL << 48) - 1;

    [[nodiscard]] std::uint32_t next(int bits);

    std::uint64_t state_;
    double spare_ = 0.0;
    bool has_spare_ = false;
};

}  // namespace shoal::voxel

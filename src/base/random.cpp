#include "base/random.hpp"

#include "base/assert.hpp"
#include "base/math.hpp"

namespace shoal {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> c, std::array<std::uint32_t, 2> k) {
    constexpr std::uint64_t multiplier_0 = 0xD2511F53U;
    constexpr std::uint64_t multiplier_1 = 0xCD9E8D57U;
    constexpr std::uint32_t weyl_0 = 0x9E3779B9U;
    constexpr std::uint32_t weyl_1 = 0xBB67AE85U;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = multiplier_0 * c[0];
        const std::uint64_t p1 = multiplier_1 * c[2];
        c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(p1),
             static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(p0)};
        k[0] += weyl_0;
        k[1] += weyl_1;
    }
    return c;
}

std::array<std::uint32_t, 4> RandomStream::next_block() {
    const std::uint64_t n = draw_++;
    return philox({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32), entity_,
                   static_cast<std::uint32_t>(purpose_)},
                  {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)});
}

std::uint64_t RandomStream::bits() {
    const auto block = next_block();
    return (static_cast<std::uint64_t>(block[1]) << 32) | block[0];
}

std::int64_t RandomStream::integer(std::int64_t low, std::int64_t high) {
    SHOAL_ASSERT(low <= high);
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    if (span == 0) return static_cast<std::int64_t>(bits());
    // Words below 2^64 mod span would favour the small numbers: they are drawn again.
    const std::uint64_t reject_below = (0 - span) % span;
    std::uint64_t word = bits();
    while (word < reject_below) word = bits();
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + word % span);
}

double RandomStream::normal(double mean, double deviation) {
    const auto block = next_block();
    const auto word = [&](int i) { return (static_cast<std::uint64_t>(block[i + 1]) << 32) | block[i]; };
    const double u = (static_cast<double>(word(0) >> 11) + 1.0) * 0x1p-53;  // (0, 1]: its logarithm exists
    const double angle = static_cast<double>(word(2) >> 11) * 0x1p-53 * math::two_pi;
    return mean + deviation * std::sqrt(-2.0 * math::log(u)) * math::sincos(angle).cos;
}

}  // namespace shoal

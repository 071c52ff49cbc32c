#include "voxel/terrain/java_random.hpp"

#include "base/math.hpp"

#include <cmath>

namespace shoal::voxel {

std::uint32_t JavaRandom::next(int bits) {
    state_ = (state_ * 0x5DEECE66DULL + 0xBULL) & mask;
    return static_cast<std::uint32_t>(state_ >> (48 - bits));
}

double JavaRandom::uniform() {
    const std::uint64_t high = next(26);
    const std::uint64_t low = next(27);
    return static_cast<double>((high << 27) + low) * 0x1p-53;
}

int JavaRandom::integer(int bound) {
    const auto n = static_cast<std::uint32_t>(bound);
    if ((n & (n - 1)) == 0) return static_cast<int>((static_cast<std::uint64_t>(n) * next(31)) >> 31);
    while (true) {
        const std::uint32_t bits = next(31);
        const std::uint32_t value = bits % n;
        // Values of the last, incomplete round of 0 … n − 1 below 2^31 would be likelier than others.
        if (bits - value + (n - 1) < (1U << 31)) return static_cast<int>(value);
    }
}

double JavaRandom::normal() {
    if (has_spare_) {
        has_spare_ = false;
        return spare_;
    }
    while (true) {
        const double a = 2.0 * uniform() - 1.0;
        const double b = 2.0 * uniform() - 1.0;
        const double s = a * a + b * b;
        if (s >= 1.0 || s == 0.0) continue;
        const double scale = std::sqrt(-2.0 * math::log(s) / s);
        spare_ = b * scale;
        has_spare_ = true;
        return a * scale;
    }
}

}  // namespace shoal::voxel

#include "record/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace shoal::record {
namespace {

std::uint16_t bits(float value) { return Half(value).bits; }

TEST(Half, HasTheKnownBitsOfKnownNumbers) {
    EXPECT_EQ(bits(0.0f), 0x0000);
    EXPECT_EQ(bits(-0.0f), 0x8000);
    EXPECT_EQ(bits(1.0f), 0x3c00);
    EXPECT_EQ(bits(-2.0f), 0xc000);
    EXPECT_EQ(bits(65504.0f), 0x7bff);
    EXPECT_EQ(bits(0x1p-14f), 0x0400);
    EXPECT_EQ(bits(0x1p-24f), 0x0001);
}

TEST(Half, RoundsToNearestAndTiesToEven) {
    EXPECT_EQ(float(Half(2049.0f)), 2048.0f);
    EXPECT_EQ(float(Half(2051.0f)), 2052.0f);
    EXPECT_EQ(float(Half(2049.1f)), 2050.0f);
    EXPECT_EQ(bits(0x1p-25f), 0x0000);
    EXPECT_EQ(bits(0x1.8p-24f), 0x0002);
    EXPECT_EQ(bits(0x1.ffcp-15f + 0x1p-26f), 0x0400)
        << "the largest subnormal rounds up into the normal numbers";
}

TEST(Half, OverflowsToInfinityWhereRoundingSaysSo) {
    EXPECT_EQ(bits(65519.0f), 0x7bff);
    EXPECT_EQ(bits(65520.0f), 0x7c00);
    EXPECT_EQ(bits(-1e30f), 0xfc00);
    EXPECT_EQ(bits(std::numeric_limits<float>::infinity()), 0x7c00);
}

TEST(Half, KeepsNaN) {
    EXPECT_TRUE(std::isnan(float(Half(std::nanf("")))));
    EXPECT_TRUE(std::isnan(float(Half(-std::nanf("1")))));
}

TEST(Half, EveryHalfSurvivesTheWayThroughFloat) {
    for (std::uint32_t b = 0; b < 0x10000; ++b) {
        Half half;
        half.bits = static_cast<std::uint16_t>(b);
        const float wide = float(half);
        if (std::isnan(wide)) continue;
        ASSERT_EQ(Half(wide).bits, half.bits);
    }
}

TEST(Half, AgreesWithTheNearestNeighbourForEveryMagnitude) {
    for (int exponent = -26; exponent < 16; ++exponent) {
        for (int step = 0; step < 64; ++step) {
            const float value = std::ldexp(1.0f + static_cast<float>(step) * 0.0157f, exponent);
            if (value >= 65504.0f) continue;
            const Half nearest(value);
            Half above = nearest;
            ++above.bits;
            const float error = std::abs(float(nearest) - value);
            EXPECT_LE(error, std::abs(float(above) - value)) << value;
            if (nearest.bits == 0) continue;
            Half below = nearest;
            --below.bits;
            EXPECT_LE(error, std::abs(float(below) - value)) << value;
        }
    }
}

}  // namespace
}  // namespace shoal::record

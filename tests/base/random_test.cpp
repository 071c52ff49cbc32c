#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <vector>

namespace shoal {
namespace {

using Words = std::array<std::uint32_t, 4>;

RandomStream stream(std::uint32_t entity = 0) { return {20240607, entity, Purpose::test}; }

// Largest distance of the sorted sample's distribution from `cumulative`, times √n (Kolmogorov and Smirnov).
template <class Cumulative>
double ks_statistic(std::vector<double> sample, const Cumulative& cumulative) {
    std::sort(sample.begin(), sample.end());
    const auto n = static_cast<double>(sample.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        const double p = cumulative(sample[i]);
        worst = std::max({worst, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
    }
    return worst * std::sqrt(n);
}
constexpr double ks_limit = 1.95;  // exceeded by one sample in a thousand

double chi_square(const std::vector<int>& counts) {
    double total = 0.0;
    for (const int c : counts) total += c;
    const double expected = total / static_cast<double>(counts.size());
    double sum = 0.0;
    for (const int c : counts) sum += (c - expected) * (c - expected) / expected;
    return sum;
}

// The published known answers of Philox4x32-10.
TEST(Philox, KnownAnswers) {
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    constexpr std::uint32_t f = 0xffffffff;
    EXPECT_EQ(philox({f, f, f, f}, {f, f}), (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, IsAFunctionOfItsKey) {
    RandomStream a(1, 2, Purpose::motor_noise);
    RandomStream b(1, 2, Purpose::motor_noise);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(a.bits(), b.bits());
    std::set<std::uint64_t> first;
    first.insert(RandomStream(1, 2, Purpose::placement).bits());
    first.insert(RandomStream(2, 2, Purpose::placement).bits());
    first.insert(RandomStream(1, 3, Purpose::placement).bits());
    first.insert(RandomStream(1, 2, Purpose::motor_noise).bits());
    first.insert(RandomStream(std::uint64_t{1} << 32 | 1, 2, Purpose::placement).bits());
    EXPECT_EQ(first.size(), 5U);
}

TEST(RandomStream, UniformNumbersAreUniform) {
    RandomStream random = stream();
    std::vector<double> sample(100000);
    double sum = 0.0;
    for (double& u : sample) {
        u = random.uniform();
        ASSERT_GE(u, 0.0);
        ASSERT_LT(u, 1.0);
        sum += u;
    }
    EXPECT_LT(ks_statistic(sample, [](double x) { return x; }), ks_limit);
    EXPECT_NEAR(sum / 1e5, 0.5, 4 * std::sqrt(1.0 / 12.0 / 1e5));
}

TEST(RandomStream, NormalNumbersAreNormal) {
    RandomStream random = stream();
    std::vector<double> sample(100000);
    double moments[5] = {};
    for (double& z : sample) {
        z = random.normal();
        for (int k = 1; k <= 4; ++k) moments[k] += std::pow(z, k) / 1e5;
    }
    EXPECT_LT(ks_statistic(sample, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }), ks_limit);
    EXPECT_NEAR(moments[1], 0.0, 4 * std::sqrt(1.0 / 1e5));
    EXPECT_NEAR(moments[2], 1.0, 4 * std::sqrt(2.0 / 1e5));
    EXPECT_NEAR(moments[3], 0.0, 4 * std::sqrt(15.0 / 1e5));
    EXPECT_NEAR(moments[4], 3.0, 4 * std::sqrt(96.0 / 1e5));
    RandomStream again = stream();
    EXPECT_DOUBLE_EQ(again.normal(10.0, 2.0), 10.0 + 2.0 * stream().normal());
}

TEST(RandomStream, IntegersAreUniform) {
    RandomStream random = stream();
    for (const int sides : {2, 6, 100}) {
        std::vector<int> counts(static_cast<std::size_t>(sides));
        for (int i = 0; i < 100000; ++i)
            ++counts[static_cast<std::size_t>(random.integer(-3, sides - 4) + 3)];
        const double freedom = sides - 1;
        EXPECT_LT(chi_square(counts), freedom + 4.5 * std::sqrt(2 * freedom) + 4) << sides;
    }
    EXPECT_EQ(random.integer(5, 5), 5);
    bool negative = false;
    for (int i = 0; i < 64; ++i) negative = negative || random.integer(INT64_MIN, INT64_MAX) < 0;
    EXPECT_TRUE(negative);
}

// A range of three quarters of all words: without rejection, the lower third would come twice as often.
TEST(RandomStream, IntegersOfHugeRangesAreUnbiased) {
    RandomStream random = stream();
    const std::int64_t low = INT64_MIN;
    const std::int64_t high = INT64_MAX / 2;
    std::vector<int> counts(3);
    for (int i = 0; i < 30000; ++i) {
        const auto offset =
            static_cast<std::uint64_t>(random.integer(low, high)) - static_cast<std::uint64_t>(low);
        ++counts[std::min<std::uint64_t>(offset >> 62, 2)];
    }
    EXPECT_LT(chi_square(counts), 16.0);
}

TEST(RandomStream, StreamsOfEntitiesAreIndependent) {
    constexpr int n = 20000;
    RandomStream a = stream(1);
    RandomStream b = stream(2);
    double products = 0.0;
    for (int i = 0; i < n; ++i) products += (a.uniform() - 0.5) * (b.uniform() - 0.5);
    EXPECT_NEAR(products / n * 12.0, 0.0, 4.0 / std::sqrt(n));
    std::vector<double> firsts;  // across entities as well as along each stream
    for (std::uint32_t e = 0; e < n; ++e) firsts.push_back(stream(e).uniform());
    EXPECT_LT(ks_statistic(firsts, [](double x) { return x; }), ks_limit);
}

TEST(RandomStream, EachBitIsOneHalfOfTheTime) {
    RandomStream random = stream();
    std::vector<int> ones(64);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t word = random.bits();
        for (std::size_t bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>((word >> bit) & 1);
    }
    for (const int count : ones) EXPECT_NEAR(count, 10000, 5 * std::sqrt(5000.0));
}

}  // namespace
}  // namespace shoal

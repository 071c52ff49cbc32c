#include "base/digest.hpp"

#include <gtest/gtest.h>

#include <set>

namespace shoal {
namespace {

std::uint64_t digest_of(std::initializer_list<float> values) {
    Column<float> column;
    for (const float v : values) column.push_back(v);
    Digest d;
    d.add(column);
    return d.value();
}

TEST(Digest, DependsOnValueOrderAndLength) {
    const std::set<std::uint64_t> all{digest_of({}),        digest_of({0.0F}),      digest_of({0.0F, 0.0F}),
                                      digest_of({1, 2, 3}), digest_of({3, 2, 1}),   digest_of({1, 2}),
                                      digest_of({-0.0F}),   digest_of({1, 2, 3, 0})};
    EXPECT_EQ(all.size(), 8U);
    EXPECT_EQ(digest_of({1, 2, 3}), digest_of({1, 2, 3}));
}

TEST(Digest, NoticesEachSingleBit) {
    std::set<std::uint64_t> all;
    for (int bit = 0; bit < 64; ++bit) {
        Digest d;
        d.add(std::uint64_t{1} << bit);
        all.insert(d.value());
    }
    EXPECT_EQ(all.size(), 64U);
}

TEST(Digest, DoesNotSeeTheCapacityOfAColumn) {
    Column<double> wide;
    wide.reserve(1000);
    wide.push_back(1.5);
    Digest a;
    a.add(wide);
    Digest b;
    b.add(Column<double>(1, 1.5));
    EXPECT_EQ(a.value(), b.value());
}

}  // namespace
}  // namespace shoal

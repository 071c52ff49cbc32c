#include "base/column.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace shoal {
namespace {

template <class T>
bool is_aligned(const Column<T>& c) {
    return reinterpret_cast<std::uintptr_t>(c.data()) % Column<T>::alignment == 0;
}

TEST(Column, KeepsItsValuesWhileItGrows) {
    Column<int> c;
    for (int i = 0; i < 1000; ++i) c.push_back(i);
    ASSERT_EQ(c.size(), 1000U);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(c[static_cast<std::size_t>(i)], i);
}

TEST(Column, StartsAtACacheLineWhateverItsType) {
    Column<char> bytes(3, 'a');
    Column<float> floats(17, 1.0F);
    struct Big {
        double parts[9];
    };
    Column<Big> bigs(2);
    EXPECT_TRUE(is_aligned(bytes));
    EXPECT_TRUE(is_aligned(floats));
    EXPECT_TRUE(is_aligned(bigs));
}

TEST(Column, LetsKernelsWriteAWholeVectorPastTheLastElement) {
    Column<float> c(33, 2.0F);
    for (std::size_t i = 32; i < 48; ++i)
        c.data()[i] = 1.0F;  // one 16-wide store; the address checkers watch
    EXPECT_EQ(c[31], 2.0F);
    EXPECT_EQ(c[32], 1.0F);
}

TEST(Column, GrowsInStepsThatGetLonger) {
    Column<double> c;
    int moves = 0;
    const double* at = nullptr;
    for (std::size_t n = 1; n <= 100000; ++n) {
        c.resize(n, 1.0);
        moves += c.data() != at;
        at = c.data();
    }
    EXPECT_LT(moves, 40);
}

TEST(Column, FillsOnlyNewElements) {
    Column<int> c(3, 7);
    c.resize(5, 9);
    EXPECT_EQ(c[2], 7);
    EXPECT_EQ(c[3], 9);
    c.resize(1);
    c.resize(3, 4);
    EXPECT_EQ(c[0], 7);
    EXPECT_EQ(c[1], 4);
}

TEST(Column, DoesNotAllocateWhenWarm) {
    Column<int> c(100);
    const int* const before = c.data();
    c.clear();
    c.resize_uninitialised(100);
    EXPECT_EQ(c.data(), before);
    EXPECT_TRUE(Column<int>{}.empty());
}

TEST(Column, CopiesAreApart) {
    Column<int> a(3, 1);
    Column<int> b = a;
    b[0] = 5;
    EXPECT_EQ(a[0], 1);
    a = b;
    EXPECT_EQ(a[0], 5);
    const Column<int> moved = std::move(b);
    EXPECT_EQ(moved[0], 5);
}

#if !defined(NDEBUG)
TEST(ColumnDeathTest, IndexPastTheEndIsAProgrammersMistake) {
    Column<int> c(2);
    EXPECT_DEATH(static_cast<void>(c[2]), "assertion failed");
}
#endif

}  // namespace
}  // namespace shoal

#include "view/window/timeline.hpp"

#include <gtest/gtest.h>

namespace shoal::view {
namespace {

TEST(Timeline, PlaysFromTheBeginningAtItsSpeed) {
    Timeline line(2.0, 10.0);
    EXPECT_TRUE(line.is_playing());
    line.advance(0.5);
    EXPECT_DOUBLE_EQ(line.time(), 2.5);
    line.set_speed(4.0);
    line.advance(0.5);
    EXPECT_DOUBLE_EQ(line.time(), 4.5);
    EXPECT_DOUBLE_EQ(line.share(), 2.5 / 8.0);
}

TEST(Timeline, StopsAtTheEndAndBeginsAnew) {
    Timeline line(2.0, 10.0);
    line.advance(99.0);
    EXPECT_DOUBLE_EQ(line.time(), 10.0);
    EXPECT_FALSE(line.is_playing());
    line.toggle();
    EXPECT_DOUBLE_EQ(line.time(), 2.0);
    EXPECT_TRUE(line.is_playing());
}

TEST(Timeline, APauseHoldsTheTime) {
    Timeline line(0.0, 10.0);
    line.advance(1.0);
    line.toggle();
    line.advance(5.0);
    EXPECT_DOUBLE_EQ(line.time(), 1.0);
    line.toggle();
    line.advance(1.0);
    EXPECT_DOUBLE_EQ(line.time(), 2.0);
}

TEST(Timeline, SeeksWithinItsEnds) {
    Timeline line(2.0, 10.0);
    line.seek_share(0.25);
    EXPECT_DOUBLE_EQ(line.time(), 4.0);
    line.seek_share(-3.0);
    EXPECT_DOUBLE_EQ(line.time(), 2.0);
    line.seek(11.0);
    EXPECT_DOUBLE_EQ(line.time(), 10.0);
    EXPECT_DOUBLE_EQ(line.share(), 1.0);
}

TEST(Timeline, OfOneInstantHasNoLength) {
    Timeline line(3.0, 3.0);
    line.advance(1.0);
    EXPECT_DOUBLE_EQ(line.share(), 0.0);
    EXPECT_FALSE(line.is_playing());
}

}  // namespace
}  // namespace shoal::view

#include "view/film/shot.hpp"

#include <gtest/gtest.h>

namespace shoal::view {
namespace {

TEST(Shot, FramesMakeTheDurationRight) {
    EXPECT_EQ((Shot{0.0, 10.0, 1.0, 25.0}.frames()), 250u);
    EXPECT_EQ((Shot{2.0, 3.0, 0.5, 30.0}.frames()), 60u);
    EXPECT_EQ((Shot{0.0, 0.1, 1.0, 24.0}.frames()), 2u);       // 2.4
    EXPECT_EQ((Shot{0.0, 100.0, 1000.0, 25.0}.frames()), 3u);  // 2.5
    EXPECT_EQ((Shot{5.0, 2.0, 1.0, 25.0}.frames()), 0u);
}

TEST(Shot, FramesAreEvenlyApart) {
    const Shot shot{2.0, 4.0, 0.5, 20.0};
    EXPECT_DOUBLE_EQ(shot.time_of(0), 2.0);
    EXPECT_DOUBLE_EQ(shot.time_of(shot.frames() - 1), 4.0 - 0.025);
}

}  // namespace
}  // namespace shoal::view

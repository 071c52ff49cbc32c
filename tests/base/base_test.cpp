#include "base/error.hpp"

#include <gtest/gtest.h>

TEST(Error, SaysWhereWhatAndWhatWasExpected) {
    const shoal::Error error(shoal::Mistake{{"a.yaml", 3, 7}, "objects.robots.nb", "ten", "a whole number", ""});
    EXPECT_STREQ(error.what(), "a.yaml:3:7: objects.robots.nb: found 'ten', expected a whole number");
}

#include "base/error.hpp"

#include <gtest/gtest.h>

namespace shoal {
namespace {

TEST(Error, SaysWhereWhatAndWhatWasExpected) {
    const Error error(Mistake{{"a.yaml", 3, 7}, "objects.robots.nb", "ten", "a whole number", ""});
    EXPECT_STREQ(error.what(), "a.yaml:3:7: objects.robots.nb: found 'ten', expected a whole number");
}

TEST(Error, LeavesOutWhatIsUnknown) {
    EXPECT_STREQ(Error("no such file").what(), "no such file");
    EXPECT_STREQ(Error(Mistake{{"a.csv", 0, 4}, "", "", "a number", ""}).what(), "a.csv: expected a number");
    EXPECT_STREQ(Error(Mistake{{}, "radius", "-1", "", "a bad disc"}).what(),
                 "radius: a bad disc: found '-1'");
}

TEST(Error, KeepsThePartsForPrograms) {
    const Error error(Mistake{{"a.yaml", 3, 7}, "nb", "ten", "a whole number", ""});
    EXPECT_EQ(error.mistake().where.line, 3);
    EXPECT_EQ(error.mistake().key, "nb");
    EXPECT_EQ(to_string(Location{"a", 2, 0}), "a:2");
}

}  // namespace
}  // namespace shoal

#include "record/poses.hpp"

#include "record/log.hpp"
#include "record/scratch.hpp"

#include <cmath>

namespace shoal::record {
namespace {

/// Writes one file whose columns are all of one C++ type; NaN of a floating type stays NaN, rows may be shorter (null).
template <class T>
std::string write(const Scratch& scratch, const std::vector<std::string>& names,
                  const std::vector<std::vector<T>>& rows) {
    std::vector<Field> fields;
    for (const std::string& name : names) fields.push_back({name, type_of<T>()});
    Log log({.path = scratch.path("poses.feather"), .fields = fields, .flush_rows = 2});
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) log.set(i, row[i]);
        log.end_row();
    }
    log.close();
    return log.path();
}

TEST(Poses, TakeTheRowsAtTheEarliestTimeThatHaveAPlace) {
    const Scratch scratch;
    const auto path = write<float>(
        scratch, {"time", "x", "y", "angle"},
        {{2, 1, 1, 0}, {1, 10, 20, 0.5f}, {1, NAN, NAN, NAN}, {1, 30, 40, NAN}, {1, 50}, {3, 1, 1, 0}});
    const auto poses = read_poses(path);
    ASSERT_EQ(poses.size(), 2u);
    EXPECT_EQ(poses[0].x, 10.0);
    EXPECT_EQ(poses[0].y, 20.0);
    EXPECT_EQ(poses[0].theta, 0.5);
    EXPECT_EQ(poses[1].x, 30.0);
    EXPECT_FALSE(poses[1].theta.has_value());
}

TEST(Poses, NeedNeitherTimeNorAngle) {
    const Scratch scratch;
    const auto poses = read_poses(write<double>(scratch, {"y", "x"}, {{1.25, 2.5}, {3, 4}}));
    ASSERT_EQ(poses.size(), 2u);
    EXPECT_EQ(poses[0].x, 2.5);
    EXPECT_EQ(poses[0].y, 1.25);
    EXPECT_FALSE(poses[0].theta.has_value());
}

TEST(Poses, ReadIntegersAndPreferTheta) {
    const Scratch scratch;
    const auto narrow =
        read_poses(write<std::int32_t>(scratch, {"x", "y", "angle", "theta"}, {{1, -2, 3, 4}}));
    ASSERT_EQ(narrow.size(), 1u);
    EXPECT_EQ(narrow[0].y, -2.0);
    EXPECT_EQ(narrow[0].theta, 4.0);
    const auto wide = read_poses(write<std::int64_t>(scratch, {"x", "y"}, {{1'000'000'000'000, 5}}));
    EXPECT_EQ(wide.at(0).x, 1e12);
}

TEST(Poses, AnEmptyTableHasNone) {
    const Scratch scratch;
    EXPECT_TRUE(read_poses(write<float>(scratch, {"x", "y", "time"}, {})).empty());
}

TEST(Poses, NameTheColumnThatIsMissingOrHasTheWrongType) {
    const Scratch scratch;
    const auto missing = write<float>(scratch, {"x", "z"}, {{1, 2}});
    EXPECT_EQ(
        error_of([&] { return read_poses(missing); }),
        missing +
            ": y: the file has no column of this name: expected x, y, and perhaps theta or angle, and time; "
            "the columns are x, z");
    const auto wrong = write<bool>(scratch, {"x", "y"}, {{true, false}});
    EXPECT_EQ(error_of([&] { return read_poses(wrong); }),
              wrong + ": x: wrong type of column: found 'bool', expected float, double or an integer type");
}

TEST(Poses, AFileThatIsNoFeatherFileIsAnError) {
    const Scratch scratch;
    std::ofstream(scratch.path("a.feather")) << "x,y\n1,2\n";
    EXPECT_NE(error_of([&] {
                  return read_poses(scratch.path("a.feather"));
              }).find("a.feather: cannot be read as a Feather file"),
              std::string::npos);
    EXPECT_NE(error_of([&] { return read_poses(scratch.path("none.feather")); }).find("none.feather"),
              std::string::npos);
}

}  // namespace
}  // namespace shoal::record

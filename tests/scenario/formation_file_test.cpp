#include "scenario/formation_file.hpp"

#include "scenario/errors.hpp"
#include "scenario/temp_files.hpp"

using namespace shoal::scenario;

namespace {

class FormationFile : public ::testing::Test {
protected:
    [[nodiscard]] std::vector<ImportedPose> poses(const std::string& text) const {
        return read_formation_csv(dir_.write("f.csv", text));
    }
    [[nodiscard]] shoal::Mistake mistake(const std::string& text) const {
        return mistake_of([&] { (void)poses(text); });
    }
    TempDir dir_;
};

}  // namespace

TEST_F(FormationFile, WithoutHeader) {
    const auto p = poses("1,2,9\n\n3.5,-4e1,9\n");
    ASSERT_EQ(p.size(), 2u);
    EXPECT_EQ(p[1].x, 3.5);
    EXPECT_EQ(p[1].y, -40);
    EXPECT_FALSE(p[0].theta);
}

TEST_F(FormationFile, ColumnsAreFoundByName) {
    const auto p = poses(",Robot_Category,Y,\"X\",Angle\n0,robots,2,1,0.5\n1,robots,4,3,nan\n");
    ASSERT_EQ(p.size(), 2u);
    EXPECT_EQ(p[0].x, 1);
    EXPECT_EQ(p[0].y, 2);
    EXPECT_EQ(p[0].theta, 0.5);
    EXPECT_FALSE(p[1].theta);
    EXPECT_EQ(poses("x,y,theta\n1,2,3\n")[0].theta, 3);
}

TEST_F(FormationFile, OnlyTheEarliestRowsCount) {
    const auto p = poses("time,x,y\n1,9,9\n0,1,1\n0,2,2\n2,9,9\n");
    ASSERT_EQ(p.size(), 2u);
    EXPECT_EQ(p[0].x, 1);
    EXPECT_EQ(p[1].x, 2);
}

TEST_F(FormationFile, RowsWithoutPositionAreSkipped) {
    EXPECT_EQ(poses("x,y\n1,2\nnan,3\n4,\n5,6\n,\n7\n").size(), 2u);
    EXPECT_EQ(poses("time,x,y\n0,nan,nan\n1,1,1\n").size(), 1u);
}

TEST_F(FormationFile, TheSameHoweverItWasSaved) {
    const std::string text = "x,y,theta\n1,2,0.5\n3,4,1.5\n";
    for (const std::string& saved :
         {with_line_ends(text, "\r\n"), with_line_ends(text, "\r"), with_line_ends(text, " \t\n"),
          byte_order_mark + text, text.substr(0, text.size() - 1)}) {
        const auto p = poses(saved);
        ASSERT_EQ(p.size(), 2u);
        EXPECT_EQ(p[0].x, 1);
        EXPECT_EQ(p[1].theta, 1.5);
    }
}

TEST_F(FormationFile, Mistakes) {
    EXPECT_EQ(mistake("x,z\n1,2\n").expected, "columns x and y");
    EXPECT_EQ(mistake("x,y\n1,2\n3,four\n").where.line, 3);
    EXPECT_EQ(mistake("x,y\n1,2\n3,four\n").found, "four");
    EXPECT_TRUE(mentions(mistake("x,y\n").message, "no positions"));
    EXPECT_TRUE(
        mentions(message_of([&] { (void)read_formation_csv(dir_.path() + "/none.csv"); }), "none.csv"));
}

TEST_F(FormationFile, MillimetresOrABox) {
    Arena arena;
    arena.width = 2;
    arena.height = 1;
    Settings settings;
    auto p = poses("500,250\n");
    place_in_arena(p, settings, arena);
    EXPECT_EQ(p[0].x, 0.5);
    EXPECT_EQ(p[0].y, 0.25);
    settings.imported_formation_min_coords = Point{-1, -1};
    settings.imported_formation_max_coords = Point{1, 1};
    p = poses("0,0.5\n");
    place_in_arena(p, settings, arena);
    EXPECT_EQ(p[0].x, 1);
    EXPECT_EQ(p[0].y, 0.75);
}

#include "scenario/arena.hpp"

#include "scenario/errors.hpp"
#include "scenario/scenario.hpp"
#include "scenario/temp_files.hpp"

#include <chrono>
#include <cmath>
#include <numbers>

using namespace shoal::scenario;

namespace {

const std::string square = "0,0\n10,0\n10,10\n0,10\n";
const std::string hole = "\n4,4\n4,6\n6,6\n6,4\n";

double free_area(const Arena& arena) {
    double area = 0;
    for (const Polygon& polygon : arena.polygons) area += signed_area(polygon);
    return area;
}

class ArenaTest : public ::testing::Test {
protected:
    [[nodiscard]] Arena arena(const std::string& text, double surface = 1,
                              ArenaAspect aspect = ArenaAspect::keep) const {
        return read_arena(dir_.write("a.csv", text), surface, aspect);
    }
    [[nodiscard]] shoal::Mistake mistake(const std::string& text) const {
        return mistake_of([&] { (void)arena(text); });
    }
    void expect_unit_square(const std::string& text) const {
        const Arena a = arena(text);
        ASSERT_EQ(a.polygons.size(), 1u) << text;
        EXPECT_EQ(a.polygons[0].size(), 4u) << text;
        EXPECT_NEAR(free_area(a), 1, 1e-12);
        EXPECT_NEAR(a.width, 1, 1e-6);
        EXPECT_NEAR(a.height, 1, 1e-6);
        EXPECT_FALSE(a.periodic_by_file);
    }
    static std::string circle(int n, double radius = 0.5) {
        std::string text;
        for (int i = 0; i < n; ++i) {
            const double angle = 2 * std::numbers::pi * i / n;
            text += std::to_string(radius * std::cos(angle)) + "," +
                    std::to_string(radius * std::sin(angle)) + "\n";
        }
        return text;
    }

    TempDir dir_;
};

}  // namespace

TEST_F(ArenaTest, RepeatedVerticesAreRemoved) {
    expect_unit_square(square);
    expect_unit_square(square + "0,0\n");
    expect_unit_square("0,0\n0,0\n10,0\n10,10\n10,10\n0,10\n0,0\n");
    expect_unit_square("0,0\n10,0\n10,1e-9\n10,10\n0,10\n1e-9,0\n");
}

TEST_F(ArenaTest, EitherWinding) { expect_unit_square("0,0\n0,10\n10,10\n10,0\n"); }

TEST_F(ArenaTest, TheSameHoweverItWasSaved) {
    for (const std::string& end : {std::string("\r\n"), std::string("\r"), std::string("  \n"),
                                   std::string("\t\r\n"), std::string(",\n")})
        expect_unit_square(with_line_ends(square, end));
    expect_unit_square(byte_order_mark + square);
    expect_unit_square(square.substr(0, square.size() - 1));
    expect_unit_square("\n \n" + square + "\n\n  \n");
    EXPECT_EQ(arena(with_line_ends(square + hole, "\r\n")).polygons.size(), 2u);
    EXPECT_EQ(arena(square + "  \t" + hole).polygons.size(), 2u);
}

TEST_F(ArenaTest, HolesCountAgainstTheSurface) {
    const Arena a = arena(square + hole, 2);
    EXPECT_NEAR(free_area(a), 2, 1e-12);
    EXPECT_GT(signed_area(a.polygons[0]), 0);
    EXPECT_LT(signed_area(a.polygons[1]), 0);
    EXPECT_NEAR(a.width, std::sqrt(2 / 0.96), 1e-12);
    EXPECT_EQ(arena(square + "\n4,4\n6,4\n6,6\n4,6\n", 2).polygons[1].size(), 4u);
}

TEST_F(ArenaTest, AspectIsKeptOrMadeSquare) {
    const std::string wide = "-5,3\n15,3\n15,13\n-5,13\n";
    const Arena kept = arena(wide, 2);
    EXPECT_NEAR(kept.width, 2, 1e-12);
    EXPECT_NEAR(kept.height, 1, 1e-12);
    const Arena stretched = arena(wide, 4, ArenaAspect::square);
    EXPECT_NEAR(stretched.width, 2, 1e-12);
    EXPECT_NEAR(stretched.height, 2, 1e-12);
}

TEST_F(ArenaTest, OnlyAnEmptyFileIsPeriodic) {
    for (const char* text : {"", "\n \r\n", "\xEF\xBB\xBF"}) {
        const Arena a = arena(text, 4);
        EXPECT_TRUE(a.periodic_by_file);
        EXPECT_EQ(a.width, 2);
        EXPECT_NEAR(free_area(a), 4, 1e-12);
    }
}

TEST_F(ArenaTest, BadLinesNameFileAndLine) {
    const std::string six = "0,0\n5,0\n10,0\n10,5\n10,10\n5,10\n";
    for (const char* bad :
         {"0,1O\n", "x,y\n", "5\n", "1,2,3\n", "1;2\n", "0,.nan\n", "0,.inf\n", "1,\n", "# note\n", ",\n"}) {
        const auto m = mistake(six + bad + "0,5\n");
        EXPECT_EQ(m.where.line, 7) << bad;
        EXPECT_TRUE(m.where.file.ends_with("a.csv"));
    }
    EXPECT_EQ(mistake("x,y\n" + square).where.line, 1);
    EXPECT_TRUE(mentions(
        message_of([&] { (void)read_arena(dir_.path() + "/none.csv", 1, ArenaAspect::keep); }), "none.csv"));
}

TEST_F(ArenaTest, BadPolygonsNameALine) {
    const struct {
        std::string text;
        int line;
        const char* word;
    } cases[] = {
        {"0,0\n1,0\n", 1, "fewer than 3"},
        {"0,0\n1,0\n2,0\n", 1, "fewer than 3"},
        {"0,0\n1,0\n1e-12,0\n0,0\n", 1, "fewer than 3"},
        {"0,0\n1,1\n1,0\n0,1\n", 3, "crosses"},
        {"0,0\n10,0\n10,10\n5,10\n5,20\n5,10\n0,10\n", 6, "crosses"},
        {square + "\n8,4\n8,6\n12,6\n12,4\n", 7, "crosses"},
        {square + "\n20,20\n21,20\n21,21\n", 6, "outside"},
        {square + hole + "\n4.5,4.5\n5,4.5\n5,5\n", 11, "inside"},
        {square + "\n4,4\n5,5\n", 6, "fewer than 3"},
    };
    for (const auto& c : cases) {
        const auto m = mistake(c.text);
        EXPECT_EQ(m.where.line, c.line) << c.text << m.message;
        EXPECT_TRUE(mentions(m.message, c.word)) << m.message;
    }
}

TEST_F(ArenaTest, AHoleAsLargeAsTheOutlineLeavesNothing) {
    EXPECT_TRUE(mentions(message_of([&] { (void)arena(square + "\n" + square); }), "no area"));
}

TEST_F(ArenaTest, VerticesOnALineAreSimplified) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += std::to_string(i) + ",0\n";
    for (int i = 0; i < 1000; ++i) text += "1000," + std::to_string(i) + "\n";
    for (int i = 1000; i > 0; --i) text += std::to_string(i) + ",1000\n";
    for (int i = 1000; i > 0; --i) text += "0," + std::to_string(i) + "\n";
    expect_unit_square(text);
    expect_unit_square("5,0\n10,0\n10,10\n0,10\n0,0\n");  // the file starts amid a side
}

TEST_F(ArenaTest, OutlinesOfManyVertices) {
    for (const int n : {3, 8, 9, 305})
        EXPECT_EQ(arena(circle(n)).polygons[0].size(), static_cast<std::size_t>(n));
    const auto start = std::chrono::steady_clock::now();
    const Arena a = arena(circle(5000, 500));
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    EXPECT_GT(a.polygons[0].size(), 4000u);
    EXPECT_NEAR(free_area(a), 1, 1e-9);
    EXPECT_LT(time.count(), 0.5);
}

TEST_F(ArenaTest, FarFromTheOrigin) {
    const Arena a = arena("1000000,-2000000\n1000001,-2000000\n1000001,-1999999\n1000000,-1999999\n");
    ASSERT_EQ(a.polygons[0].size(), 4u);
    EXPECT_EQ(a.polygons[0][2].x, 1);
    EXPECT_EQ(a.polygons[0][2].y, 1);
}

TEST_F(ArenaTest, AThinSpikeIsKept) {
    const Arena a = arena("0,0\n1000,0\n1000,1000\n500.01,1000\n500.005,1300\n500,1000\n0,1000\n");
    EXPECT_EQ(a.polygons[0].size(), 7u);
}

TEST(ShippedArenas, FillWhatTheirDescriptionSays) {
    const struct {
        const char* name;
        double fill;
        std::size_t holes;
    } table[] = {
        {"square", 1, 0},
        {"squarewithHole", 0.75, 1},
        {"disk", 0.785, 0},
        {"annulus", 0.446, 1},
        {"H", 0.76, 0},
        {"annulusBarred", 0.532, 2},
        {"triangle", 0.508, 0},
        {"line", 1, 0},
        {"arrow", 0.533, 0},
        {"arrow2", 0.53, 0},
        {"sqtriangle", 0.817, 0},
        {"sqtriangle2", 0.708, 0},
        {"star", 0.326, 0},
        {"star4", 0.399, 0},
        {"sqtriangle3", 0.878, 0},
        {"star6", 0.416, 0},
        {"star7", 0.427, 0},
        {"star8", 0.399, 0},
        {"arena1", 0.496, 0},
        {"arena2", 0.522, 0},
        {"arena3", 0.535, 0},
        {"arena4", 0.522, 1},
        {"arena5", 0.578, 0},
        {"arena6", 0.596, 1},
        {"arena7", 0.421, 0},
        {"arena8", 0.619, 2},
        {"arena9", 0.594, 1},
    };
    for (const auto& row : table) {
        const std::string path = SHOAL_SOURCE_DIR "/arenas/" + std::string(row.name) + ".csv";
        const Arena a = read_arena(path, 1, ArenaAspect::square);
        EXPECT_NEAR(1 / (a.width * a.height), row.fill, 0.04) << row.name;
        EXPECT_EQ(a.polygons.size(), row.holes + 1) << row.name;
        EXPECT_NEAR(a.width, a.height, 1e-9) << row.name;
        EXPECT_NO_THROW((void)read_arena(path, 1, ArenaAspect::keep)) << row.name;
    }
    for (const char* name : {"empty", "torus"})
        EXPECT_TRUE(read_arena(SHOAL_SOURCE_DIR "/arenas/" + std::string(name) + ".csv", 1, ArenaAspect::keep)
                        .periodic_by_file);
}

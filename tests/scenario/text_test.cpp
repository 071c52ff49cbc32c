#include "scenario/text.hpp"

#include "scenario/comma_locale.hpp"
#include "scenario/errors.hpp"
#include "scenario/temp_files.hpp"

#include <cmath>

using namespace shoal::scenario;

TEST(Text, LineEndsAndMarkAreGone) {
    EXPECT_EQ(normalised(byte_order_mark + "a\r\nb\rc\n\r\nd"), "a\nb\nc\n\nd");
    EXPECT_EQ(split_lines("a\n\nb\n"), (std::vector<std::string_view>{"a", "", "b"}));
    EXPECT_EQ(split_lines("a\nb"), (std::vector<std::string_view>{"a", "b"}));
}

TEST(Text, NumbersNeedTheWholeText) {
    EXPECT_EQ(parse_double(" 1.5e3 "), 1500);
    EXPECT_EQ(parse_double("+2"), 2);
    EXPECT_EQ(parse_double("-.5"), -0.5);
    EXPECT_EQ(parse_double(".inf"), INFINITY);
    EXPECT_EQ(parse_double("-.Inf"), -INFINITY);
    EXPECT_TRUE(std::isnan(*parse_double(".NaN")));
    for (const char* bad :
         {"", " ", "10 s", "fast", "1_000", "1,5", "+-1", "--1", "1e999", "0x", "infinity and beyond"})
        EXPECT_FALSE(parse_double(bad)) << bad;
}

TEST(Text, IntegersAreLenient) {
    EXPECT_EQ(parse_integer("200"), 200);
    EXPECT_EQ(parse_integer("1.0e6"), 1000000);
    EXPECT_EQ(parse_integer("7.9"), 7);
    EXPECT_EQ(parse_integer("-7.9"), -7);
    EXPECT_EQ(parse_integer("0x1F"), 31);
    EXPECT_EQ(parse_integer("010"), 10);
    for (const char* bad : {"", "1_000", ".inf", ".nan", "1e30", "ten"})
        EXPECT_FALSE(parse_integer(bad)) << bad;
}

TEST(Text, SwitchesAreLenient) {
    for (const char* yes : {"true", "Yes", "ON", "y", "1", "2.5"}) EXPECT_EQ(parse_bool(yes), true) << yes;
    for (const char* no : {"false", "No", "off", "N", "0", "0.0"}) EXPECT_EQ(parse_bool(no), false) << no;
    for (const char* bad : {"", "perhaps", ".nan", "truee"}) EXPECT_FALSE(parse_bool(bad)) << bad;
}

TEST(Text, NumbersDoNotDependOnTheLocale) {
    const CommaLocale commas;
    EXPECT_EQ(parse_double("1.5"), 1.5);
    EXPECT_EQ(parse_integer("1.0e6"), 1000000);
    EXPECT_EQ(to_text(1234567.5), "1234567.5");
}

TEST(Text, NearestName) {
    const std::vector<std::string> names = {"time_step", "simulation_time", "radius", "nb"};
    EXPECT_EQ(nearest("time_stpe", names), "time_step");
    EXPECT_EQ(nearest("Radius", names), "radius");
    EXPECT_EQ(nearest("simulation_tim", names), "simulation_time");
    EXPECT_EQ(nearest("colour", names), "");
    EXPECT_EQ(nearest("xy", names), "");
}

TEST(Text, MissingFileTellsEveryPlace) {
    const TempDir one, two;
    const std::string found = two.write("arenas/a.csv", "");
    EXPECT_EQ(find_file("arenas/a.csv", {one.path(), two.path()}, {}), found);
    const auto mistake = mistake_of([&] {
        (void)find_file("b.csv", {one.path(), two.path()}, {{"s.yaml", 3}, "arena_file", {}, {}, {}});
    });
    EXPECT_EQ(mistake.where.line, 3);
    EXPECT_EQ(mistake.key, "arena_file");
    EXPECT_TRUE(mentions(mistake.message, one.path() + "/b.csv"));
    EXPECT_TRUE(mentions(mistake.message, two.path() + "/b.csv"));
    EXPECT_TRUE(mentions(message_of([&] { (void)read_text(one.path()); }), "cannot be read"));
}

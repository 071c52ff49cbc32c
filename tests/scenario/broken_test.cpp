#include "scenario/arena.hpp"
#include "scenario/errors.hpp"
#include "scenario/scenario.hpp"
#include "scenario/text.hpp"

#include <filesystem>

using namespace shoal::scenario;

namespace {

const std::string folder = SHOAL_SOURCE_DIR "/tests/scenarios/broken/";

/// A row of expected.csv.
struct Expected {
    std::string file, key, word, in;
    int line = 0;
};

std::vector<Expected> expected_rows() {
    const std::string text = read_text(folder + "expected.csv");
    std::vector<Expected> rows;
    for (const std::string_view line : split_lines(text)) {
        const auto f = split(line, ',');
        const auto number = parse_integer(f.at(1));
        if (number)
            rows.push_back({std::string(f[0]), std::string(f[2]), std::string(f.at(3)), std::string(f.at(4)),
                            static_cast<int>(*number)});
    }
    return rows;
}

std::string test_name(const ::testing::TestParamInfo<Expected>& info) {
    return info.param.file.substr(0, info.param.file.find('.'));
}

class BrokenScenario : public ::testing::TestWithParam<Expected> {};

}  // namespace

TEST_P(BrokenScenario, IsRefusedWhereItIsWrong) {
    const Expected& expected = GetParam();
    try {
        (void)load_arena(load(folder + expected.file, {{}, false, {SHOAL_SOURCE_DIR}}));
        FAIL() << "accepted";
    } catch (const shoal::Error& error) {
        const shoal::Mistake& mistake = error.mistake();
        EXPECT_EQ(std::filesystem::path(mistake.where.file).filename(), expected.in);
        EXPECT_EQ(mistake.where.line, expected.line);
        EXPECT_EQ(mistake.key, expected.key);
        EXPECT_TRUE(mentions(error.what(), expected.word)) << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(All, BrokenScenario, ::testing::ValuesIn(expected_rows()), test_name);

TEST(BrokenScenarios, EveryFileIsExpected) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        files += entry.path().extension() == ".yaml";
    EXPECT_GE(files, 30u);
    EXPECT_EQ(files, expected_rows().size());
}

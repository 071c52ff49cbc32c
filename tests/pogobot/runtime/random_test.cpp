#include "fake_host.hpp"

#include "pogobase.h"

#include <algorithm>
#include <array>
#include <set>

class Random : public RuntimeTest {
protected:
    static std::vector<int> draw(int count) {
        std::vector<int> numbers;
        for (int i = 0; i < count; i++) numbers.push_back(rand());
        return numbers;
    }

    static std::vector<int> draw_after_srand(unsigned seed, uint64_t run_seed) {
        *shoal_firmware.run_seed = run_seed;
        srand(seed);
        return draw(20);
    }
};

TEST_F(Random, StaysInTheRangeOfTheCLibrary) {
    static_assert(RAND_MAX == 2147483647);
    int highest = 0;
    for (const int number : draw(100'000)) {
        ASSERT_GE(number, 0);
        highest = std::max(highest, number);
    }
    EXPECT_GT(highest, RAND_MAX / 10'000 * 9'990);
}

TEST_F(Random, IsUniform) {
    std::array<int, 64> high{}, low{};
    const int draws = 64'000;
    for (const int number : draw(draws)) {
        high[static_cast<size_t>(number >> 25)] += 1;
        low[static_cast<size_t>(number & 63)] += 1;
    }
    for (const auto& counts : {high, low}) {
        double chi_square = 0;
        for (const int count : counts) chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
        EXPECT_GT(chi_square, 30.0);  // 63 degrees of freedom: mean 63, 99.99 % within 30..112
        EXPECT_LT(chi_square, 112.0);
    }
}

TEST_F(Random, SuccessiveDrawsAreNotCorrelated) {
    const std::vector<int> numbers = draw(50'000);
    double sum = 0;
    for (size_t i = 1; i < numbers.size(); i++)
        sum += (numbers[i - 1] / double{RAND_MAX} - 0.5) * (numbers[i] / double{RAND_MAX} - 0.5);
    EXPECT_NEAR(sum / 50'000 * 12, 0.0, 0.018);  // four standard deviations
}

TEST_F(Random, OneSeedGivesOneSequenceToAllRobots) {
    *shoal_firmware.rand_state = 111;
    const std::vector<int> one = draw_after_srand(5, 9);
    *shoal_firmware.rand_state = 222;
    EXPECT_EQ(draw_after_srand(5, 9), one);
}

TEST_F(Random, SeedsAndRunsDiffer) {
    std::set<std::vector<int>> sequences;
    for (unsigned seed = 0; seed < 30; seed++)
        for (uint64_t run = 0; run < 30; run++) sequences.insert(draw_after_srand(seed, run));
    EXPECT_EQ(sequences.size(), 900u);
}

TEST_F(Random, RobotsThatDoNotSeedDiffer) {
    *shoal_firmware.rand_state = 1;
    const std::vector<int> one = draw(20);
    *shoal_firmware.rand_state = 2;
    EXPECT_NE(draw(20), one);
}

TEST_F(Random, TheOtherNamesShareTheSequence) {
    srand(3);
    const std::vector<int> expected = draw(2);
    srandom(3);
    EXPECT_EQ(random(), expected[0]);
    EXPECT_EQ(std::rand(), expected[1]);
}

#include "record/progress.hpp"

#include "record/scratch.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <thread>

namespace shoal::record {
namespace {

/// What can be read from a descriptor without waiting.
std::string read_all(int descriptor) {
    std::string text;
    char buffer[1024];
    for (ssize_t size = 0; (size = read(descriptor, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(size));
    return text;
}

TEST(ProgressLine, ShowsShareRateAndRemainingTime) {
    EXPECT_EQ(progress_line(15.0, 60.0, 3.0, 60),
              "[==>      ]  25 %   15.0 of 60 s   5 x real time   0:09 left");
}

TEST(ProgressLine, FitsItsWidthAndDropsTheBarFirst) {
    for (int width = 0; width < 120; ++width) {
        EXPECT_LE(progress_line(15.0, 60.0, 3.0, width).size(), static_cast<std::size_t>(width));
    }
    EXPECT_EQ(progress_line(15.0, 60.0, 3.0, 50), " 25 %   15.0 of 60 s   5 x real time   0:09 left");
}

TEST(ProgressLine, IsSaneAtBothEnds) {
    EXPECT_EQ(progress_line(0.0, 60.0, 0.0, 30), "[>       ]   0 %   0.0 of 60 s");
    EXPECT_NE(progress_line(60.0, 60.0, 2.0).find("] 100 %   60.0 of 60 s   30 x real time   0:00 left"),
              std::string::npos);
    EXPECT_NE(progress_line(60.01, 60.0, 2.0).find("100 %"), std::string::npos);
    EXPECT_EQ(progress_line(10.0, std::numeric_limits<double>::infinity(), 2.0), "10.0 s   5 x real time");
    EXPECT_NE(progress_line(1.0, 7201.0, 1.0).find("2:00:00 left"), std::string::npos);
}

TEST(Progress, IsSilentWhereNobodyWatches) {
    const Scratch scratch;
    std::FILE* file = std::fopen(scratch.path("out").c_str(), "w");
    {
        Progress progress(10.0, {.even_without_terminal = false, .stream = file});
        for (double t = 0.0; t < 10.0; t += 0.1) progress.update(t);
        progress.finish(10.0);
    }
    std::fclose(file);
    EXPECT_EQ(read_text(scratch.path("out")), "");
}

TEST(Progress, PrintsPlainLinesWhenAskedTo) {
    const Scratch scratch;
    std::FILE* file = std::fopen(scratch.path("out").c_str(), "w");
    {
        Progress progress(10.0, {.even_without_terminal = true, .stream = file});
        for (double t = 0.0; t < 10.0; t += 0.1) progress.update(t);
        progress.finish(10.0);
        progress.finish(10.0);
    }
    std::fclose(file);
    const std::string text = read_text(scratch.path("out"));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
    EXPECT_NE(text.find("100 %   10.0 of 10 s"), std::string::npos);
    EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST(Progress, DrawsOnATerminalTenTimesASecondAtMost) {
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    ASSERT_GE(master, 0);
    ASSERT_EQ(grantpt(master), 0);
    ASSERT_EQ(unlockpt(master), 0);
    std::FILE* terminal = std::fopen(ptsname(master), "w");
    ASSERT_NE(terminal, nullptr);
    {
        Progress progress(10.0, {.even_without_terminal = false, .stream = terminal});
        for (int i = 0; i < 25; ++i) {
            progress.update(i * 0.4);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        progress.finish(10.0);
    }
    const std::string text = read_all(master);
    std::fclose(terminal);
    close(master);
    std::size_t draws = 0;
    for (std::size_t at = 0; (at = text.find("\033[K", at)) != std::string::npos; ++at) ++draws;
    EXPECT_GE(draws, 3u);
    EXPECT_LE(draws, 8u);
    EXPECT_NE(text.find("100 %"), std::string::npos);
}

}  // namespace
}  // namespace shoal::record

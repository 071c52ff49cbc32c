#include "record/console.hpp"

#include "record/scratch.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <regex>
#include <thread>

namespace shoal::record {
namespace {

/// Standard output goes to a descriptor of the test's choice while this lives.
class Redirect {
public:
    explicit Redirect(int descriptor) : saved_(dup(STDOUT_FILENO)) {
        std::fflush(stdout);
        dup2(descriptor, STDOUT_FILENO);
    }
    ~Redirect() {
        std::fflush(stdout);
        std::clearerr(stdout);
        dup2(saved_, STDOUT_FILENO);
        close(saved_);
    }

private:
    int saved_;
};

/// What a console with these options prints while `use` runs.
template <class Use>
std::string printed(const ConsoleOptions& options, Use use) {
    const Scratch scratch;
    const int file = open(scratch.path("out").c_str(), O_CREAT | O_RDWR, 0600);
    {
        const Redirect redirect(file);
        Console console(options);
        use(console);
    }
    close(file);
    return read_text(scratch.path("out"));
}

void say_all(Console& console) {
    console.debug("d");
    console.info("i");
    console.warning("w");
    console.error("e");
    console.robot_line(12, "hello");
}

TEST(Console, DatedLines) {
    const std::string text = printed({}, say_all);
    const std::string date = R"(\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\] )";
    const std::regex lines(date + R"(\[info\] i\n)" + date + R"(\[warning\] w\n)" + date +
                           R"(\[error\] e\n)" + date + R"(\[info\] \[ROBOT #12\] \[PRINTF\] hello\n)");
    EXPECT_TRUE(std::regex_match(text, lines)) << text;
}

TEST(Console, MinimalLines) {
    EXPECT_EQ(printed({.format = ConsoleFormat::minimal}, say_all), "i\nw\ne\n[ROBOT #12] [PRINTF] hello\n");
}

TEST(Console, QuietAndVerbose) {
    EXPECT_EQ(printed({.format = ConsoleFormat::minimal, .level = Level::warning}, say_all), "w\ne\n");
    EXPECT_EQ(printed({.format = ConsoleFormat::minimal, .level = Level::debug}, say_all),
              "d\ni\nw\ne\n[ROBOT #12] [PRINTF] hello\n");
}

TEST(Console, HiddenRobotMessagesStillGoToTheFile) {
    const Scratch scratch;
    const std::string file = scratch.path("logs/console.txt");
    const ConsoleOptions options{
        .format = ConsoleFormat::minimal, .level = Level::info, .robot_messages = false, .file = file};
    EXPECT_EQ(printed(options, say_all), "i\nw\ne\n");
    const std::string text = read_text(file);
    EXPECT_NE(text.find("] [info] [ROBOT #12] [PRINTF] hello\n"), std::string::npos) << text;
    EXPECT_EQ(text.front(), '[') << "the file is dated whatever the console's format";
}

TEST(Console, KnowsWhenNobodyHearsTheRobots) {
    const Scratch scratch;
    EXPECT_TRUE(Console().shows_robots());
    EXPECT_FALSE(Console({.robot_messages = false}).shows_robots());
    EXPECT_FALSE(Console({.level = Level::warning}).shows_robots());
    EXPECT_TRUE(Console({.robot_messages = false, .file = scratch.path("c.txt")}).shows_robots());
}

TEST(Console, NoLineOfManyThreadsIsLostOrMixed) {
    const std::string text = printed({.format = ConsoleFormat::minimal}, [](Console& console) {
        std::vector<std::thread> threads;
        for (std::uint32_t id = 0; id < 4; ++id) {
            threads.emplace_back([&console, id] {
                for (int i = 0; i < 2000; ++i) console.robot_line(id, "abcdefghijklmnopqrstuvwxyz");
            });
        }
        for (std::thread& thread : threads) thread.join();
    });
    const std::regex line(R"(\[ROBOT #[0-3]\] \[PRINTF\] abcdefghijklmnopqrstuvwxyz)");
    std::istringstream lines(text);
    std::string one;
    int count = 0;
    for (; std::getline(lines, one); ++count) ASSERT_TRUE(std::regex_match(one, line)) << one;
    EXPECT_EQ(count, 8000);
}

TEST(Console, SurvivesAClosedPipe) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    close(ends[0]);
    const Scratch scratch;
    {
        const Redirect redirect(ends[1]);
        Console console({.format = ConsoleFormat::minimal,
                         .level = Level::info,
                         .robot_messages = true,
                         .file = scratch.path("c.txt")});
        for (int i = 0; i < 5000; ++i) console.robot_line(1, "nobody reads this");
        console.warning("nor this");
    }
    close(ends[1]);
    const std::string text = read_text(scratch.path("c.txt"));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5001) << "the file has every line all the same";
}

TEST(Console, SaysWhyItsFileCannotBeWritten) {
    EXPECT_EQ(error_of([] { Console({.file = "/proc/none/console.txt"}); }),
              "/proc/none/console.txt: cannot write the console log: No such file or directory");
}

}  // namespace
}  // namespace shoal::record

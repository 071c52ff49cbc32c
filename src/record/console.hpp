#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace shoal::record {

enum class Level { debug, info, warning, error };
enum class ConsoleFormat {
    dated,    ///< `[2026-01-31 12:00:00.000] [info] message`
    minimal,  ///< the message only
};

struct ConsoleOptions {
    ConsoleFormat format = ConsoleFormat::dated;  // of standard output; the file is always dated
    Level level = Level::info;   // what is less important is left out: warning for quiet, debug for verbose
    bool robot_messages = true;  // false: robots' prints go to the file only
    std::string file = {};       // also log here, from an empty file; "" for none
    std::function<void(Level, std::string_view)> take_line = {};  // gets the lines, not standard output
};

/// What a run tells a person: lines on standard output, and in a file if asked. Safe to call from several threads.
/// A closed pipe does not end the run: SIGPIPE is ignored from the first Console on, and the lines are dropped.
class Console {
public:
    explicit Console(const ConsoleOptions& options = {});
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    void log(Level level, std::string_view message);
    void debug(std::string_view message) { log(Level::debug, message); }
    void info(std::string_view message) { log(Level::info, message); }
    void warning(std::string_view message) { log(Level::warning, message); }
    void error(std::string_view message) { log(Level::error, message); }
    [[nodiscard]] bool shows(Level level) const { return level >= level_; }

    /// One whole line that a robot printed.
    void robot_line(std::uint32_t robot_id, std::string_view line) {
        if (shows_robots_) log_robot_line(robot_id, line);
    }
    /// Tells each line that a robot prints and that is shown anywhere.
    using Listener = std::function<void(std::uint32_t robot_id, std::string_view line)>;
    void set_listener(Listener listener) { listener_ = std::move(listener); }
    /// False if robots' prints go nowhere: whoever gathers them need not format them.
    [[nodiscard]] bool shows_robots() const { return shows_robots_; }

    void flush();

private:
    struct Loggers;

    void log_robot_line(std::uint32_t robot_id, std::string_view line);

    Level level_;
    bool shows_robots_;
    Listener listener_;
    std::function<void(Level, std::string_view)> take_line_;
    bool takes_robot_lines_;
    std::unique_ptr<Loggers> loggers_;
};

}  // namespace shoal::record

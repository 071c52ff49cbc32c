#include "record/console.hpp"

#include "base/error.hpp"
#include "record/line_sink.hpp"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <vector>

namespace shoal::record {
namespace {

constexpr const char* dated_pattern = "[%Y-%m-%d %H:%M:%S.%e] [%l] %v";
constexpr const char* minimal_pattern = "%v";

spdlog::level::level_enum to_spdlog(Level level) {
    switch (level) {
        case Level::debug: return spdlog::level::debug;
        case Level::info: return spdlog::level::info;
        case Level::warning: return spdlog::level::warn;
        case Level::error: return spdlog::level::err;
    }
    return spdlog::level::info;
}

/// A write to a closed pipe then fails like any other write, unless the program has its own plan for SIGPIPE.
void ignore_closed_pipes() {
    struct sigaction now{};
    if (sigaction(SIGPIPE, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) std::signal(SIGPIPE, SIG_IGN);
}

std::FILE* open_file(const std::string& path) {
    const auto directory = std::filesystem::path(path).parent_path();
    std::error_code ignored;  // the open below says what is wrong
    if (!directory.empty()) std::filesystem::create_directories(directory, ignored);
    if (std::FILE* file = std::fopen(path.c_str(), "we")) return file;
    throw Error({.where = {.file = path},
                 .key = {},
                 .found = {},
                 .expected = {},
                 .message = "cannot write the console log: " + std::generic_category().message(errno)});
}

spdlog::sink_ptr make_sink(std::FILE* stream, LineSink::Close close, const char* pattern) {
    auto sink = std::make_shared<LineSink>(stream, close);
    sink->set_pattern(pattern);
    return sink;
}

}  // namespace

struct Console::Loggers {
    Loggers(std::vector<spdlog::sink_ptr> all, std::vector<spdlog::sink_ptr> for_robots)
        : program("shoal", all.begin(), all.end()), robots("robots", for_robots.begin(), for_robots.end()) {}

    spdlog::logger program;
    spdlog::logger robots;
};

Console::Console(const ConsoleOptions& options)
    : level_(options.level), take_line_(options.take_line),
      takes_robot_lines_(options.take_line && options.robot_messages) {
    ignore_closed_pipes();
    const bool dated = options.format == ConsoleFormat::dated;
    std::vector<spdlog::sink_ptr> all;
    if (!take_line_)
        all.push_back(make_sink(stdout, LineSink::Close::no, dated ? dated_pattern : minimal_pattern));
    std::vector<spdlog::sink_ptr> for_robots;
    if (options.robot_messages) for_robots = all;
    if (!options.file.empty()) {
        all.push_back(make_sink(open_file(options.file), LineSink::Close::yes, dated_pattern));
        for_robots.push_back(all.back());
    }
    shows_robots_ = shows(Level::info) && (takes_robot_lines_ || !for_robots.empty());
    loggers_ = std::make_unique<Loggers>(std::move(all), std::move(for_robots));
    loggers_->program.set_level(to_spdlog(level_));
    loggers_->robots.set_level(to_spdlog(level_));
}

Console::~Console() = default;

void Console::log(Level level, std::string_view message) {
    if (!shows(level)) return;
    loggers_->program.log(to_spdlog(level), message);
    if (take_line_) take_line_(level, message);
}

void Console::log_robot_line(std::uint32_t robot_id, std::string_view line) {
    if (listener_) listener_(robot_id, line);
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), "[ROBOT #{}] [PRINTF] {}", robot_id, line);
    const std::string_view whole(text.data(), text.size());
    loggers_->robots.log(spdlog::level::info, whole);
    if (takes_robot_lines_) take_line_(Level::info, whole);
}

void Console::flush() { loggers_->program.flush(); }

}  // namespace shoal::record

#include "record/progress.hpp"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace shoal::record {
namespace {

constexpr std::chrono::milliseconds redraw_period{100};
constexpr std::chrono::seconds line_period{5};
constexpr int most_bar_columns = 30;
constexpr int fewest_bar_columns = 5;

std::string clock_text(double seconds) {
    const auto s = static_cast<long long>(std::ceil(seconds));
    if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
    return fmt::format("{}:{:02}", s / 60, s % 60);
}

std::string bar(double share, int columns) {
    const int full = static_cast<int>(share * columns);
    std::string text(static_cast<std::size_t>(columns), ' ');
    std::fill_n(text.begin(), full, '=');
    if (full < columns) text[static_cast<std::size_t>(full)] = '>';
    return "[" + text + "] ";
}

/// The parts after the bar; plain ASCII, so that bytes are columns.
std::string figures(double done_s, double total_s, double wall_s) {
    const double rate = wall_s > 0.0 ? done_s / wall_s : 0.0;  // simulated s per wall s
    const std::string speed = rate > 0.0 ? fmt::format("   {:.3g} x real time", rate) : "";
    if (!std::isfinite(total_s)) return fmt::format("{:.1f} s{}", done_s, speed);
    const double share = std::clamp(done_s / total_s, 0.0, 1.0);
    std::string text =
        fmt::format("{:3.0f} %   {:.1f} of {:g} s{}", std::floor(share * 100.0), done_s, total_s, speed);
    if (rate > 0.0) text += "   " + clock_text(std::max(0.0, total_s - done_s) / rate) + " left";
    return text;
}

int terminal_width(std::FILE* stream) {
    winsize size{};
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(double done_s, double total_s, double wall_s, int width) {
    std::string text = figures(done_s, total_s, wall_s);
    const int room = width - static_cast<int>(text.size()) - 3;  // brackets and a space
    if (std::isfinite(total_s) && room >= fewest_bar_columns) {
        text = bar(std::clamp(done_s / total_s, 0.0, 1.0), std::min(room, most_bar_columns)) + text;
    }
    return text.substr(0, static_cast<std::size_t>(std::max(0, width)));
}

Progress::Progress(double total_s, ProgressOptions options)
    : total_s_(total_s), stream_(options.stream), start_(Clock::now()), next_(start_) {
    const bool watched = isatty(fileno(stream_)) == 1;
    mode_ = watched ? Mode::bar : options.even_without_terminal ? Mode::lines : Mode::silent;
    if (mode_ == Mode::lines) next_ += line_period;
}

Progress::~Progress() {
    if (mode_ != Mode::bar) return;
    std::fputs("\r\033[K", stream_);
    std::fflush(stream_);
}

void Progress::finish(double done_s) {
    if (mode_ == Mode::silent) return;
    draw(done_s);
    if (mode_ == Mode::bar) std::fputc('\n', stream_);
    std::fflush(stream_);
    mode_ = Mode::silent;
}

void Progress::draw_if_due(double done_s) {
    const auto now = Clock::now();
    if (now < next_) return;
    draw(done_s);
    next_ = now + (mode_ == Mode::bar ? Clock::duration(redraw_period) : Clock::duration(line_period));
}

void Progress::draw(double done_s) {
    const double wall_s = std::chrono::duration<double>(Clock::now() - start_).count();
    if (mode_ == Mode::bar) {
        // The cursor waits at the start of the line, where console lines then overwrite the bar.
        const std::string line = progress_line(done_s, total_s_, wall_s, terminal_width(stream_) - 1);
        fmt::print(stream_, "\r\033[K{}\r", line);
    } else {
        fmt::print(stream_, "{}\n", progress_line(done_s, total_s_, wall_s));
    }
    std::fflush(stream_);
}

}  // namespace shoal::record

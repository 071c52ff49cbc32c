#pragma once

#include <chrono>
#include <cstdio>
#include <string>

namespace shoal::record {

/// `[=====>      ]  42 %   25.2 of 60 s   312 x real time   0:03 left`, at most `width` columns wide.
/// Simulated time is done_s of total_s, after wall_s of wall time; an infinite total has no bar and no end.
[[nodiscard]] std::string progress_line(double done_s, double total_s, double wall_s, int width = 79);

struct ProgressOptions {
    bool even_without_terminal = false;  // then a line every few seconds instead of a bar that moves
    std::FILE* stream = stderr;
};

/// Shows how far a run has come. Silent where nobody watches.
class Progress {
public:
    explicit Progress(double total_s, ProgressOptions options = {});
    ~Progress();  // leaves the terminal's line clean
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Call as often as you like: draws ten times a second at most.
    void update(double done_s) {
        if (mode_ != Mode::silent) draw_if_due(done_s);
    }
    /// Draws the last state, and nothing more.
    void finish(double done_s);

private:
    using Clock = std::chrono::steady_clock;
    enum class Mode { silent, bar, lines };

    void draw_if_due(double done_s);
    void draw(double done_s);

    double total_s_;
    std::FILE* stream_;
    Mode mode_;
    Clock::time_point start_;
    Clock::time_point next_;
};

}  // namespace shoal::record

#pragma once

#include <algorithm>
#include <cstdint>

namespace shoal::pogobot {

constexpr double instant_rounding = 1e-9;  // s: instants closer than this are one

/// A robot's own clock: stands still while its code runs, goes on while it sleeps. Nanoseconds since the run began.
struct RobotClock {
    std::int64_t start_ns = 0;  // of the current step
    std::int64_t slept_ns = 0;  // slept by the controller within it
    std::uint32_t hz = 0;       // steps a second in this row of steps of equal length
    std::uint32_t rest =
        0;  // 1/hz ns: how much later than start_ns the step begins, so that no period is ever rounded

    [[nodiscard]] std::int64_t now_ns() const { return start_ns + slept_ns; }

    /// Sleeps until the next step is due: one period after this one began, or at once if this one took longer.
    void end_step(std::uint32_t wanted_hz) {
        constexpr std::uint32_t second = 1'000'000'000;  // ns
        if (wanted_hz == 0 || slept_ns * wanted_hz > second) {
            *this = {now_ns(), 0, wanted_hz, 0};
            return;
        }
        if (wanted_hz != hz) hz = wanted_hz, rest = 0;
        slept_ns = 0;
        start_ns += second / hz;
        rest += second % hz;
        if (rest < hz) return;
        rest -= hz;
        ++start_ns;
    }
    /// The same by Pogosim's rule: it sleeps whole milliseconds.
    void end_step_whole_ms(std::int64_t wanted_hz, std::int64_t duration_us) {
        std::int64_t next = now_ns();
        if (wanted_hz > 0)
            next += std::max<std::int64_t>(0, (1'000'000 / wanted_hz - duration_us) / 1000) * 1'000'000;
        *this = {next, 0, 0, 0};
    }
};

}  // namespace shoal::pogobot

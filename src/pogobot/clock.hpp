#pragma once

#include <algorithm>
#include <cstdint>

namespace shoal::pogobot {

constexpr double instant_rounding = 1e-9;  // s: instants closer than this are one

/// A robot's own clock: stands still while its code runs, goes on while it sleeps. Nanoseconds since the run began.
struct RobotClock {
    std::int64_t base_ns = 0;   // start of a row of steps of equal length
    std::int64_t steps = 0;     // full periods since then, so that none is ever rounded
    std::int64_t slept_ns = 0;  // slept by the controller within the current step
    std::int64_t hz = 0;        // steps a second in this row

    [[nodiscard]] std::int64_t step_start_ns() const {
        return base_ns + (hz > 0 ? steps * 1'000'000'000 / hz : 0);
    }
    [[nodiscard]] std::int64_t now_ns() const { return step_start_ns() + slept_ns; }

    /// Sleeps until the next step is due: one period after this one began, or at once if this one took longer.
    void end_step(std::int64_t wanted_hz) {
        const std::int64_t start = step_start_ns();
        if (wanted_hz == 0 || slept_ns * wanted_hz > 1'000'000'000) {
            *this = {start + slept_ns, 0, 0, wanted_hz};
            return;
        }
        if (wanted_hz != hz) *this = {start, 0, slept_ns, wanted_hz};
        slept_ns = 0;
        ++steps;
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

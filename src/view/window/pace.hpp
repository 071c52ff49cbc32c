#pragma once

#include <cstdint>

namespace shoal::view {

/// How far a run should be: simulated time follows wall time, times a speed. Times are in s.
class Pace {
public:
    explicit Pace(double speed) : speed_(speed) {}

    [[nodiscard]] double speed() const { return speed_; }
    [[nodiscard]] bool unlimited() const { return unlimited_; }
    void set_speed(double speed, double wall, double simulated);
    void set_unlimited(bool unlimited, double wall, double simulated);
    /// Goes on from here: after a pause, a jump, or when the computer cannot follow.
    void start(double wall, double simulated) { wall_ = wall, simulated_ = simulated; }
    /// Whether the run should do another tick of `time_step`.
    [[nodiscard]] bool is_due(double wall, double simulated, double time_step) const {
        return unlimited_ || simulated + 0.5 * time_step <= simulated_ + speed_ * (wall - wall_);
    }
    /// Wall time until is_due.
    [[nodiscard]] double wait(double wall, double simulated, double time_step) const;
    /// Wall time that the run lags behind.
    [[nodiscard]] double lag(double wall, double simulated) const {
        return unlimited_ ? 0.0 : wall - wall_ - (simulated - simulated_) / speed_;
    }

private:
    double speed_;
    bool unlimited_ = false;
    double wall_ = 0.0, simulated_ = 0.0;  // where it started
};

}  // namespace shoal::view

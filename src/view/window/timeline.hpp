#pragma once

namespace shoal::view {

/// Where a player is in a record that lasts from `begin` to `end`. Times are in s.
class Timeline {
public:
    Timeline(double begin, double end) : begin_(begin), end_(end), time_(begin) {}

    [[nodiscard]] double begin() const { return begin_; }
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] double time() const { return time_; }
    [[nodiscard]] double share() const { return end_ > begin_ ? (time_ - begin_) / (end_ - begin_) : 0.0; }
    [[nodiscard]] double speed() const { return speed_; }
    [[nodiscard]] bool is_playing() const { return playing_; }

    /// Some wall time has passed. At the end it stops.
    void advance(double wall);
    /// Plays or pauses; at the end it begins anew.
    void toggle();
    void pause() { playing_ = false; }
    void seek(double time);
    void seek_share(double share) { seek(begin_ + share * (end_ - begin_)); }
    void set_speed(double speed);

private:
    double begin_, end_, time_;
    double speed_ = 1.0;
    bool playing_ = true;
};

}  // namespace shoal::view

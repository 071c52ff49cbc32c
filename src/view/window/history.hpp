#pragma once

#include "view/window/stage.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace shoal::view {

/// The recent past of a run, to go back to.
class History {
public:
    explicit History(Stage& stage) : stage_(stage) {}

    /// Call it before each tick: now and then it saves where the run is.
    void note(double wall);
    /// Saves where the run is, if that is not there yet.
    void save();
    /// One tick back. `forward` does a tick: what lies between the last state saved and that tick is run again. False if
    /// there is nothing that early.
    template <class Forward>
    bool step_back(const Forward& forward) {
        const std::uint64_t now = stage_.tick();
        if (now == 0) return false;
        while (!states_.empty() && (states_.back().tick >= now || is_of_others(states_.back()))) drop_last();
        if (states_.empty()) return false;
        stage_.restore(states_.back().bytes);
        while (stage_.tick() + 1 < now) forward();
        return true;
    }

private:
    struct State {
        std::uint64_t tick;
        std::uint64_t population;
        std::vector<std::byte> bytes;
    };

    void drop_last();
    [[nodiscard]] bool is_of_others(const State& state) const {
        return state.population != stage_.population();
    }

    Stage& stage_;
    std::deque<State> states_;  // by tick
    std::size_t bytes_ = 0;
    double saved_at_ = -1.0;  // s of wall time
    double cost_ = 0.0;       // s of wall time: of the last save
};

}  // namespace shoal::view

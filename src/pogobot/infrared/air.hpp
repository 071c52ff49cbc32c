#pragma once

#include "base/column.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace shoal::pogobot {

/// Nanoseconds of the run.
struct IrInterval {
    std::int64_t start = 0;
    std::int64_t end = 0;
};

/// `type: physical`: packets take time on air, robots are not in step with one another, and what overlaps at a receiver
/// is lost there. A robot hears nothing while it sends. Equations and sources: docs/models/infrared.md.
class IrAir {
public:
    static constexpr std::uint32_t own = 0xffffffffU;  // packet of what blinds the sender itself

    struct Arrival {
        IrInterval at;
        std::uint32_t packet = own;
        std::uint8_t receivers = 0;  // a bit each
        std::uint8_t lost = 0;       // of these
        std::uint32_t next = 0;
    };

    IrAir(std::uint32_t robots, std::uint64_t seed);
    void add_robot(std::uint64_t seed);

    /// When a packet of this many bytes, headers and framing included, is on air if a robot begins to send it in a step
    /// that began at `step` and is one of `hz` a second. None: too many wait already.
    [[nodiscard]] std::optional<IrInterval> transmit(std::uint32_t robot, std::int64_t step, unsigned hz,
                                                     std::uint32_t bytes);
    /// Light that reaches receivers of a robot.
    void arrive(std::uint32_t robot, IrInterval at, std::uint32_t packet, std::uint8_t receivers);
    /// Hands out what ended by `now`, in order, as finished(robot, arrival). All steps that began by `now` must have run.
    template <class Finished>
    void finish(std::int64_t now, const Finished& finished) {
        std::size_t kept = 0;
        for (const std::uint32_t robot : busy_) {
            while (first_[robot] != none && arrivals_[first_[robot]].at.end <= now) {
                const std::uint32_t row = first_[robot];
                first_[robot] = arrivals_[row].next;
                free_.push_back(row);
                if (arrivals_[row].packet != own) finished(robot, arrivals_[row]);
            }
            if (first_[robot] != none) busy_[kept++] = robot;
        }
        busy_.resize(kept);
    }

    template <class Self, class Visit>
    static void visit_state(Self& air, Visit& visit) {
        visit(air.senders_, air.first_, air.arrivals_, air.free_, air.busy_);
    }

private:
    static constexpr std::uint32_t none = 0xffffffffU;
    struct Sender {
        double phase = 0.0;      // of its steps, in periods
        double drift = 0.0;      // of its clock, s/s
        std::int64_t ready = 0;  // ns: when the last packet has been sent
    };

    Column<Sender> senders_;
    Column<std::uint32_t> first_;  // by robot: its arrivals, in order of their ends
    Column<Arrival> arrivals_;
    Column<std::uint32_t> free_;
    Column<std::uint32_t> busy_;  // robots that have arrivals
};

}  // namespace shoal::pogobot

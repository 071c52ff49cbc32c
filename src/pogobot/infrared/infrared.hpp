#pragma once

#include "base/random.hpp"
#include "pogobot/infrared/air.hpp"
#include "pogobot/infrared/audience.hpp"
#include "pogobot/infrared/law.hpp"
#include "pogobot/infrared/queue.hpp"
#include "pogobot/model.hpp"
#include "pogobot/runtime/firmware_abi.h"
#include "pogobot/state.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace shoal::pogobot {

/// What the sender's main loop says about its sending.
struct IrLoop {
    std::uint8_t percent = 0;  // chance of a step to send, %
    std::uint8_t hz = 0;
};

/// Messages between robots: who hears whom, whether a message arrives, and the queues. Made when the first is sent.
class Infrared {
public:
    Infrared(const Model& model, const State& state, const physics::World& world);

    /// Fills the queues with what has arrived since the last tick. Call it before the firmware runs.
    void begin_tick();
    /// False: the sender is too busy to take the packet.
    [[nodiscard]] bool send(std::uint32_t robot, const shoal_ir_packet& packet, IrLoop loop);
    [[nodiscard]] IrQueues& queues() { return queues_; }
    [[nodiscard]] IrAudience& audience() { return audience_; }

    void add_robot(std::uint32_t robot);

    /// What a receiver has met since its robot last set its counters to 0.
    struct Errors {
        std::array<std::uint32_t, ir_directions> overflow{};  // copies for which the queue was full
        std::array<std::uint32_t, ir_directions> mismatch{};  // copies that came in broken
    };
    [[nodiscard]] Errors& errors(std::uint32_t robot) { return errors_[robot]; }
    /// What a robot has sent last: for those who watch.
    struct Sent {
        double time = -1.0;         // s; negative: nothing yet
        std::uint8_t emitters = 0;  // a bit each
    };
    [[nodiscard]] Sent last_sent(std::uint32_t robot) const { return sent_[robot]; }
    /// Copies that full queues did not take, in all of the run.
    [[nodiscard]] std::uint64_t overflown() const { return overflown_; }

    // Who hears whom follows from the poses.
    template <class Self, class Visit>
    static void visit_state(Self& ir, Visit& visit) {
        visit(ir.queues_, ir.air_, ir.luck_, ir.errors_, ir.arrived_, ir.last_tick_, ir.overflown_);
        if constexpr (Visit::restores) ir.audience_.forget_poses();
    }

private:
    struct Arrived {
        std::uint32_t robot;
        std::uint32_t packet;
        std::uint8_t receivers;
    };

    struct Known {
        std::uint32_t group = 0xffffffffU;
        Sending sending;
        double chance = 0.0;
    };

    [[nodiscard]] double chance_of(std::uint32_t group, const Sending& sending);
    [[nodiscard]] bool broadcast(std::uint32_t robot, const shoal_ir_packet& packet, IrLoop loop);
    void send_by_chance(std::uint32_t robot, const shoal_ir_packet& packet, IrLoop loop);
    void put(std::uint32_t robot, std::uint32_t packet, std::uint8_t receivers);
    void count_broken(std::uint32_t robot, std::uint8_t receivers);

    const Model& model_;
    const State& state_;
    IrAudience audience_;
    IrQueues queues_;
    IrAir air_;
    std::vector<SuccessLaw> laws_;  // by group
    std::array<Known, 64> known_;   // chances, by the size of the cluster
    Column<RandomStream> luck_;     // by sender
    Column<Sent> sent_;             // by robot
    Column<Errors> errors_;         // by robot
    Column<Arrived> arrived_;       // in this tick
    std::int64_t last_tick_ = 0;    // ns: when the last tick began
    std::uint64_t overflown_ = 0;
};

}  // namespace shoal::pogobot

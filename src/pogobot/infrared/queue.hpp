#pragma once

#include "base/column.hpp"
#include "pogobot/runtime/firmware_abi.h"

#include <array>
#include <cstdint>
#include <span>

namespace shoal::pogobot {

/// Packets on their way and the queues of those that received them. A packet is kept once, however many hold a copy; a run
/// that has seen its busiest tick allocates nothing more.
class IrQueues {
public:
    explicit IrQueues(std::uint32_t robots) : queues_(robots) {}

    void add_robot() { queues_.push_back({}); }

    /// Keeps a packet for the caller, until it lets go of it.
    [[nodiscard]] std::uint32_t keep(const shoal_ir_packet& packet);
    void hold(std::uint32_t packet) { ++packets_[packet].holders; }
    void let_go(std::uint32_t packet);

    /// A copy for each receiver (a bit each); false if the queue is full and takes none.
    [[nodiscard]] bool push(std::uint32_t robot, std::uint32_t packet, std::uint8_t receivers);
    [[nodiscard]] std::uint32_t size(std::uint32_t robot) const { return queues_[robot].size; }
    /// Writes the oldest message as a message_t; false if there is none.
    bool pop(std::uint32_t robot, void* message);
    void clear(std::uint32_t robot);

    template <class Self, class Visit>
    static void visit_state(Self& q, Visit& visit) {
        visit(q.queues_, q.packets_, q.entries_, q.free_packets_, q.free_entries_, q.pools_);
    }

private:
    static constexpr std::uint32_t none = 0xffffffffU;
    static constexpr std::size_t least_slot =
        16;  // bytes; each pool's slots are twice as large as the last one's
    struct Header {
        std::uint8_t type, power_list;
        std::uint16_t sender_id;
        std::uint8_t sender_index;
        std::uint16_t length;
        std::uint8_t pool;
        std::uint32_t slot;
        std::uint32_t holders;
    };
    struct Entry {
        std::uint32_t packet;
        std::uint32_t next;
        std::uint8_t receiver;
    };
    struct Queue {
        std::uint32_t first = none, last = none;
        std::uint32_t size = 0;
    };
    struct Pool {
        Column<unsigned char> bytes;
        Column<std::uint32_t> free;

        template <class Self, class Visit>
        static void visit_state(Self& pool, Visit& visit) {
            visit(pool.bytes, pool.free);
        }
    };

    void append(Queue& queue, std::uint32_t packet, std::uint8_t receiver);
    [[nodiscard]] std::uint32_t take_first(Queue& queue);
    [[nodiscard]] std::span<unsigned char> payload_of(const Header& packet);

    Column<Queue> queues_;
    Column<Header> packets_;
    Column<Entry> entries_;
    Column<std::uint32_t> free_packets_, free_entries_;
    std::array<Pool, 6> pools_;
};

}  // namespace shoal::pogobot

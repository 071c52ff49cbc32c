#include "pogobot/infrared/queue.hpp"

#include <bit>
#include <cstring>

namespace shoal::pogobot {
namespace {

constexpr std::uint32_t most_waiting = 100;  // messages: with more, a queue takes no packet

// A row that is free, or one more.
template <class T>
std::uint32_t take_row(Column<T>& rows, Column<std::uint32_t>& free) {
    if (free.empty()) {
        rows.push_back(T{});
        return static_cast<std::uint32_t>(rows.size() - 1);
    }
    const std::uint32_t row = free.back();
    free.resize(free.size() - 1);
    return row;
}

}  // namespace

std::span<unsigned char> IrQueues::payload_of(const Header& packet) {
    const std::size_t slot = least_slot << packet.pool;
    return pools_[packet.pool].bytes.span().subspan(packet.slot * slot, packet.length);
}

std::uint32_t IrQueues::keep(const shoal_ir_packet& packet) {
    Header header{packet.packet_type,
                  packet.emitting_power_list,
                  packet.sender_id,
                  packet.sender_ir_index,
                  packet.payload_length,
                  0,
                  0,
                  1};
    while (least_slot << header.pool < packet.payload_length) ++header.pool;
    Pool& pool = pools_[header.pool];
    const std::size_t slot = least_slot << header.pool;
    if (pool.free.empty()) {
        header.slot = static_cast<std::uint32_t>(pool.bytes.size() / slot);
        pool.bytes.resize(pool.bytes.size() + slot);
    } else {
        header.slot = pool.free.back();
        pool.free.resize(pool.free.size() - 1);
    }
    if (header.length > 0) std::memcpy(payload_of(header).data(), packet.payload, header.length);
    const std::uint32_t row = take_row(packets_, free_packets_);
    packets_[row] = header;
    return row;
}

void IrQueues::let_go(std::uint32_t packet) {
    Header& header = packets_[packet];
    if (--header.holders > 0) return;
    pools_[header.pool].free.push_back(header.slot);
    free_packets_.push_back(packet);
}

bool IrQueues::push(std::uint32_t robot, std::uint32_t packet, std::uint8_t receivers) {
    Queue& queue = queues_[robot];
    if (queue.size > most_waiting) return false;
    for (unsigned left = receivers; left != 0; left &= left - 1)
        append(queue, packet, static_cast<std::uint8_t>(std::countr_zero(left)));
    return true;
}

void IrQueues::append(Queue& queue, std::uint32_t packet, std::uint8_t receiver) {
    const std::uint32_t row = take_row(entries_, free_entries_);
    entries_[row] = {packet, none, receiver};
    hold(packet);
    if (queue.size == 0) queue.first = row;
    else entries_[queue.last].next = row;
    queue.last = row;
    ++queue.size;
}

std::uint32_t IrQueues::take_first(Queue& queue) {
    const std::uint32_t row = queue.first;
    queue.first = entries_[row].next;
    --queue.size;
    free_entries_.push_back(row);
    return row;
}

bool IrQueues::pop(std::uint32_t robot, void* message) {
    Queue& queue = queues_[robot];
    if (queue.size == 0) return false;
    const Entry entry = entries_[take_first(queue)];
    const Header& packet = packets_[entry.packet];
    auto* out = static_cast<unsigned char*>(message);
    out[0] = packet.type;
    out[1] = packet.power_list;
    std::memcpy(out + 2, &packet.sender_id, 2);
    out[4] = packet.sender_index;
    out[5] = entry.receiver;
    std::memcpy(out + 6, &packet.length, 2);
    const unsigned char* payload = payload_of(packet).data();
    // A short payload goes with the rest of its slot: a fixed length needs no call.
    if (packet.pool == 0) std::memcpy(out + SHOAL_IR_HEADER_SIZE, payload, least_slot);
    else std::memcpy(out + SHOAL_IR_HEADER_SIZE, payload, packet.length);
    let_go(entry.packet);
    return true;
}

void IrQueues::clear(std::uint32_t robot) {
    Queue& queue = queues_[robot];
    while (queue.size > 0) let_go(entries_[take_first(queue)].packet);
}

}  // namespace shoal::pogobot

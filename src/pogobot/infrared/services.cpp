// What firmware may ask of the infrared: see runtime/firmware_abi.h.
#include "pogobot/services.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace shoal::pogobot {

void Services::deliver_messages() {
    if (infrared_) infrared_->begin_tick();
}

void Services::report_messages() {
    if (infrared_ && infrared_->overflown() > 0)
        console_.info(
            fmt::format("infrared: {} messages were lost because queues were full", infrared_->overflown()));
}

// The pseudo robot has no emitters.
bool Services::ir_send(const shoal_ir_packet& packet) {
    if (is_pseudo()) return true;
    if (!infrared_) infrared_ = std::make_unique<Infrared>(model_, state_, world_);
    return infrared_->send(robot_, packet, {*percent_, *hz_});
}

std::uint32_t Services::ir_available() const {
    return infrared_ && !is_pseudo() ? infrared_->queues().size(robot_) : 0;
}

bool Services::ir_next(void* message) {
    return infrared_ && !is_pseudo() && infrared_->queues().pop(robot_, message);
}

void Services::ir_clear() {
    if (infrared_ && !is_pseudo()) infrared_->queues().clear(robot_);
}

// From above, as a short message that the front receiver takes; its sender is nobody.
void Services::deliver_remote(const scenario::RemoteEvent& event, std::span<const std::uint32_t> robots) {
    if (!infrared_) infrared_ = std::make_unique<Infrared>(model_, state_, world_);
    IrQueues& queues = infrared_->queues();
    const std::vector<std::uint8_t>& bytes = event.payload.bytes;
    shoal_ir_packet packet{};
    packet.packet_type = SHOAL_IR_SHORT;
    packet.sender_ir_index = 15;
    packet.sender_id = 255;
    packet.payload_length = static_cast<std::uint16_t>(bytes.size());
    packet.payload = bytes.data();
    constexpr std::uint8_t front = 1;
    const std::uint32_t kept = queues.keep(packet);
    for (const std::uint32_t robot : robots) static_cast<void>(queues.push(robot, kept, front));
    queues.let_go(kept);
}

// Pogosim's counters stand still.
void Services::ir_errors(std::uint8_t receiver, std::uint32_t counts[3]) const {
    std::fill_n(counts, 3, 0U);
    if (!infrared_ || is_pseudo() || model_.pogosim) return;
    const Infrared::Errors& errors = infrared_->errors(robot_);
    counts[0] = errors.overflow[receiver];
    counts[2] = errors.mismatch[receiver];
}

void Services::ir_reset_errors() {
    if (infrared_ && !is_pseudo()) infrared_->errors(robot_) = {};
}

}  // namespace shoal::pogobot

using shoal::pogobot::Services;

namespace {

// A time-out waits until queues and packets are in order again.
template <class Body>
auto whole(const Body& body) {
    Services::Scope scope;
    const auto result = body(Services::current());
    scope.done();
    return result;
}

}  // namespace

extern "C" {

int shoal_host_ir_send(const struct shoal_ir_packet* packet) {
    return whole([&](Services& services) { return services.ir_send(*packet) ? 0 : 1; });
}
int shoal_host_ir_available(void) { return static_cast<int>(Services::current().ir_available()); }
bool shoal_host_ir_next(void* message) {
    return whole([&](Services& services) { return services.ir_next(message); });
}
void shoal_host_ir_clear(void) {
    whole([](Services& services) {
        services.ir_clear();
        return true;
    });
}
void shoal_host_ir_errors(uint8_t receiver, uint32_t counts[3]) {
    Services::current().ir_errors(receiver, counts);
}
void shoal_host_ir_reset_errors(void) { Services::current().ir_reset_errors(); }
}

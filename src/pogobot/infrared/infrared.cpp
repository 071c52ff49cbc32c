#include "pogobot/infrared/infrared.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {
namespace {

using scenario::MsgSuccessLaw;

constexpr std::uint32_t framing = 6;  // bytes: start, checksum of four, end
constexpr double full_power = 3.0;

std::uint32_t bytes_on_air(const shoal_ir_packet& packet) {
    const std::uint32_t header = packet.packet_type == SHOAL_IR_SHORT ? 3 : SHOAL_IR_HEADER_SIZE;
    return packet.payload_length + header + framing;
}

}  // namespace

Infrared::Infrared(const Model& model, const State& state, const physics::World& world)
    : model_(model), state_(state), audience_(model, state, world), queues_(model.robots),
      air_(model.robots, model.seed), luck_(model.robots), sent_(model.robots), errors_(model.robots) {
    for (const auto& group : model.scenario.objects)
        laws_.emplace_back(group.msg_success_rate, model.pogosim);
    for (std::uint32_t robot = 0; robot < model.robots; ++robot)
        luck_[robot] = RandomStream(model.seed, robot, Purpose::reception);
}

void Infrared::add_robot(std::uint32_t robot) {
    queues_.add_robot();
    air_.add_robot(model_.seed);
    luck_.push_back(RandomStream(model_.seed, robot, Purpose::reception));
    sent_.push_back({});
    errors_.push_back({});
}

void Infrared::begin_tick() {
    for (const Arrived& arrived : arrived_) {
        put(arrived.robot, arrived.packet, arrived.receivers);
        queues_.let_go(arrived.packet);
    }
    arrived_.clear();
    air_.finish(last_tick_, [&](std::uint32_t robot, const IrAir::Arrival& arrival) {
        const auto whole = static_cast<std::uint8_t>(arrival.receivers & ~arrival.lost);
        if (whole != 0) put(robot, arrival.packet, whole);
        count_broken(robot, arrival.lost);
        queues_.let_go(arrival.packet);
    });
    last_tick_ = std::llround(state_.time * 1e9);
}

bool Infrared::send(std::uint32_t robot, const shoal_ir_packet& packet, IrLoop loop) {
    sent_[robot] = {state_.time, packet.emitters};
    if (model_.pogosim && state_.tick == 0) return true;  // Pogosim looks for neighbours after its first tick
    if (model_.group_of(state_.object[robot]).msg_success_rate.type == MsgSuccessLaw::physical)
        return broadcast(robot, packet, loop);
    send_by_chance(robot, packet, loop);
    return true;
}

// Irradiance falls with the square of the distance, so the range grows with the root of the power.
bool Infrared::broadcast(std::uint32_t robot, const shoal_ir_packet& packet, IrLoop loop) {
    const std::int64_t step = std::max(state_.clock[robot].now_ns(), last_tick_);
    const auto on_air = air_.transmit(robot, step, loop.hz, bytes_on_air(packet));
    if (!on_air) return false;
    if (packet.power == 0) return true;
    const auto hearers = audience_.of(robot, packet.emitters, std::sqrt(packet.power / full_power));
    if (hearers.empty()) return true;
    const std::uint32_t row = queues_.keep(packet);
    for (const IrHearer& hearer : hearers) {
        if (hearer.receivers == 0) continue;
        queues_.hold(row);
        air_.arrive(hearer.robot, *on_air, row, hearer.receivers);
    }
    queues_.let_go(row);
    return true;
}

void Infrared::send_by_chance(std::uint32_t robot, const shoal_ir_packet& packet, IrLoop loop) {
    const auto hearers = audience_.of(robot, packet.emitters);
    if (hearers.empty()) return;
    const double chance = chance_of(model_.objects.group[state_.object[robot]],
                                    {packet.packet_type == SHOAL_IR_SHORT, packet.payload_length,
                                     loop.percent / 100.0, static_cast<std::uint32_t>(hearers.size() + 1)});
    const std::uint32_t row = queues_.keep(packet);
    for (const IrHearer& hearer : hearers) {
        const bool whole = luck_[robot].uniform() < chance;
        if (!whole) {
            count_broken(hearer.robot, hearer.receivers);
        } else if (hearer.receivers != 0 && model_.pogosim) {
            put(hearer.robot, row, hearer.receivers);
        } else if (hearer.receivers != 0) {
            queues_.hold(row);
            arrived_.push_back({hearer.robot, row, hearer.receivers});
        }
    }
    queues_.let_go(row);
}

// Robots of a group send much the same, so most chances have been worked out before.
double Infrared::chance_of(std::uint32_t group, const Sending& sending) {
    Known& known = known_[sending.cluster_size % known_.size()];
    if (known.group != group || !(known.sending == sending))
        known = {group, sending, laws_[group].probability(sending)};
    return known.chance;
}

void Infrared::put(std::uint32_t robot, std::uint32_t packet, std::uint8_t receivers) {
    if (queues_.push(robot, packet, receivers)) return;
    for (unsigned d = 0; d < ir_directions; ++d) {
        if ((receivers >> d & 1) == 0) continue;
        ++errors_[robot].overflow[d];
        ++overflown_;
    }
}

void Infrared::count_broken(std::uint32_t robot, std::uint8_t receivers) {
    for (unsigned d = 0; d < ir_directions; ++d) errors_[robot].mismatch[d] += receivers >> d & 1;
}

}  // namespace shoal::pogobot

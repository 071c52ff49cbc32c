#include "pogobot/infrared/air.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {
namespace {

// From the rates that a robot keeps up: 30 Hz with 391 bytes, 110 Hz with 20 bytes (and 14 bytes about them).
constexpr std::int64_t byte_on_air = 65'300;     // ns
constexpr std::int64_t preparation = 6'870'000;  // ns: work on a packet before it goes on air

constexpr std::int64_t most_backlog = 100'000'000;  // ns of packets that wait in a robot
constexpr double worst_drift = 50e-6;               // s/s, of a plain crystal oscillator

bool overlap(const IrInterval& a, const IrInterval& b) { return a.start < b.end && b.start < a.end; }

}  // namespace

IrAir::IrAir(std::uint32_t robots, std::uint64_t seed) {
    senders_.reserve(robots);
    first_.reserve(robots);
    for (std::uint32_t robot = 0; robot < robots; ++robot) add_robot(seed);
}

void IrAir::add_robot(std::uint64_t seed) {
    RandomStream stream(seed, static_cast<std::uint32_t>(senders_.size()), Purpose::transmission);
    const double phase = stream.uniform();
    senders_.push_back({phase, stream.uniform(-worst_drift, worst_drift), 0});
    first_.push_back(none);
}

std::optional<IrInterval> IrAir::transmit(std::uint32_t robot, std::int64_t step, unsigned hz,
                                          std::uint32_t bytes) {
    Sender& sender = senders_[robot];
    if (sender.ready - step > most_backlog) return std::nullopt;
    const double rate = hz > 0 ? hz : 1e9;
    const double phase = sender.phase + sender.drift * static_cast<double>(step) * 1e-9 * rate;
    const auto late = static_cast<std::int64_t>((phase - std::floor(phase)) * 1e9 / rate);
    const std::int64_t start = std::max(step + late, sender.ready) + preparation;
    sender.ready = start + byte_on_air * bytes;
    const IrInterval on_air{start, sender.ready};
    arrive(robot, on_air, own, 0xf);
    return on_air;
}

void IrAir::arrive(std::uint32_t robot, IrInterval at, std::uint32_t packet, std::uint8_t receivers) {
    if (first_[robot] == none) busy_.push_back(robot);
    Arrival arrival{at, packet, receivers, 0, none};
    std::uint32_t before = none;
    for (std::uint32_t row = first_[robot]; row != none; row = arrivals_[row].next) {
        Arrival& other = arrivals_[row];
        if (other.at.end <= at.end) before = row;
        if (!overlap(at, other.at)) continue;
        const std::uint8_t common = other.receivers & receivers;
        other.lost |= common;
        arrival.lost |= common;
    }
    std::uint32_t row = static_cast<std::uint32_t>(arrivals_.size());
    if (free_.empty()) {
        arrivals_.push_back({});
    } else {
        row = free_.back();
        free_.resize(free_.size() - 1);
    }
    std::uint32_t& link = before == none ? first_[robot] : arrivals_[before].next;
    arrival.next = link;
    link = row;
    arrivals_[row] = arrival;
}

}  // namespace shoal::pogobot

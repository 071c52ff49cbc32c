#include "app/build.hpp"
#include "pogobot/infrared/air.hpp"
#include "pogobot/infrared/law.hpp"
#include "pogobot/infrared/queue.hpp"
#include "pogobot/simulation.hpp"
#include "record/console.hpp"
#include "scenario/scenario.hpp"
#include "support/allocation_guard.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace shoal::pogobot {
namespace {

using scenario::MsgSuccessLaw;
using scenario::MsgSuccessRate;

// Laws: against their equations, written out with the C library.

double four(double a, double b, double g, double d, double size, double q, double c) {
    return 1.0 / (1.0 + a * std::pow(size, b) * std::pow(q, g) * std::pow(c, d));
}
double six(double size, double q, double c) {
    return 1.0 /
           (1.03215183 +
            0.00073859 * std::pow(q, 3.14782227) * std::pow(c, 3.52543753) * std::exp(0.05720136 * size) +
            0.001 * q * c);
}

MsgSuccessRate rate(MsgSuccessLaw type) {
    MsgSuccessRate rate;
    rate.type = type;
    return rate;
}

template <class Check>
void over_sendings(const Check& check) {
    for (const std::uint32_t payload : {0U, 3U, 20U, 100U, 382U})
        for (const double q : {0.05, 0.2, 1.0})
            for (const std::uint32_t c : {1U, 2U, 7U, 30U})
                for (const bool is_short : {false, true}) check(Sending{is_short, payload, q, c});
}

TEST(SuccessLaw, IsConstant) {
    over_sendings([](const Sending& s) {
        EXPECT_EQ(SuccessLaw(rate(MsgSuccessLaw::fixed), false).probability(s), 0.9);
    });
}

TEST(SuccessLaw, HasSixParametersWithoutCoefficients) {
    const SuccessLaw law(rate(MsgSuccessLaw::dynamic), false);
    over_sendings([&](const Sending& s) {
        const double size = s.payload + (s.is_short ? 3.0 : 8.0);
        EXPECT_NEAR(law.probability(s), six(size, s.probability, s.cluster_size), 1e-12);
    });
}

TEST(SuccessLaw, HasSixParametersWithZetaOrTheta) {
    auto coefficients = rate(MsgSuccessLaw::dynamic);
    coefficients.theta = 0.001;
    const SuccessLaw whole(rate(MsgSuccessLaw::dynamic), false);
    const SuccessLaw by_theta(coefficients, false);
    coefficients.theta.reset();
    coefficients.zeta = 0.05720136;
    coefficients.alpha = 1.03215183;
    const SuccessLaw by_zeta(coefficients, false);
    over_sendings([&](const Sending& s) {
        EXPECT_EQ(by_theta.probability(s), whole.probability(s));
        EXPECT_EQ(by_zeta.probability(s), whole.probability(s));
    });
}

TEST(SuccessLaw, HasFourParametersWithTheArticlesSampleCoefficients) {
    auto coefficients = rate(MsgSuccessLaw::dynamic);
    coefficients.alpha = 1e-6;
    coefficients.beta = 3.0708;
    coefficients.gamma = 2.3234;
    coefficients.delta = 1.1897;
    const SuccessLaw law(coefficients, false);
    over_sendings([&](const Sending& s) {
        const double size = s.payload + (s.is_short ? 10.0 : 14.0);
        EXPECT_NEAR(law.probability(s),
                    four(1e-6, 3.0708, 2.3234, 1.1897, size, s.probability, s.cluster_size), 1e-12);
    });
}

TEST(SuccessLaw, RealisticAndPogosimsDynamicAreTheSame) {
    const SuccessLaw realistic(rate(MsgSuccessLaw::realistic), false);
    auto with_zeta = rate(MsgSuccessLaw::dynamic);
    with_zeta.zeta = 1.0;
    const SuccessLaw dynamic(with_zeta, true);
    over_sendings([&](const Sending& s) {
        const double size = s.payload + (s.is_short ? 10.0 : 14.0);
        const double expected = four(4e-6, 2.8096, 2.3807, 1.2457, size, s.probability, s.cluster_size);
        EXPECT_NEAR(realistic.probability(s), expected, 1e-12);
        EXPECT_EQ(dynamic.probability(s), realistic.probability(s));
    });
}

TEST(SuccessLaw, AnEverSilentSenderStillHasAChance) {
    EXPECT_EQ(SuccessLaw(rate(MsgSuccessLaw::realistic), false).probability({false, 10, 0.0, 3}), 1.0);
    EXPECT_NEAR(SuccessLaw(rate(MsgSuccessLaw::dynamic), false).probability({false, 10, 0.0, 3}),
                1 / 1.03215183, 1e-12);
}

// Queues.

shoal_ir_packet packet(const std::vector<std::uint8_t>& payload) {
    return {SHOAL_IR_LONG, 1, 3, 85, 4, 1234, static_cast<std::uint16_t>(payload.size()), payload.data()};
}

struct Message {
    std::uint8_t type, power_list;
    std::uint16_t sender;
    std::uint8_t sender_index, receiver;
    std::uint16_t length;
    std::uint8_t payload[382];
};
static_assert(sizeof(Message) == 390);

TEST(IrQueues, GiveBackWhatWasPutInInOrder) {
    IrQueues queues(2);
    for (int size = 0; size <= 382; ++size) {
        const std::vector<std::uint8_t> payload(static_cast<std::size_t>(size),
                                                static_cast<std::uint8_t>(size));
        const auto row = queues.keep(packet(payload));
        ASSERT_TRUE(queues.push(1, row, 0b1010));
        queues.let_go(row);
        if (size % 3 != 2) continue;
        for (int n = size - 2; n <= size; ++n)
            for (const int receiver : {1, 3}) {
                Message m{};
                ASSERT_TRUE(queues.pop(1, &m));
                EXPECT_EQ(m.type, 16);
                EXPECT_EQ(m.power_list, 85);
                EXPECT_EQ(m.sender, 1234);
                EXPECT_EQ(m.sender_index, 4);
                EXPECT_EQ(m.receiver, receiver);
                ASSERT_EQ(m.length, n);
                EXPECT_EQ(std::count(m.payload, m.payload + n, static_cast<std::uint8_t>(n)), n);
            }
    }
    EXPECT_EQ(queues.size(0), 0U);
    Message m{};
    EXPECT_FALSE(queues.pop(0, &m));
}

TEST(IrQueues, TakeNoPacketWithMoreThanAHundredWaiting) {
    IrQueues queues(1);
    const auto row = queues.keep(packet({1}));
    for (int i = 0; i < 25; ++i) EXPECT_TRUE(queues.push(0, row, 0b1111));
    EXPECT_EQ(queues.size(0), 100U);
    EXPECT_TRUE(queues.push(0, row, 0b1111));
    EXPECT_EQ(queues.size(0), 104U);
    EXPECT_FALSE(queues.push(0, row, 0b0001));
    EXPECT_EQ(queues.size(0), 104U);
    queues.clear(0);
    EXPECT_EQ(queues.size(0), 0U);
    queues.let_go(row);
}

TEST(IrQueues, AllocateNothingOnceWarm) {
    if (!AllocationGuard::available()) GTEST_SKIP() << "a sanitizer brings its own allocator";
    IrQueues queues(50);
    const std::vector<std::uint8_t> payload(300);
    const auto tick = [&](int n) {
        for (std::uint32_t robot = 0; robot < 50; ++robot) {
            shoal_ir_packet p = packet(payload);
            p.payload_length = static_cast<std::uint16_t>(37 * n % 300);
            const auto row = queues.keep(p);
            for (std::uint32_t other = 0; other < 10; ++other)
                (void)queues.push((robot + other) % 50, row, 0b11);
            queues.let_go(row);
        }
        Message m{};
        for (std::uint32_t robot = 0; robot < 50; ++robot) {
            queues.pop(robot, &m);
            queues.clear(robot);
        }
    };
    for (int n = 0; n < 300; ++n) tick(n);
    const AllocationGuard guard;
    for (int n = 0; n < 300; ++n) tick(n);
    EXPECT_EQ(guard.count(), 0U);
}

// Air.

struct Finished {
    std::uint32_t robot, packet;
    int receivers, lost;
    friend bool operator==(const Finished&, const Finished&) = default;
};

std::vector<Finished> finish(IrAir& air, std::int64_t now) {
    std::vector<Finished> all;
    air.finish(now, [&](std::uint32_t robot, const IrAir::Arrival& a) {
        all.push_back({robot, a.packet, a.receivers, a.lost});
    });
    return all;
}

TEST(IrAir, WhatOverlapsAtAReceiverIsLostThere) {
    IrAir air(3, 1);
    air.arrive(0, {100, 200}, 10, 0b0011);
    air.arrive(0, {150, 300}, 11, 0b0110);
    air.arrive(0, {300, 310}, 12, 0b0110);
    air.arrive(2, {150, 300}, 11, 0b0001);
    EXPECT_EQ(finish(air, 99), std::vector<Finished>{});
    EXPECT_EQ(finish(air, 299), (std::vector<Finished>{{0, 10, 0b0011, 0b0010}}));
    EXPECT_EQ(finish(air, 400),
              (std::vector<Finished>{{0, 11, 0b0110, 0b0010}, {0, 12, 0b0110, 0}, {2, 11, 1, 0}}));
}

TEST(IrAir, ComesInTheOrderOfItsEnds) {
    IrAir air(1, 1);
    for (const int end : {50, 30, 40, 10, 20, 60})
        air.arrive(0, {end - 5, end}, static_cast<std::uint32_t>(end), 1);
    std::vector<std::uint32_t> order;
    for (const Finished& f : finish(air, 60)) order.push_back(f.packet);
    EXPECT_EQ(order, (std::vector<std::uint32_t>{10, 20, 30, 40, 50, 60}));
}

TEST(IrAir, ASenderIsDeafMeanwhile) {
    IrAir air(1, 1);
    const auto on_air = air.transmit(0, 0, 60, 100);
    ASSERT_TRUE(on_air);
    air.arrive(0, {on_air->end - 1, on_air->end + 100}, 5, 0b1111);
    air.arrive(0, {on_air->end + 100, on_air->end + 200}, 6, 0b1111);
    EXPECT_EQ(finish(air, on_air->end + 500),
              (std::vector<Finished>{{0, 5, 0b1111, 0b1111}, {0, 6, 0b1111, 0}}));
}

// The rates that the robot's article names: 60 Hz with 64 bytes, 30 Hz with 391, more than 100 Hz with less than 20.
TEST(IrAir, SendsAsFastAsTheRobot) {
    const auto rate = [](std::uint32_t payload) {
        IrAir air(1, 1);
        const auto first = air.transmit(0, 0, 120, payload + 9);
        const auto second = air.transmit(0, 0, 120, payload + 9);
        return 1e9 / static_cast<double>(second->end - first->end);
    };
    EXPECT_GE(rate(64), 60.0);
    EXPECT_NEAR(rate(391), 30.0, 0.5);
    EXPECT_GE(rate(19), 100.0);
    EXPECT_LE(rate(1), 140.0);
}

TEST(IrAir, RefusesWhatWouldWaitTooLong) {
    IrAir air(1, 1);
    int taken = 0;
    while (air.transmit(0, 0, 60, 397) && taken < 100) ++taken;
    EXPECT_GE(taken, 3);
    EXPECT_LE(taken, 5);
    EXPECT_TRUE(air.transmit(0, 200'000'000, 60, 397));
}

TEST(IrAir, RobotsAreNotInStep) {
    IrAir air(200, 1);
    std::vector<std::int64_t> starts;
    for (std::uint32_t robot = 0; robot < 200; ++robot)
        starts.push_back(air.transmit(robot, 0, 60, 10)->start);
    std::sort(starts.begin(), starts.end());
    EXPECT_LT(starts.back() - starts.front(), 1'000'000'000 / 60);
    EXPECT_GT(starts.back() - starts.front(), 950'000'000 / 60);
    EXPECT_NEAR(static_cast<double>(starts[100] - starts[0]), 0.5e9 / 60, 0.08e9 / 60);
}

// All of it.

TEST(Infrared, NoTickAllocatesOnceWarm_slow) {
    if (!AllocationGuard::available()) GTEST_SKIP() << "a sanitizer brings its own allocator";
    const std::string source = SHOAL_SOURCE_DIR;
    const std::string controller = app::build_controller(source + "/bench/chatter");
    for (const std::string mode : {"robot", "pogosim"})
        for (const std::string law : {"static", "physical"}) {
            record::Console console({record::ConsoleFormat::minimal, record::Level::error});
            Simulation simulation(
                scenario::load(
                    source + "/examples/pogobot/run_and_tumble/paper.yaml",
                    {{"compatibility=" + mode, "objects.robots.msg_success_rate.type=" + law,
                      "simulation_time=1e9", "enable_data_logging=false", "enable_console_logging=false"},
                     false,
                     {source}}),
                {controller, 1, 1}, console);
            for (int tick = 0; tick < 12000; ++tick) simulation.step();
            const AllocationGuard guard;
            for (int tick = 0; tick < 100; ++tick) simulation.step();
            EXPECT_EQ(guard.count(), 0U) << mode << ' ' << law;
        }
}

}  // namespace
}  // namespace shoal::pogobot

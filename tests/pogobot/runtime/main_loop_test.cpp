#include "fake_host.hpp"

#include <algorithm>

extern "C" {  // as published C++ controllers wrap it
#include "pogobase.h"
}

using Calls = std::vector<std::string>;

class MainLoop : public RuntimeTest {};

namespace {

std::vector<int> received;  // first payload byte of each message

void keep_first_byte(message_t* message) { received.push_back(message->payload[0]); }

void step_that_lights() { pogobot_led_setColor(1, 2, 3); }

bool send_one_byte() {
    uint8_t byte = 9;
    return pogobot_infrared_sendShortMessage_omni(&byte, 1) == 0;
}

void slow_step() { msleep(30); }

uint32_t sends_in(int steps) {
    for (int i = 0; i < steps; i++) pogo_main_loop_step(nullptr);
    return nb_msgs_sent;
}

}  // namespace

TEST_F(MainLoop, StartsWithTheDocumentedValues) {
    EXPECT_EQ(pogobot_ticks, 0u);
    EXPECT_EQ(main_loop_hz, 60);
    EXPECT_EQ(max_nb_processed_msg_per_tick, 3);
    EXPECT_EQ(percent_msgs_sent_per_ticks, 20);
    EXPECT_EQ(error_codes_led_idx, 3);
    EXPECT_EQ(msg_rx_fn, nullptr);
    EXPECT_EQ(msg_tx_fn, nullptr);
}

TEST_F(MainLoop, StartKeepsTheFunctionsOfItsOwnCategory) {
    fake.category = "walls";
    shoal_firmware.robot_main();
    EXPECT_TRUE(*shoal_firmware.started);
    EXPECT_EQ(*shoal_firmware.user_init, default_walls_user_init);
    EXPECT_EQ(*shoal_firmware.user_step, default_walls_user_step);
    EXPECT_NE(*shoal_firmware.callback_global_setup, nullptr);
}

TEST_F(MainLoop, StartIgnoresOtherCategories) {
    fake.category = "lamps";
    shoal_firmware.robot_main();
    EXPECT_FALSE(*shoal_firmware.started);
    EXPECT_EQ(*shoal_firmware.user_step, nullptr);
}

TEST_F(MainLoop, StepsThenSendsThenReceivesThenDiscardsThenSleeps) {
    received.clear();
    msg_rx_fn = keep_first_byte;
    msg_tx_fn = send_one_byte;
    percent_msgs_sent_per_ticks = 100;
    for (uint8_t fill = 1; fill <= 5; fill++) fake.deliver(2, fill);
    pogo_main_loop_step(step_that_lights);
    EXPECT_EQ(fake.calls,
              (Calls{"led 0 1 2 3", "send", "next", "next", "next", "clear 2", "end_of_step 60 0"}));
    EXPECT_EQ(received, (std::vector{1, 2, 3}));
    EXPECT_EQ(nb_msgs_recv, 3u);
    EXPECT_EQ(nb_msgs_sent, 1u);
    EXPECT_EQ(pogobot_ticks, 1u);
}

TEST_F(MainLoop, WithoutReceiverTheQueueIsLeftToTheStep) {
    fake.deliver(2, 1);
    pogo_main_loop_step(nullptr);
    EXPECT_EQ(pogobot_infrared_message_available(), 1);
}

TEST_F(MainLoop, ACapOfZeroDiscardsEverything) {
    received.clear();
    msg_rx_fn = keep_first_byte;
    max_nb_processed_msg_per_tick = 0;
    fake.deliver(2, 1);
    pogo_main_loop_step(nullptr);
    EXPECT_TRUE(received.empty());
    EXPECT_TRUE(fake.queue.empty());
}

TEST_F(MainLoop, BytesBehindAShortPayloadAreZero) {
    msg_rx_fn = [](message_t* message) { received = {message->payload[1], message->payload[2]}; };
    fake.deliver(2, 5);
    pogo_main_loop_step(nullptr);
    EXPECT_EQ(received, (std::vector{5, 0}));
}

TEST_F(MainLoop, SendsWithTheGivenProbability) {
    msg_tx_fn = send_one_byte;
    EXPECT_NEAR(sends_in(10'000), 2'000, 160);  // four standard deviations
}

TEST_F(MainLoop, NeverSendsAtZeroPercent) {
    msg_tx_fn = send_one_byte;
    percent_msgs_sent_per_ticks = 0;
    EXPECT_EQ(sends_in(1'000), 0u);
}

TEST_F(MainLoop, CountsOnlyTrueReturnsAsSent) {
    msg_tx_fn = [] { return false; };
    percent_msgs_sent_per_ticks = 100;
    EXPECT_EQ(sends_in(10), 0u);
}

TEST_F(MainLoop, TooLongAStepIsReported) {
    pogo_main_loop_step(slow_step);
    EXPECT_EQ(fake.printed,
              "[TIME] Error code: 0: TIME OVERFLOW ERROR! Step took 30 ms, should be less than 16 ms.\n");
    EXPECT_EQ(fake.calls, (Calls{"sleep 30000", "led 3 25 0 0", "end_of_step 60 30000"}));
}

TEST_F(MainLoop, AStepOfExactlyOnePeriodIsNotTooLong) {
    main_loop_hz = 50;
    pogo_main_loop_step([] { msleep(20); });
    EXPECT_EQ(fake.printed, "");
}

TEST_F(MainLoop, AFrequencyOfZeroHasNoPeriodToOverrun) {
    main_loop_hz = 0;
    pogo_main_loop_step(slow_step);
    EXPECT_EQ(fake.printed, "");
    EXPECT_EQ(fake.calls.back(), "end_of_step 0 30000");
}

TEST_F(MainLoop, TheErrorLedGoesOutOnceAndLightsAgain) {
    const auto count = [](const std::string& call) { return std::ranges::count(fake.calls, call); };
    for (int error = 1; error <= 2; error++) {
        pogo_main_loop_step(slow_step);
        for (int i = 0; i < 50; i++)  // 0.83 s: still lit
            pogo_main_loop_step(nullptr);
        EXPECT_EQ(count("led 3 0 0 0"), error - 1);
        for (int i = 0; i < 100; i++) pogo_main_loop_step(nullptr);
        EXPECT_EQ(count("led 3 25 0 0"), error);
        EXPECT_EQ(count("led 3 0 0 0"), error);
    }
}

TEST_F(MainLoop, ANegativeErrorLedShowsNothing) {
    error_codes_led_idx = -1;
    display_led_error_code(ERROR_TIME_OVERFLOW);
    EXPECT_TRUE(fake.calls.empty());
}

TEST_F(MainLoop, WallsSayThatTheyAreThere) {
    default_walls_user_init();
    EXPECT_EQ(main_loop_hz, 10);
    EXPECT_EQ(msg_rx_fn, nullptr);
    EXPECT_EQ(percent_msgs_sent_per_ticks, 75);
    EXPECT_LT(error_codes_led_idx, 0);
    EXPECT_TRUE(msg_tx_fn());
    ASSERT_EQ(fake.sent.size(), 4u);
    EXPECT_EQ(fake.sent[0], (SentPacket{SHOAL_IR_LONG, 1, 2, 1, 0, 7, {'w', 'a', 'l', 'l', 0}}));
    EXPECT_EQ(fake.sent[3], (SentPacket{SHOAL_IR_LONG, 8, 2, 64, 3, 7, {'w', 'a', 'l', 'l', 0}}));
}

#include "fake_host.hpp"

#include "controller.h"

#include "pogobase.h"

#include <algorithm>
#include <cstddef>

static_assert(sizeof(message_header_t) == SHOAL_IR_HEADER_SIZE);
static_assert(sizeof(message_t) == 390 && offsetof(message_t, payload) == 8);
static_assert(offsetof(message_header_t, _sender_id) == 2 && offsetof(message_header_t, payload_length) == 6);
static_assert(sizeof(message_short_header_t) == 4 && sizeof(short_message_t) == 386);
static_assert(sizeof(time_reference_t) == 24 && offsetof(time_reference_t, start_time) == 8);
static_assert(MAX_PAYLOAD_SIZE_BYTES == SHOAL_IR_MAX_PAYLOAD && IR_RX_COUNT == 4);
static_assert(motorR == 0 && motorL == 1 && motorB == 2 && motorThreeQuarter == 716 && motorFull == 1023);
static_assert(ir_front == 0 && ir_right == 1 && ir_back == 2 && ir_left == 3 && ir_all == 4);
static_assert(p_B == 0 && p_FL == 1 && p_FR == 2);
static_assert(pogobot_infrared_emitting_power_list(1, 1, 1, 1) == 85);
static_assert(get_infrared_emitter_dir(ir_back, pogobot_infrared_emitting_power_list(0, 1, 2, 3)) == 2);
static_assert(pogobot_infrared_emitter_mask_byindex(2) == pogobot_infrared_emitter_back_mask);
static_assert(POGOSIM_VERSION_COMPILED == 10010);
static_assert(POGOSIM_VERSION_ATLEAST(0, 10, 9) && !POGOSIM_VERSION_ATLEAST(0, 11, 0));

TEST(Headers, Versions) {
    EXPECT_STREQ(POGOSIM_VERSION, "v0.10.10");
    EXPECT_STREQ(POGOLIB_RELEASE_VERSION, "v2.6");
    EXPECT_STREQ(SHOAL_VERSION, SHOAL_PROJECT_VERSION);
}

TEST(Headers, TheDescriptorDescribesThisImage) {
    EXPECT_EQ(shoal_firmware.abi_version, SHOAL_FIRMWARE_ABI_VERSION);
    EXPECT_EQ(shoal_firmware.struct_size, sizeof(struct shoal_firmware));
    ASSERT_NE(shoal_firmware.userdata_size, nullptr);
    EXPECT_EQ(*shoal_firmware.userdata_size, 4u);
    EXPECT_NE(shoal_firmware.mydata, nullptr);
    EXPECT_LE(shoal_firmware.vars_end - shoal_firmware.vars_begin, 256);
}

TEST(Headers, EveryPerRobotVariableIsInsideTheSwappedBytes) {
    const auto inside = [](auto* variable) {
        const auto* byte = reinterpret_cast<const unsigned char*>(variable);
        return byte >= shoal_firmware.vars_begin && byte < shoal_firmware.vars_end;
    };
    const auto all_inside = [&](auto*... variables) { return (inside(variables) && ...); };
    const auto none_inside = [&](auto*... variables) { return !(inside(variables) || ...); };
    EXPECT_TRUE(all_inside(&pogobot_ticks, &main_loop_hz, &max_nb_processed_msg_per_tick));
    EXPECT_TRUE(all_inside(&msg_rx_fn, &msg_tx_fn));
    EXPECT_TRUE(all_inside(&percent_msgs_sent_per_ticks, &error_codes_led_idx, &nb_msgs_sent, &nb_msgs_recv));
    EXPECT_TRUE(all_inside(&_global_timer, &timer_main_loop, &_current_time_milliseconds));
    EXPECT_TRUE(all_inside(&_error_code_initial_time, shoal_firmware.rand_state, shoal_firmware.ir_power));
    EXPECT_TRUE(all_inside(&callback_export_data, &callback_robot_end, &callback_robot_click));
    EXPECT_TRUE(all_inside(shoal_firmware.user_init, shoal_firmware.user_step, shoal_firmware.started));
    EXPECT_TRUE(none_inside(&callback_global_setup, &callback_global_step, &callback_create_data_schema));
    EXPECT_TRUE(none_inside(shoal_firmware.run_seed, shoal_firmware.prints_enabled, shoal_firmware.mydata));
}

FifoBuffer_typedef(int, IntFifo);

TEST(Fifo, KeepsOrderAndReplacesTheOldest) {
    int memory[3], taken = -1;
    IntFifo fifo;
    IntFifo* fifo_p = &fifo;
    FifoBuffer_init(fifo, 3, int, memory);
    EXPECT_TRUE(FifoBuffer_is_empty(fifo));
    FifoBuffer_read(fifo, taken);
    EXPECT_EQ(taken, -1);
    for (int i = 1; i <= 3; i++) FifoBuffer_write(fifo_p, i);
    EXPECT_TRUE(FifoBuffer_is_full(fifo));
    EXPECT_FALSE(FifoBuffer_overflow(fifo));
    FifoBuffer_write(fifo, 4);
    EXPECT_TRUE(FifoBuffer_overflow(fifo));
    EXPECT_EQ(FifoBuffer_count(fifo), 3);
    FifoBuffer_peek(fifo, taken, 1);
    EXPECT_EQ(taken, 3);
    FifoBuffer_read(fifo_p, taken);
    EXPECT_EQ(taken, 2);
    EXPECT_EQ(FifoBuffer_count(fifo), 2);
    FifoBuffer_flush(fifo_p);
    EXPECT_TRUE(FifoBuffer_is_empty(fifo));
}

TEST(Fifo, WorksInC) { EXPECT_EQ(fifo_in_c(), 234); }

namespace {

std::vector<int> rainbow(uint8_t value) {
    uint8_t r, g, b;
    rainbow_colormap(value, &r, &g, &b);
    return {r, g, b};
}

std::vector<int> hsv(float h, float s, float v) {
    uint8_t r, g, b;
    hsv_to_rgb(h, s, v, &r, &g, &b);
    return {r, g, b};
}

}  // namespace

TEST(Colormaps, TheRainbowGoesRoundAndIsNeverBlack) {
    EXPECT_EQ(rainbow(0), (std::vector{25, 0, 0}));
    EXPECT_EQ(rainbow(85), (std::vector{0, 25, 0}));
    EXPECT_EQ(rainbow(170), (std::vector{0, 0, 25}));
    EXPECT_EQ(rainbow(255), (std::vector{25, 0, 0}));
    for (int value = 0; value < 256; value++) {
        const std::vector<int> color = rainbow(static_cast<uint8_t>(value));
        EXPECT_EQ(*std::ranges::max_element(color), 25) << value;
        EXPECT_EQ(*std::ranges::min_element(color), 0) << value;
    }
}

TEST(Colormaps, TenQualitativeColors) {
    uint8_t r, g, b;
    qualitative_colormap(17, &r, &g, &b);
    EXPECT_EQ((std::vector<int>{r, g, b}), (std::vector{13, 13, 0}));
}

TEST(Colormaps, HuesInDegrees) {
    EXPECT_EQ(hsv(0, 1, 1), (std::vector{255, 0, 0}));
    EXPECT_EQ(hsv(60, 1, 1), (std::vector{255, 255, 0}));
    EXPECT_EQ(hsv(90, 1, 1), (std::vector{127, 255, 0}));
    EXPECT_EQ(hsv(120, 1, 1), (std::vector{0, 255, 0}));
    EXPECT_EQ(hsv(180, 1, 1), (std::vector{0, 255, 255}));
    EXPECT_EQ(hsv(240, 1, 1), (std::vector{0, 0, 255}));
    EXPECT_EQ(hsv(300, 1, 1), (std::vector{255, 0, 255}));
    EXPECT_EQ(hsv(200, 0, 0.5f), (std::vector{127, 127, 127}));
}

TEST(Colormaps, Scales) {
    EXPECT_EQ(SCALE_0_255_TO_0_25(255), 25);
    EXPECT_EQ(SCALE_0_255_TO_0_25(128), 13);
    EXPECT_EQ(SCALE_0_25_TO_0_255(25), 250);
}

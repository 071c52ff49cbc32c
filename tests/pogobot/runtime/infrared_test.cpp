#include "fake_host.hpp"

#include "pogobase.h"

#include <stdexcept>

class Infrared : public RuntimeTest {
protected:
    uint8_t bytes_[400] = {1, 2};
    const std::vector<uint8_t> payload_ = {1, 2};
};

TEST_F(Infrared, OneEmitterSignsWithItsIndexAndPower) {
    EXPECT_EQ(pogobot_infrared_sendLongMessage_uniSpe(ir_back, bytes_, 2), 0u);
    EXPECT_EQ(fake.sent.at(0), (SentPacket{16, 0b0100, 3, 1 << 4, ir_back, 7, payload_}));
}

TEST_F(Infrared, OneEmitterTowardsAllHasNoPowerList) {
    pogobot_infrared_sendLongMessage_uniSpe(ir_all, bytes_, 2);
    EXPECT_EQ(fake.sent.at(0), (SentPacket{16, 0b1111, 3, 0, ir_all, 7, payload_}));
}

TEST_F(Infrared, OmniGeneralIsOneEmission) {
    EXPECT_EQ(pogobot_infrared_sendLongMessage_omniGen(bytes_, 2), 0u);
    ASSERT_EQ(fake.sent.size(), 1u);
    EXPECT_EQ(fake.sent[0], (SentPacket{16, 0b1111, 3, 85, ir_all, 7, payload_}));
}

TEST_F(Infrared, OmniSpecificIsFourEmissions) {
    EXPECT_EQ(pogobot_infrared_sendLongMessage_omniSpe(bytes_, 2), 0u);
    ASSERT_EQ(fake.sent.size(), 4u);
    for (int dir = 0; dir < 4; dir++) {
        const SentPacket expected{16, 1 << dir, 3, 1 << 2 * dir, dir, 7, payload_};
        EXPECT_EQ(fake.sent[static_cast<size_t>(dir)], expected);
    }
}

TEST_F(Infrared, ShortMessagesHideTheirSender) {
    pogobot_infrared_sendShortMessage_omni(bytes_, 2);
    pogobot_infrared_sendShortMessage_uni(ir_left, bytes_, 2);
    EXPECT_EQ(fake.sent.at(0), (SentPacket{3, 0b1111, 3, 0, 15, 255, payload_}));
    EXPECT_EQ(fake.sent.at(1), (SentPacket{3, 0b1000, 3, 0, 15, 255, payload_}));
}

TEST_F(Infrared, RawLongMessagesFireTheEmittersOfTheirPowerList) {
    message_t message{};
    message.header.payload_length = 2;
    message.header._sender_ir_index = 9;
    message.header._receiver_ir_index = 9;
    message.header._emitting_power_list = pogobot_infrared_emitting_power_list(3, 1, 0, 0);
    EXPECT_EQ(pogobot_infrared_sendRawLongMessage(&message), 0u);
    EXPECT_EQ(fake.sent.at(0), (SentPacket{16, 0b0011, 3, 7, 9, 7, {0, 0}}));
    EXPECT_EQ(message.header._packet_type, ir_t_user);
    EXPECT_EQ(message.header._sender_id, 7);
    EXPECT_EQ(message.header._receiver_ir_index, 0);
    message.header._emitting_power_list = 0;
    pogobot_infrared_sendRawLongMessage(&message);
    EXPECT_EQ(fake.sent.at(1).emitters, 0b1111);
}

TEST_F(Infrared, RawShortMessages) {
    short_message_t message{};
    message.header.payload_length = 1;
    EXPECT_EQ(pogobot_infrared_sendRawShortMessage(ir_right, &message), 0u);
    EXPECT_EQ(fake.sent.at(0), (SentPacket{3, 0b0010, 3, 0, 15, 255, {0}}));
    EXPECT_EQ(message.header._packet_type, ir_t_short);
}

TEST_F(Infrared, TooLongAPayloadIsRefused) {
    EXPECT_EQ(pogobot_infrared_sendLongMessage_omniGen(bytes_, 382), 0u);
    EXPECT_EQ(fake.sent.size(), 1u);
    EXPECT_EQ(pogobot_infrared_sendLongMessage_omniGen(bytes_, 383), 1u);
    EXPECT_EQ(pogobot_infrared_sendLongMessage_uniSpe(ir_front, bytes_, 383), 1u);
    EXPECT_EQ(pogobot_infrared_sendLongMessage_omniSpe(bytes_, 65535), 4u);
    EXPECT_EQ(pogobot_infrared_sendShortMessage_omni(bytes_, 383), 1u);
    EXPECT_EQ(pogobot_infrared_sendShortMessage_uni(ir_front, bytes_, 383), 1u);
    message_t message{};
    message.header.payload_length = 383;
    EXPECT_EQ(pogobot_infrared_sendRawLongMessage(&message), 1u);
    EXPECT_EQ(fake.sent.size(), 1u);
}

TEST_F(Infrared, AnUnknownDirectionIsRefused) {
    EXPECT_EQ(pogobot_infrared_sendShortMessage_uni(static_cast<ir_direction>(5), bytes_, 2), 1u);
    EXPECT_TRUE(fake.sent.empty());
    EXPECT_EQ(fake.warnings.size(), 1u);
}

TEST_F(Infrared, PowerIsKeptAndCut) {
    pogobot_infrared_set_power(pogobot_infrared_emitter_power_oneThird);
    pogobot_infrared_sendShortMessage_omni(bytes_, 2);
    pogobot_infrared_set_power(200);
    pogobot_infrared_sendShortMessage_omni(bytes_, 2);
    EXPECT_EQ(fake.sent.at(0).power, 1);
    EXPECT_EQ(fake.sent.at(1).power, 3);
}

TEST_F(Infrared, RecoversTheOldestMessage) {
    fake.deliver(3, 8);
    fake.deliver(3, 9);
    message_t message{};
    pogobot_infrared_recover_next_message(&message);
    EXPECT_EQ(message.header.payload_length, 3);
    EXPECT_EQ(message.payload[2], 8);
    pogobot_infrared_clear_message_queue();
    EXPECT_EQ(pogobot_infrared_message_available(), 0);
}

TEST_F(Infrared, AnEmptyQueueWarnsAndLeavesTheMessage) {
    message_t message{};
    message.payload[0] = 77;
    pogobot_infrared_recover_next_message(&message);
    EXPECT_EQ(message.payload[0], 77);
    EXPECT_EQ(fake.warnings.size(), 1u);
}

TEST_F(Infrared, ErrorCountersAreOfOneReceiver) {
    slip_error_counter_s counter{7, 7, 7};
    pogobot_infrared_get_receiver_error_counter(&counter, 2);
    EXPECT_EQ(counter.overflow_counter, 2u);
    EXPECT_EQ(counter.unknown_escaped_byte_counter, 0u);
    EXPECT_EQ(counter.crc_mismatch_counter, 12u);
    pogobot_infrared_get_receiver_error_counter(&counter, 4);
    EXPECT_EQ(counter.crc_mismatch_counter, 0u);
    EXPECT_EQ(fake.warnings.size(), 1u);
}

TEST_F(Infrared, NullMessagesEndTheRun) {
    EXPECT_THROW(pogobot_infrared_sendShortMessage_omni(nullptr, 2), std::runtime_error);
    EXPECT_THROW(pogobot_infrared_sendRawLongMessage(nullptr), std::runtime_error);
    EXPECT_THROW(pogobot_infrared_recover_next_message(nullptr), std::runtime_error);
}

// A stand-in for the host: keeps what the runtime asks of it, and answers from plain variables.
#pragma once

#include "firmware_abi.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

struct SentPacket {
    int type, emitters, power, power_list, sender_index, sender_id;
    std::vector<uint8_t> payload;
    bool operator==(const SentPacket&) const = default;
};

struct FakeHost {
    uint64_t clock_us = 0;
    std::string category = "robots";
    uint16_t id = 7;
    float temperature = 42.0f;
    std::deque<std::vector<uint8_t>> queue;  // messages: header and payload
    std::map<std::string, double> numbers;   // parameters
    std::map<std::string, std::vector<double>> arrays;
    std::map<std::string, std::string> texts;

    std::vector<std::string> calls;  // services that act, in order, with their arguments
    std::vector<SentPacket> sent;
    std::string printed;
    std::vector<std::string> warnings;

    // Puts a message of `size` bytes, each `fill`, into the queue.
    void deliver(uint16_t size, uint8_t fill);
};

extern FakeHost fake;
extern "C" const struct shoal_firmware shoal_firmware;

// Starts each test with the robot and the host as they are after loading.
class RuntimeTest : public testing::Test {
protected:
    RuntimeTest();
};

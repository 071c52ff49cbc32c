#pragma once

#include "scenario/object_group.hpp"

#include <cstdint>

namespace shoal::pogobot {

/// What the chance of one message to arrive hangs on.
struct Sending {
    bool is_short = false;
    std::uint32_t payload = 0;       // bytes
    double probability = 0.0;        // of the sender to send in a step
    std::uint32_t cluster_size = 1;  // the sender and those that it reaches

    friend bool operator==(const Sending&, const Sending&) = default;
};

/// The statistical laws of reception; docs/models/infrared.md has their equations and sources.
class SuccessLaw {
public:
    SuccessLaw() = default;
    /// Pogosim 0.10 knows the law of four parameters only.
    SuccessLaw(const scenario::MsgSuccessRate& rate, bool pogosim);

    [[nodiscard]] double probability(const Sending& sending) const;

private:
    enum class Form { constant, four_parameters, six_parameters };

    Form form_ = Form::constant;
    double rate_ = 1.0;
    double alpha_ = 0.0, beta_ = 0.0, gamma_ = 0.0, delta_ = 0.0, zeta_ = 0.0, theta_ = 0.0;
};

}  // namespace shoal::pogobot

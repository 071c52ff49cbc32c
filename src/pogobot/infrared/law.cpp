#include "pogobot/infrared/law.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <limits>

namespace shoal::pogobot {
namespace {

using scenario::MsgSuccessLaw;
using scenario::MsgSuccessRate;

double power(double base, double exponent) {
    if (base > 0.0) return math::pow(base, exponent);
    if (exponent == 0.0) return 1.0;
    return exponent > 0.0 ? 0.0 : std::numeric_limits<double>::infinity();
}

// A message of n bytes in the two laws' own counting: the first counts headers as the firmware lays them out in memory,
// with the bytes that frame and check a message; the second as the article counts them.
double framed_size(const Sending& s) { return s.payload + (s.is_short ? 4.0 : 8.0) + 2.0 + 4.0; }
double bare_size(const Sending& s) { return s.payload + (s.is_short ? 3.0 : 8.0); }

bool has_six_parameters(const MsgSuccessRate& rate) {
    if (rate.type != MsgSuccessLaw::dynamic) return false;
    return rate.zeta || rate.theta || !(rate.alpha || rate.beta || rate.gamma || rate.delta);
}

}  // namespace

SuccessLaw::SuccessLaw(const MsgSuccessRate& rate, bool pogosim) {
    if (rate.type == MsgSuccessLaw::fixed) {
        rate_ = rate.rate.value_or(0.9);
        return;
    }
    if (has_six_parameters(rate) && !pogosim) {
        form_ = Form::six_parameters;
        alpha_ = rate.alpha.value_or(1.03215183);
        beta_ = rate.beta.value_or(0.00073859);
        gamma_ = rate.gamma.value_or(3.14782227);
        delta_ = rate.delta.value_or(3.52543753);
        zeta_ = rate.zeta.value_or(0.05720136);
        theta_ = rate.theta.value_or(0.001);
        return;
    }
    const MsgSuccessRate own = rate.type == MsgSuccessLaw::dynamic ? rate : MsgSuccessRate{};
    form_ = Form::four_parameters;
    alpha_ = own.alpha.value_or(4e-6);
    beta_ = own.beta.value_or(2.8096);
    gamma_ = own.gamma.value_or(2.3807);
    delta_ = own.delta.value_or(1.2457);
}

double SuccessLaw::probability(const Sending& s) const {
    if (form_ == Form::constant) return rate_;
    const double crowd = power(s.probability, gamma_) * power(s.cluster_size, delta_);
    if (form_ == Form::four_parameters) return 1.0 / (1.0 + alpha_ * power(framed_size(s), beta_) * crowd);
    const double busy = theta_ * s.probability * s.cluster_size;
    return std::clamp(1.0 / (alpha_ + beta_ * crowd * math::exp(zeta_ * bare_size(s)) + busy), 0.0, 1.0);
}

}  // namespace shoal::pogobot

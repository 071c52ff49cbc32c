#include "vehicle/environment/gusts.hpp"

#include "base/assert.hpp"
#include "base/math.hpp"

#include <cmath>

namespace shoal::vehicle {

// White noise w of unit density: x' = −a x + w, y' = −a y + x. The stationary covariance is 1/2a, 1/4a², 1/4a³, and
// that of a period's noise is what the decayed one lacks of it.
Gusts::Shape::Shape(double sigma, double length, double airspeed, double period) {
    const double a = airspeed / length;
    const double p11 = 0.5 / a, p21 = 0.25 / (a * a), p22 = 0.25 / (a * a * a);
    decay = math::exp(-a * period);
    carry = decay * period;
    const double q11 = p11 - decay * decay * p11;
    const double q21 = p21 - decay * (carry * p11 + decay * p21);
    const double q22 = p22 - (carry * carry * p11 + 2.0 * carry * decay * p21 + decay * decay * p22);
    noise11 = std::sqrt(q11);
    noise21 = q21 / noise11;
    noise22 = std::sqrt(std::max(0.0, q22 - noise21 * noise21));
    start11 = std::sqrt(p11);
    start21 = p21 / start11;
    start22 = std::sqrt(p22 - start21 * start21);
    gain = sigma * std::sqrt(3.0 * a);
    lead = a * (1.0 / std::sqrt(3.0) - 1.0);
}

void Gusts::Shape::start(RandomStream& stream, std::array<double, 2>& x) const {
    const double first = stream.normal(), second = stream.normal();
    x = {start11 * first, start21 * first + start22 * second};
}

double Gusts::Shape::step(RandomStream& stream, std::array<double, 2>& x) const {
    const double first = stream.normal(), second = stream.normal();
    x[1] = decay * x[1] + carry * x[0] + noise21 * first + noise22 * second;
    x[0] = decay * x[0] + noise11 * first;
    return gain * (x[0] + lead * x[1]);
}

Gusts::Gusts(const GustModel& m, std::size_t vehicles, std::uint64_t seed, std::uint32_t first_entity,
             double period)
    : decay_u_(math::exp(-m.airspeed / m.length_uv * period)),
      noise_u_(m.sigma_uv * std::sqrt(1.0 - decay_u_ * decay_u_)),
      across_(m.sigma_uv, m.length_uv, m.airspeed, period), down_(m.sigma_w, m.length_w, m.airspeed, period),
      memory_(vehicles), gusts_(vehicles) {
    SHOAL_ASSERT(m.airspeed > 0.0 && m.length_uv > 0.0 && m.length_w > 0.0 && period > 0.0);
    for (std::size_t i = 0; i < vehicles; ++i) {
        auto& stream =
            streams_.emplace_back(seed, first_entity + static_cast<std::uint32_t>(i), Purpose::gust);
        memory_[i].u = m.sigma_uv * stream.normal();
        across_.start(stream, memory_[i].v);
        down_.start(stream, memory_[i].w);
    }
}

void Gusts::step() {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
        Memory& x = memory_[i];
        x.u = decay_u_ * x.u + noise_u_ * streams_[i].normal();
        const double v = across_.step(streams_[i], x.v);
        const double w = down_.step(streams_[i], x.w);
        gusts_[i] = {x.u, v, w};
    }
}

}  // namespace shoal::vehicle

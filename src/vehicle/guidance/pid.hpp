#pragma once

#include <algorithm>

namespace shoal::vehicle {

enum class Antiwindup {
    conditional,  // the integral rests while the output is limited and the error drives it further
    seed,         // back-calculation by Ts/ki, as Beard and McLain have it
};

struct PidGains {
    double kp = 1.0, ki = 0.0, kd = 0.0;
    double limit = 1.0;    // of the output, both ways
    double filter = 0.05;  // s, sigma of the derivative's low pass
    Antiwindup antiwindup = Antiwindup::conditional;
};

struct PidState {
    double integral = 0.0, derivative = 0.0, error = 0.0;
};

/// One period of a controller: trapezoidal integral, filtered derivative of the error, limited output.
[[nodiscard]] inline double pid_step(const PidGains& k, double period, double error, PidState& s) {
    const double before = s.integral;
    s.integral += 0.5 * period * (error + s.error);
    s.derivative =
        ((2.0 * k.filter - period) * s.derivative + 2.0 * (error - s.error)) / (2.0 * k.filter + period);
    s.error = error;
    const double wish = k.kp * error + k.ki * s.integral + k.kd * s.derivative;
    const double output = std::clamp(wish, -k.limit, k.limit);
    if (k.antiwindup == Antiwindup::seed) {
        if (k.ki != 0.0) s.integral += period / k.ki * (output - wish);
    } else if ((wish > k.limit && error > 0.0) || (wish < -k.limit && error < 0.0)) {
        s.integral = before;
    }
    return output;
}

}  // namespace shoal::vehicle

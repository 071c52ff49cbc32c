#pragma once

#include "vehicle/lanes/elementary.hpp"
#include "vehicle/lanes/rows.hpp"
#include "vehicle/pose.hpp"
#include "vehicle/tables.hpp"

#include <cmath>

// A ship that manoeuvres with three degrees of freedom: the Mariner cargo ship's non-linear coefficients (Chislett and
// Strøm-Tejsen 1965), its rudder and a heading autopilot. Equations and sources: docs/models/vehicle-ship.md.
namespace shoal::vehicle::ship {

template <class R>
struct Body {
    R north, east, down, heading;  // m, rad
    R surge, sway, yaw_rate;       // m/s through the water, rad/s
    R rudder;                      // rad, positive turns to port
};

template <class R>
struct State {
    Body<R> body;
    R heading_sum;  // rad s, of the autopilot
    R contact, contact_time;
};

template <class R>
struct Command {
    R mode;
    R value[1];
};

struct Parameters {
    double length, speed, mass, rudder_limit, rudder_rate, gain, damping, sum;
};

template <class T>
struct Constants {
    T step, length, inverse_length, speed, surge_scale, m22, m23, m32, m33, inverse_determinant, inverse_mass;
    T rudder_limit, rudder_rate, gain, damping, sum;
};

// Prime system: all × 1e-5 but x_G.
namespace mariner {
constexpr double unit = 1e-5, mass = 798 * unit, inertia = 39.2 * unit, x_g = -0.023;
constexpr double m11 = mass + 42 * unit, m22 = mass + 748 * unit, m23 = mass * x_g + 9.354 * unit;
constexpr double m32 = mass * x_g - 4.646 * unit, m33 = inertia + 43.8 * unit;
}  // namespace mariner

inline Constants<double> prepare(const Parameters& p, double step) {
    using namespace mariner;
    return {step,
            p.length,
            1.0 / p.length,
            p.speed,
            1.0 / m11,
            m22,
            m23,
            m32,
            m33,
            1.0 / (m22 * m33 - m23 * m32),
            1.0 / p.mass,
            p.rudder_limit,
            p.rudder_rate,
            p.gain,
            p.damping,
            p.sum};
}

template <class R, class T>
SHOAL_LANE Body<R> derivative(const Body<R>& b, const R& wanted, const Surroundings<R>& around,
                              const Constants<T>& k) {
    const R ahead = b.surge;
    const R square = larger(ahead * ahead + b.sway * b.sway, 1e-2);
    const R scale = 1.0 / root(square);
    const R u = (ahead - k.speed) * scale, v = b.sway * scale, r = b.yaw_rate * k.length * scale,
            d = b.rudder;
    const R uu = u * u, vv = v * v, dd = d * d;
    const R x = mariner::unit * (-184 * u - 110 * uu - 215 * uu * u - 899 * vv + 18 * r * r - 95 * dd -
                                 190 * u * dd + 798 * r * v + 93 * v * d + 93 * u * v * d);
    const R y = mariner::unit *
                (-1160 * v - 499 * r - 8078 * vv * v + 15356 * vv * r - 1160 * v * u - 499 * r * u + 278 * d -
                 90 * dd * d + 556 * u * d + 278 * uu * d - 4 * v * dd + 1190 * vv * d - 4 - 8 * u - 4 * uu);
    const R n = mariner::unit *
                (-264 * v - 166 * r + 1636 * vv * v - 5483 * vv * r - 264 * v * u - 166 * r * u - 139 * d +
                 45 * dd * d - 278 * u * d - 139 * uu * d + 13 * v * dd - 489 * vv * d + 3 + 6 * u + 3 * uu);

    const auto heading = sin_cos(b.heading);
    const R per_length = square * k.inverse_length;
    Body<R> c;
    c.north = heading.cos * ahead - heading.sin * b.sway + around.wind_n;
    c.east = heading.sin * ahead + heading.cos * b.sway + around.wind_e;
    c.down = 0.0;
    c.heading = b.yaw_rate;
    c.surge = per_length * x * k.surge_scale +
              (heading.cos * around.force_n + heading.sin * around.force_e) * k.inverse_mass;
    c.sway = per_length * (k.m33 * y - k.m23 * n) * k.inverse_determinant +
             (heading.cos * around.force_e - heading.sin * around.force_n) * k.inverse_mass;
    c.yaw_rate = per_length * k.inverse_length * (k.m22 * n - k.m32 * y) * k.inverse_determinant;
    c.rudder = within(wanted - b.rudder, k.rudder_rate);
    return c;
}

template <class R, class T>
SHOAL_LANE void step(State<R>& s, const Command<R>& c, const Surroundings<R>& around, const Constants<T>& k) {
    Body<R>& b = s.body;
    const R error = wrapped(c.value[0] - b.heading);
    const R wish = k.gain * error - k.damping * b.yaw_rate + k.sum * s.heading_sum;
    const R steered = within(wish, k.rudder_limit);
    const auto stuck = ((wish > steered) & (error > 0.0)) | ((wish < steered) & (error < 0.0));
    const auto direct = c.mode < 0.5;
    s.heading_sum += choose(stuck | direct, R(0.0), k.step * error);
    const R starboard = choose(direct, within(c.value[0], k.rudder_limit), steered);
    runge_kutta<R>(b, k.step, [&](const Body<R>& at) { return derivative(at, -starboard, around, k); });
    b.heading = wrapped(b.heading);
    s.contact = 0.0;
}

/// At the placement's speed through the water; 0 stands for the design speed.
inline State<double> start(const Parameters& p, const Placement& at) {
    State<double> s{};
    s.body = {at.north, at.east, at.down, at.heading, at.speed > 0.0 ? at.speed : p.speed, 0.0, 0.0, 0.0};
    return s;
}

/// The velocity is that through the water.
inline Pose<double> pose(const State<double>& s) {
    const auto& b = s.body;
    return level_pose({b.north, b.east, b.down, b.heading, b.surge, b.sway, b.yaw_rate});
}

inline ModelInfo info() {
    ModelInfo m;
    m.name = "ship";
    m.meaning = "a cargo ship that manoeuvres with three degrees of freedom (Mariner class)";
    m.time_step = 0.1;
    m.state = joined(
        {position_columns(),
         {free_column("heading", "rad", "from north to east"),
          free_column("surge", "m/s", "through the water, ahead"), free_column("sway", "m/s", "to starboard"),
          free_column("yaw_rate", "rad/s"), free_column("rudder", "rad", "positive turns to port"),
          free_column("heading_sum", "rad s", "autopilot")},
         contact_columns()});
    m.modes = {
        {"rudder", {{"rudder", "rad", -0.6981317, 0.6981317, "positive turns to starboard"}}, "rudder angle"},
        {"heading", {{"heading", "rad", -1e4, 1e4, "from north to east"}}, "heading, by the autopilot"}};
    m.parameters = {{"length", "m", 160.93, 1, 500, ""},
                    {"speed", "m/s", 7.7175, 0.5, 20, "that the engine is set to"},
                    {"mass", "kg", 1.7045e7, 1, 1e9, "what outer forces have to move"},
                    {"rudder_limit", "rad", 0.6981317, 0.01, 1.5, ""},
                    {"rudder_rate", "rad/s", 0.0872665, 1e-3, 10, ""},
                    {"gain", "", 1.45, 0, 100, "of the heading autopilot"},
                    {"damping", "s", 52.6, 0, 1e4, ""},
                    {"sum", "1/s", 0.00725, 0, 10, ""}};
    return m;
}

}  // namespace shoal::vehicle::ship

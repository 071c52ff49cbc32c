#pragma once

#include "base/math.hpp"
#include "vehicle/lanes/contact.hpp"
#include "vehicle/lanes/rigid_body.hpp"
#include "vehicle/lanes/rows.hpp"
#include "vehicle/pose.hpp"
#include "vehicle/tables.hpp"

#include <cmath>

// A missile as a point mass: thrust profile, drag over Mach number in the standard atmosphere, lagging lateral
// acceleration with a limit, a seeker, proportional navigation and a fuze. Equations: docs/models/vehicle-missile.md.
namespace shoal::vehicle::missile {

template <class R>
struct Body {
    R north, east, down;  // m
    R vn, ve, vd;         // m/s
    R mass;               // kg
};

template <class R>
struct State {
    Body<R> body;
    Vec3<R> lateral;  // m/s², across the velocity, NED
    Vec3<R> wanted;   // m/s², the last command while the seeker saw its target
    R age;            // s, since launch
    R blind;          // s, since the seeker lost its target
    R miss;           // m, least distance to the target so far
    R contact, contact_time;
};

template <class R>
struct Command {
    R mode;
    R value[6];
};

struct Parameters {
    double mass, propellant, diameter, boost, boost_time, sustain, sustain_time, drag, induced;
    double load_limit, full_pressure, lag, seeker_angle, seeker_rate, memory, fuze, life, navigation;
};

template <class T>
struct Constants {
    T step, area, boost, boost_time, sustain, burn_time, per_thrust, drag, induced, load_limit,
        inverse_pressure;
    T response, seeker_cosine, seeker_rate, memory, fuze, life, navigation;
};

inline Constants<double> prepare(const Parameters& p, double step) {
    const double impulse = p.boost * p.boost_time + p.sustain * p.sustain_time;
    return {step,
            0.25 * math::pi * p.diameter * p.diameter,
            p.boost,
            p.boost_time - 0.5 * step,
            p.sustain,
            p.boost_time + p.sustain_time - 0.5 * step,
            impulse > 0.0 ? p.propellant / impulse : 0.0,
            p.drag,
            p.induced,
            p.load_limit * gravity,
            1.0 / p.full_pressure,
            p.lag > 0.0 ? 1.0 - math::exp(-step / p.lag) : 1.0,
            math::sincos(p.seeker_angle).cos,
            p.seeker_rate,
            p.memory,
            p.fuze,
            p.life,
            p.navigation};
}

/// Density (kg/m³) and speed of sound (m/s) of the standard atmosphere at a height (m), up to 20 km.
template <class R>
struct Air {
    R density, sound;
};
template <class R>
SHOAL_LANE Air<R> atmosphere(const R& height) {
    const R low = clamp(height, -1000.0, 11000.0);
    const R temperature = 288.15 - 0.0065 * low;
    const R pressure =
        101325.0 * power(temperature * (1.0 / 288.15), 5.25588) *
        exponential((low - height) * choose(height > 11000.0, R(9.80665 / (287.053 * 216.65)), R(0.0)));
    return {pressure / (287.053 * temperature), root(1.4 * 287.053 * temperature)};
}

/// Drag coefficient over Mach number: straight lines between the points of the table.
template <class R>
SHOAL_LANE R drag_at(const R& mach, const R& burning) {
    constexpr double at[8] = {0.0, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0, 4.0};
    constexpr double value[8] = {0.42, 0.45, 0.72, 0.78, 0.70, 0.58, 0.44, 0.36};
    R c = value[0];
    const R m = smaller(mach, 4.0);
    double slope = 0.0;
    for (int i = 0; i < 7; ++i) {
        const double next = (value[i + 1] - value[i]) / (at[i + 1] - at[i]);
        c += (next - slope) * larger(m - at[i], 0.0);
        slope = next;
    }
    return c - choose(mach > 0.8, 0.12 * burning, R(0.0));
}

template <class R, class T>
SHOAL_LANE Body<R> derivative(const Body<R>& b, const Vec3<R>& lateral, const R& thrust, const R& burning,
                              const Surroundings<R>& around, const Constants<T>& k) {
    const Vec3<R> velocity{b.vn, b.ve, b.vd};
    const Vec3<R> wind = velocity - Vec3<R>{around.wind_n, around.wind_e, around.wind_d};
    const R speed = larger(root(dot(wind, wind)), 1e-3);
    const Air<R> air = atmosphere(-b.down);
    const R pressure = 0.5 * k.area * air.density * speed * speed;  // times the cross-section: N
    const R normal = b.mass * b.mass * dot(lateral, lateral) / larger(pressure, 1.0);
    const R drag = k.drag * (pressure * drag_at(speed / air.sound, burning) + k.induced * normal);
    const R along = (thrust - drag) / (b.mass * speed);
    Body<R> d;
    d.north = b.vn;
    d.east = b.ve;
    d.down = b.vd;
    d.vn = along * wind.x + lateral.x + around.force_n / b.mass;
    d.ve = along * wind.y + lateral.y + around.force_e / b.mass;
    d.vd = along * wind.z + lateral.z + around.force_d / b.mass + gravity;
    d.mass = -thrust * k.per_thrust;
    return d;
}

/// `a` without its part along the unit vector `along`.
template <class R>
SHOAL_LANE Vec3<R> across(const Vec3<R>& a, const Vec3<R>& along) {
    return a - dot(a, along) * along;
}

/// True proportional navigation with gravity bias; when the target leaves the seeker, the last command holds for a while.
template <class R, class T>
SHOAL_LANE void guide(State<R>& s, const Vec3<R>& away, const Vec3<R>& closing, const Constants<T>& k,
                      typename R::Mask aims) {
    const Body<R>& b = s.body;
    const Vec3<R> velocity{b.vn, b.ve, b.vd};
    const Vec3<R> nose = normalised(velocity), line = normalised(away);
    const R distance_2 = larger(dot(away, away), 1e-3);
    const Vec3<R> turning = (1.0 / distance_2) * cross(away, closing);
    const R approach = -dot(line, closing);
    const auto seen =
        (dot(nose, line) > k.seeker_cosine) & (dot(turning, turning) < k.seeker_rate * k.seeker_rate);
    s.blind = choose(seen, R(0.0), s.blind + k.step);
    const Vec3<R> fresh =
        across(k.navigation * approach * cross(turning, line) - Vec3<R>{0.0, 0.0, gravity}, nose);
    s.wanted = choose<R>(aims & (s.blind < k.memory), choose(seen, fresh, s.wanted), {0.0, 0.0, 0.0});

    const R pressure = 0.5 * atmosphere(-b.down).density * dot(velocity, velocity);
    const R limit = k.load_limit * smaller(pressure * k.inverse_pressure, 1.0);
    const R size = root(larger(dot(s.wanted, s.wanted), 1e-12));
    const Vec3<R> allowed = smaller(limit / size, 1.0) * s.wanted;
    s.lateral = across(s.lateral + R(k.response) * (allowed - s.lateral), nose);
}

template <class R, class T>
SHOAL_LANE void step(State<R>& s, const Command<R>& c, const Surroundings<R>& around, const Constants<T>& k) {
    Body<R>& b = s.body;
    const State<R> before = s;
    const auto waits = (c.mode < 0.5) | (s.contact > 1.5);
    const auto aims = c.mode > 1.5;
    const Vec3<R> away{c.value[0] - b.north, c.value[1] - b.east, c.value[2] - b.down};
    const Vec3<R> target{c.value[3], c.value[4], c.value[5]};
    guide(s, away, target - Vec3<R>{b.vn, b.ve, b.vd}, k, aims);

    const auto boosts = s.age < k.boost_time, burns = s.age < k.burn_time;
    const R thrust = choose(boosts, R(k.boost), choose(burns, R(k.sustain), R(0.0)));
    const R burning = choose(thrust > 0.0, R(1.0), R(0.0));
    runge_kutta<R>(b, k.step,
                   [&](const Body<R>& at) { return derivative(at, s.lateral, thrust, burning, around, k); });
    s.age += k.step;

    // The closest approach within the step, both on straight lines.
    const Vec3<R> later{c.value[0] + k.step * target.x - b.north, c.value[1] + k.step * target.y - b.east,
                        c.value[2] + k.step * target.z - b.down};
    const Vec3<R> path = later - away;
    const R part = clamp(-dot(away, path) / larger(dot(path, path), 1e-12), 0.0, 1.0);
    const Vec3<R> nearest = away + part * path;
    const R distance = root(dot(nearest, nearest));
    s.miss = choose(aims, smaller(s.miss, distance), s.miss);
    const auto hits = aims & (distance < k.fuze);
    const auto below = b.down > -around.ground;
    s.contact = choose(hits, R(3.0), choose(below, R(2.0), choose(s.age > k.life, R(4.0), R(0.0))));
    b.down = choose(below, -around.ground, b.down);

    for (std::size_t i = 0; i < row_count<State<R>, R>; ++i)
        rows_of<R>(s)[i] = choose(waits, rows_of<R>(before)[i], rows_of<R>(s)[i]);
}

/// On its rail: it flies when its command lets it, with the placement's speed, heading and climb.
inline State<double> start(const Parameters& p, const Placement& at) {
    const auto heading = math::sincos(at.heading), climb = math::sincos(at.climb);
    const double speed = at.speed > 0.0 ? at.speed : 1.0;
    State<double> s{};
    s.body = {at.north,
              at.east,
              at.down,
              speed * climb.cos * heading.cos,
              speed * climb.cos * heading.sin,
              -speed * climb.sin,
              p.mass};
    s.miss = 1e9;
    return s;
}

/// The nose points along the velocity.
inline Pose<double> pose(const State<double>& s) {
    const auto& b = s.body;
    const double level = std::sqrt(b.vn * b.vn + b.ve * b.ve);
    const auto yaw = math::sincos(0.5 * math::atan2(b.ve, b.vn)),
               pitch = math::sincos(0.5 * math::atan2(-b.vd, level));
    return {b.north,
            b.east,
            b.down,
            yaw.cos * pitch.cos,
            -yaw.sin * pitch.sin,
            yaw.cos * pitch.sin,
            yaw.sin * pitch.cos,
            b.vn,
            b.ve,
            b.vd,
            0.0,
            0.0,
            0.0};
}

inline ModelInfo info() {
    constexpr double far = 1e7, fast = 1e4;
    ModelInfo m;
    m.name = "missile";
    m.meaning = "a point mass with thrust profile, drag, seeker and proportional navigation";
    m.time_step = 0.01;
    m.state = joined(
        {position_columns(),
         world_velocity_columns(),
         {free_column("mass", "kg"), free_column("lateral_n", "m/s²", "acceleration across the velocity"),
          free_column("lateral_e", "m/s²"), free_column("lateral_d", "m/s²"),
          free_column("wanted_n", "m/s²", "the last command while the seeker saw its target"),
          free_column("wanted_e", "m/s²"), free_column("wanted_d", "m/s²"),
          free_column("age", "s", "since launch"),
          free_column("blind", "s", "since the seeker lost its target"),
          free_column("miss", "m", "least distance to the target so far")},
         contact_columns()});
    m.modes = {{"wait", {}, "not launched"},
               {"coast", {}, "launched, without a target"},
               {"target",
                {{"north", "m", -far, far, "of the target, now"},
                 {"east", "m", -far, far, ""},
                 {"down", "m", -far, far, ""},
                 {"vn", "m/s", -fast, fast, "of the target"},
                 {"ve", "m/s", -fast, fast, ""},
                 {"vd", "m/s", -fast, fast, ""}},
                "proportional navigation against a target"}};
    m.parameters = {
        {"mass", "kg", 85, 0.1, 1e5, "at launch"},
        {"propellant", "kg", 27, 0, 1e5, ""},
        {"diameter", "m", 0.127, 1e-3, 10, ""},
        {"boost", "N", 12000, 0, 1e7, "first thrust"},
        {"boost_time", "s", 5, 0, 1e3, ""},
        {"sustain", "N", 0, 0, 1e7, "second thrust"},
        {"sustain_time", "s", 0, 0, 1e3, ""},
        {"drag", "", 1, 0, 10, "times the table's"},
        {"induced", "", 0.05, 0, 10, "drag of lateral force"},
        {"load_limit", "g", 30, 0, 1e3, "lateral"},
        {"full_pressure", "Pa", 50000, 1, 1e7, "dynamic pressure from which on the whole limit is there"},
        {"lag", "s", 0.2, 0, 10, "of lateral acceleration"},
        {"seeker_angle", "rad", 0.6981317, 0.01, 3.1415926, "half of the cone that it sees"},
        {"seeker_rate", "rad/s", 0.6981317, 0.01, 1e6, "of the line of sight"},
        {"memory", "s", 0.5, 0, 1e3, "for how long the last command holds"},
        {"fuze", "m", 5, 0, 1e3, "radius"},
        {"life", "s", 30, 0.1, 1e4, ""},
        {"navigation", "", 4, 0, 20, "ratio N'"}};
    m.presets = {{"air_to_air", {}, "the standard one"},
                 {"air_to_ground",
                  {{"mass", 210},
                   {"propellant", 35},
                   {"diameter", 0.305},
                   {"boost", 30000},
                   {"boost_time", 0.7},
                   {"sustain", 9000},
                   {"sustain_time", 3},
                   {"load_limit", 15},
                   {"lag", 0.3},
                   {"seeker_angle", 0.3490659},
                   {"seeker_rate", 0.3490659},
                   {"life", 60}},
                  "against fixed and moving points on the ground"}};
    return m;
}

}  // namespace shoal::vehicle::missile

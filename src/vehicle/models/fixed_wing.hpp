#pragma once

#include "base/math.hpp"
#include "vehicle/lanes/contact.hpp"
#include "vehicle/lanes/rigid_body.hpp"
#include "vehicle/lanes/rows.hpp"
#include "vehicle/newton.hpp"
#include "vehicle/pose.hpp"
#include "vehicle/tables.hpp"

#include <array>
#include <cmath>

// A fixed-wing aircraft with six degrees of freedom: full aerodynamics with stall, an electric propeller, a trim solver
// and an autopilot by successive loop closure. Equations and sources: docs/models/vehicle-fixed_wing.md.
namespace shoal::vehicle::fixed_wing {

template <class R>
struct Body {
    R north, east, down;  // m
    R u, v, w;            // m/s over the ground, body axes
    R qw, qx, qy, qz;     // body → NED
    R p, q, r;            // rad/s
};

template <class R>
struct State {
    Body<R> body;
    R course_sum, altitude_sum, airspeed_sum;  // rad s, m s, m: integrals of the autopilot
    R washed_yaw;                              // rad: the yaw damper's memory
    R contact, contact_time;
};

template <class R>
struct Command {
    R mode;
    R value[4];
};

template <class R>
struct Controls {
    R elevator, aileron, rudder, throttle;  // rad, rad, rad, 0 … 1
};

struct Parameters {
    double mass, jx, jy, jz, jxz, area, span, chord, oswald, stall_sharpness, stall_angle, drag_p;
    double lift_0, lift_alpha, lift_q, lift_elevator, drag_elevator;
    double pitch_0, pitch_alpha, pitch_q, pitch_elevator;
    double side_beta, side_p, side_r, side_aileron, side_rudder;
    double roll_beta, roll_p, roll_r, roll_aileron, roll_rudder;
    double yaw_beta, yaw_p, yaw_r, yaw_aileron, yaw_rudder;
    double propeller, motor_constant, resistance, idle_current, voltage;
    double thrust_0, thrust_1, thrust_2, torque_0, torque_1, torque_2;
    double roll_gain, roll_damping, course_gain, course_sum, pitch_gain, pitch_damping;
    double altitude_gain, altitude_sum, airspeed_gain, airspeed_sum, yaw_damping, yaw_washout;
    double trim_pitch, trim_elevator, trim_throttle, bank_limit, pitch_limit, crash_speed;
};

template <class T>
struct Constants {
    T step, mass, inverse_mass, jx, jy, jz, jxz, g1, g2, g3, g4, g5, g6, g7, g8;
    T area, span, chord, induced, stall_sharpness, stall_angle, drag_p;
    T lift_0, lift_alpha, lift_q, lift_elevator, drag_elevator;
    T pitch_0, pitch_alpha, pitch_q, pitch_elevator;
    T side_beta, side_p, side_r, side_aileron, side_rudder;
    T roll_beta, roll_p, roll_r, roll_aileron, roll_rudder;
    T yaw_beta, yaw_p, yaw_r, yaw_aileron, yaw_rudder;
    T thrust_nn, thrust_nv, thrust_vv, torque_nn, torque_nv, torque_vv,
        per_turn;  // times density; n in rev/s
    T back_emf, per_volt, idle_torque, voltage;
    T roll_gain, roll_damping, course_gain, course_sum, pitch_gain, pitch_damping;
    T altitude_gain, altitude_sum, airspeed_gain, airspeed_sum, yaw_damping, yaw_washout;
    T trim_pitch, trim_elevator, trim_throttle, bank_limit, pitch_limit, crash_speed;
};

inline Constants<double> prepare(const Parameters& p, double step) {
    const double g = p.jx * p.jz - p.jxz * p.jxz, d = p.propeller, k = p.motor_constant;
    return {step,
            p.mass,
            1.0 / p.mass,
            p.jx,
            p.jy,
            p.jz,
            p.jxz,
            p.jxz * (p.jx - p.jy + p.jz) / g,
            (p.jz * (p.jz - p.jy) + p.jxz * p.jxz) / g,
            p.jz / g,
            p.jxz / g,
            (p.jz - p.jx) / p.jy,
            p.jxz / p.jy,
            ((p.jx - p.jy) * p.jx + p.jxz * p.jxz) / g,
            p.jx / g,
            p.area,
            p.span,
            p.chord,
            p.area / (math::pi * p.oswald * p.span * p.span),
            p.stall_sharpness,
            p.stall_angle,
            p.drag_p,
            p.lift_0,
            p.lift_alpha,
            p.lift_q,
            p.lift_elevator,
            p.drag_elevator,
            p.pitch_0,
            p.pitch_alpha,
            p.pitch_q,
            p.pitch_elevator,
            p.side_beta,
            p.side_p,
            p.side_r,
            p.side_aileron,
            p.side_rudder,
            p.roll_beta,
            p.roll_p,
            p.roll_r,
            p.roll_aileron,
            p.roll_rudder,
            p.yaw_beta,
            p.yaw_p,
            p.yaw_r,
            p.yaw_aileron,
            p.yaw_rudder,
            d * d * d * d * p.thrust_0,
            d * d * d * p.thrust_1,
            d * d * p.thrust_2,
            d * d * d * d * d * p.torque_0,
            d * d * d * d * p.torque_1,
            d * d * d * p.torque_2,
            1.0 / math::two_pi,
            k * k / p.resistance,
            k / p.resistance,
            k * p.idle_current,
            p.voltage,
            p.roll_gain,
            p.roll_damping,
            p.course_gain,
            p.course_sum,
            p.pitch_gain,
            p.pitch_damping,
            p.altitude_gain,
            p.altitude_sum,
            p.airspeed_gain,
            p.airspeed_sum,
            p.yaw_damping,
            p.yaw_washout,
            p.trim_pitch,
            p.trim_elevator,
            p.trim_throttle,
            p.bank_limit,
            p.pitch_limit,
            p.crash_speed};
}

template <class R>
struct Wrench {
    Vec3<R> force, moment;  // N, N m, body axes, without gravity
    R thrust, torque;       // N, N m, of the propeller
};

/// The propeller's speed balances its torque with the motor's; then thrust and torque follow.
template <class R, class T>
SHOAL_LANE void propel(const R& airspeed, const R& throttle, const R& density, const Constants<T>& k,
                       Wrench<R>& out) {
    const R a = density * k.torque_nn * (k.per_turn * k.per_turn);
    const R b = density * k.torque_nv * airspeed * k.per_turn + k.back_emf;
    const R c =
        density * k.torque_vv * airspeed * airspeed - throttle * (k.voltage * k.per_volt) + k.idle_torque;
    const R speed = (root(larger(b * b - 4.0 * a * c, 0.0)) - b) / (2.0 * a);
    const R n = speed * k.per_turn;
    out.thrust =
        density * (k.thrust_nn * n * n + k.thrust_nv * n * airspeed + k.thrust_vv * airspeed * airspeed);
    out.torque =
        density * (k.torque_nn * n * n + k.torque_nv * n * airspeed + k.torque_vv * airspeed * airspeed);
}

/// Aerodynamic and propulsive forces and moments for a velocity through the air (m/s, body axes).
template <class R, class T>
SHOAL_LANE Wrench<R> forces(const Vec3<R>& air, const Vec3<R>& rates, const Controls<R>& c, const R& density,
                            const Constants<T>& k) {
    Wrench<R> out;
    const R airspeed = root(dot(air, air));
    const R in_plane = larger(root(air.x * air.x + air.z * air.z), 1e-6);
    const R cos_alpha = air.x / in_plane, sin_alpha = air.z / in_plane;
    const R alpha = angle_of(air.z, air.x);
    const R beta = arc_sine(air.y / larger(airspeed, 1e-6));
    const R pressure = 0.5 * k.area * density * airspeed * airspeed;  // times the wing's area: N
    const R half_time = choose(airspeed > 1.0, R(0.5) / larger(airspeed, 1.0), R(0.0));
    const R p = k.span * half_time * rates.x, q = k.chord * half_time * rates.y,
            r = k.span * half_time * rates.z;

    // Attached flow changes to that of a flat plate beyond the stall angle.
    const R before = exponential(within(k.stall_sharpness * (k.stall_angle - alpha), 40.0));
    const R behind = exponential(within(k.stall_sharpness * (k.stall_angle + alpha), 40.0));
    const R plate = (1.0 + before + behind) / ((1.0 + before) * (1.0 + behind));
    const R linear = k.lift_0 + k.lift_alpha * alpha;
    const R flat = 2.0 * magnitude(sin_alpha) * sin_alpha * cos_alpha;
    const R lift =
        pressure * ((1.0 - plate) * linear + plate * flat + k.lift_q * q + k.lift_elevator * c.elevator);
    const R drag = pressure * (k.drag_p + k.induced * linear * linear + k.drag_elevator * c.elevator);

    propel(airspeed, c.throttle, density, k, out);
    out.force.x = sin_alpha * lift - cos_alpha * drag + out.thrust;
    out.force.y = pressure * (k.side_beta * beta + k.side_p * p + k.side_r * r + k.side_aileron * c.aileron +
                              k.side_rudder * c.rudder);
    out.force.z = -sin_alpha * drag - cos_alpha * lift;
    out.moment.x = pressure * k.span *
                       (k.roll_beta * beta + k.roll_p * p + k.roll_r * r + k.roll_aileron * c.aileron +
                        k.roll_rudder * c.rudder) -
                   out.torque;
    out.moment.y = pressure * k.chord *
                   (k.pitch_0 + k.pitch_alpha * alpha + k.pitch_q * q + k.pitch_elevator * c.elevator);
    out.moment.z =
        pressure * k.span *
        (k.yaw_beta * beta + k.yaw_p * p + k.yaw_r * r + k.yaw_aileron * c.aileron + k.yaw_rudder * c.rudder);
    return out;
}

/// Newton's and Euler's laws in body axes.
template <class R, class T>
SHOAL_LANE Body<R> motion(const Body<R>& b, const Axes<R>& axes, const Vec3<R>& force, const Vec3<R>& moment,
                          const Constants<T>& k) {
    const Vec3<R> velocity = axes.to_world({b.u, b.v, b.w});
    Body<R> d;
    d.north = velocity.x;
    d.east = velocity.y;
    d.down = velocity.z;
    d.u = b.r * b.v - b.q * b.w + force.x * k.inverse_mass;
    d.v = b.p * b.w - b.r * b.u + force.y * k.inverse_mass;
    d.w = b.q * b.u - b.p * b.v + force.z * k.inverse_mass;
    turn(b.qw, b.qx, b.qy, b.qz, {b.p, b.q, b.r}, d.qw, d.qx, d.qy, d.qz);
    d.p = k.g1 * b.p * b.q - k.g2 * b.q * b.r + k.g3 * moment.x + k.g4 * moment.z;
    d.q = k.g5 * b.p * b.r - k.g6 * (b.p * b.p - b.r * b.r) + moment.y / k.jy;
    d.r = k.g7 * b.p * b.q - k.g1 * b.q * b.r + k.g4 * moment.x + k.g8 * moment.z;
    return d;
}

template <class R, class T>
SHOAL_LANE Body<R> derivative(const Body<R>& b, const Controls<R>& c, const Surroundings<R>& around,
                              const Constants<T>& k) {
    const Axes<R> axes = axes_of(b.qw, b.qx, b.qy, b.qz);
    const Vec3<R> air = Vec3<R>{b.u, b.v, b.w} - axes.to_body({around.wind_n, around.wind_e, around.wind_d});
    const Wrench<R> on = forces(air, {b.p, b.q, b.r}, c, around.density, k);
    const Vec3<R> outer = axes.to_body({around.force_n, around.force_e, around.force_d + k.mass * gravity});
    return motion(b, axes, on.force + outer, on.moment, k);
}

/// Integral that stops where the output is at its limit and the error drives it further.
template <class R, class T>
SHOAL_LANE void gather(R& sum, const R& error, const R& raw, const R& limited, T step) {
    const auto stuck = ((raw > limited) & (error > 0.0)) | ((raw < limited) & (error < 0.0));
    sum += choose(stuck, R(0.0), step * error);
}

/// Course, altitude and airspeed → surfaces and throttle.
template <class R, class T>
SHOAL_LANE Controls<R> autopilot(State<R>& s, const Command<R>& c, const Surroundings<R>& around,
                                 const Constants<T>& k) {
    const Body<R>& b = s.body;
    const Axes<R> axes = axes_of(b.qw, b.qx, b.qy, b.qz);
    const Vec3<R> velocity = axes.to_world({b.u, b.v, b.w});
    const Vec3<R> air = velocity - Vec3<R>{around.wind_n, around.wind_e, around.wind_d};
    const R bank = angle_of(axes.right.z, axes.down.z);
    const R pitch = arc_sine(-axes.forward.z);
    Controls<R> out;

    const R off_course = wrapped(c.value[0] - angle_of(velocity.y, velocity.x));
    const R wish = c.value[3] + k.course_gain * off_course + k.course_sum * s.course_sum;
    const R banked = within(wish, k.bank_limit);
    gather(s.course_sum, off_course, wish, banked, k.step);
    out.aileron = within(k.roll_gain * (banked - bank) - k.roll_damping * b.p, 0.7854);

    const R too_low = within(c.value[1] + b.down, 10.0);
    const R rise = k.altitude_gain * too_low + k.altitude_sum * s.altitude_sum;
    const R raised = within(rise, k.pitch_limit);
    gather(s.altitude_sum, too_low, rise, raised, k.step);
    out.elevator = within(
        k.trim_elevator + k.pitch_gain * (k.trim_pitch + raised - pitch) - k.pitch_damping * b.q, 0.7854);

    const R too_slow = c.value[2] - root(dot(air, air));
    const R push = k.trim_throttle + k.airspeed_gain * too_slow + k.airspeed_sum * s.airspeed_sum;
    out.throttle = clamp(push, 0.0, 1.0);
    gather(s.airspeed_sum, too_slow, push, out.throttle, k.step);

    s.washed_yaw += k.step * (b.r - k.yaw_washout * s.washed_yaw);
    out.rudder = within(k.yaw_damping * (b.r - k.yaw_washout * s.washed_yaw), 0.7854);
    return out;
}

/// Whoever comes down slowly slides to a halt on the ground; others stay where they fell.
template <class R, class T>
SHOAL_LANE void touch_ground(State<R>& s, const R& ground, const Constants<T>& k) {
    constexpr double friction = 0.4;
    Body<R>& b = s.body;
    const auto below = b.down > -ground;
    const Axes<R> axes = axes_of(b.qw, b.qx, b.qy, b.qz);
    Vec3<R> velocity = axes.to_world({b.u, b.v, b.w});
    s.contact = contact_after(s.contact, below, (velocity.z > k.crash_speed) | (axes.down.z < 0.8));
    const auto crashed = s.contact > 1.5;
    const R speed = root(velocity.x * velocity.x + velocity.y * velocity.y);
    const R slides = larger(1.0 - friction * gravity * k.step / larger(speed, 1e-3), 0.0);
    const R kept = choose(crashed, R(0.0), choose(below, slides, R(1.0)));
    const Vec3<R> now =
        axes.to_body({kept * velocity.x, kept * velocity.y,
                      choose(crashed, R(0.0), choose(below, smaller(velocity.z, 0.0), velocity.z))});
    const auto held = below | crashed;
    b.down = choose(below, -ground, b.down);
    b.u = choose(held, now.x, b.u);
    b.v = choose(held, now.y, b.v);
    b.w = choose(held, now.z, b.w);
    b.p = choose(held, R(0.0), b.p);
    b.q = choose(held, R(0.0), b.q);
    b.r = choose(held, R(0.0), b.r);
}

template <class R, class T>
SHOAL_LANE void step(State<R>& s, const Command<R>& c, const Surroundings<R>& around, const Constants<T>& k) {
    const Controls<R> flown = autopilot(s, c, around, k);
    const auto direct = c.mode < 0.5;
    const Controls<R> set{choose(direct, within(c.value[0], 0.7854), flown.elevator),
                          choose(direct, within(c.value[1], 0.7854), flown.aileron),
                          choose(direct, within(c.value[2], 0.7854), flown.rudder),
                          choose(direct, clamp(c.value[3], 0.0, 1.0), flown.throttle)};
    const auto crashed = s.contact > 1.5;
    const Body<R> before = s.body;
    runge_kutta<R>(s.body, k.step, [&](const Body<R>& b) { return derivative(b, set, around, k); });
    normalise(s.body.qw, s.body.qx, s.body.qy, s.body.qz);
    for (std::size_t i = 0; i < row_count<Body<R>, R>; ++i)
        rows_of<R>(s.body)[i] = choose(crashed, rows_of<R>(before)[i], rows_of<R>(s.body)[i]);
    touch_ground(s, around.ground, k);
}

/// Steady flight without sideslip: straight, or in a turn to the right of this radius (0: straight).
struct Trim {
    double alpha, bank, pitch;                   // rad
    double elevator, aileron, rudder, throttle;  // rad, rad, rad, 0 … 1
    double u, w, p, q, r;                        // m/s, rad/s
    double residual;                             // m/s² and rad/s², the largest that is left
};

inline Trim trim(const Parameters& parameters, double airspeed, double climb = 0.0, double radius = 0.0,
                 double density = standard_density) {
    using R = Lane<double, std::experimental::simd_abi::scalar>;
    const Constants<double> k = prepare(parameters, 0.01);
    const auto at = [&](const std::array<double, 6>& x) {
        const auto alpha = math::sincos(x[0]), bank = math::sincos(x[1]);
        const double a = alpha.cos, b = alpha.sin * bank.cos, up = math::sincos(climb).sin;
        const double sine = (up * a + b * std::sqrt(a * a + b * b - up * up)) / (a * a + b * b);
        const double cosine = std::sqrt(1.0 - sine * sine);
        const double spin = radius > 0.0 ? airspeed * math::sincos(climb).cos / radius : 0.0;
        return Trim{x[0],
                    x[1],
                    math::atan2(sine, cosine),
                    x[2],
                    x[3],
                    x[4],
                    x[5],
                    airspeed * alpha.cos,
                    airspeed * alpha.sin,
                    -spin * sine,
                    spin * bank.sin * cosine,
                    spin * bank.cos * cosine,
                    0.0};
    };
    const auto residual = [&](const std::array<double, 6>& x) -> std::array<double, 6> {
        const Trim t = at(x);
        const auto pitch = math::sincos(0.5 * t.pitch), bank = math::sincos(0.5 * t.bank);
        const Body<R> body{0.0,
                           0.0,
                           0.0,
                           t.u,
                           0.0,
                           t.w,
                           pitch.cos * bank.cos,
                           pitch.cos * bank.sin,
                           pitch.sin * bank.cos,
                           -pitch.sin * bank.sin,
                           t.p,
                           t.q,
                           t.r};
        Surroundings<R> calm{0.0, 0.0, 0.0, 0.0, density, 0.0, 0.0, 0.0};
        const Body<R> d = derivative(body, Controls<R>{t.elevator, t.aileron, t.rudder, t.throttle}, calm, k);
        return {d.u.v[0], d.v.v[0], d.w.v[0], d.p.v[0], d.q.v[0], d.r.v[0]};
    };
    std::array<double, 6> x{
        0.05, radius > 0.0 ? math::atan2(airspeed * airspeed, gravity * radius) : 0.0, -0.1, 0.0, 0.0, 0.6};
    const double left = solve_newton(x, residual);
    Trim result = at(x);
    result.residual = left;
    return result;
}

/// In trimmed level flight at `speed`; 0 stands for 25 m/s.
inline State<double> start(const Parameters& p, const Placement& at) {
    const Trim t = trim(p, at.speed > 0.0 ? at.speed : 25.0);
    const auto pitch = math::sincos(0.5 * t.pitch), bank = math::sincos(0.5 * t.bank),
               yaw = math::sincos(0.5 * at.heading);
    State<double> s{};
    s.body = {at.north,
              at.east,
              at.down,
              t.u,
              0.0,
              t.w,
              yaw.cos * pitch.cos * bank.cos + yaw.sin * pitch.sin * bank.sin,
              yaw.cos * pitch.cos * bank.sin - yaw.sin * pitch.sin * bank.cos,
              yaw.cos * pitch.sin * bank.cos + yaw.sin * pitch.cos * bank.sin,
              yaw.sin * pitch.cos * bank.cos - yaw.cos * pitch.sin * bank.sin,
              0.0,
              0.0,
              0.0};
    return s;
}

inline Pose<double> pose(const State<double>& s) {
    const auto& b = s.body;
    const double w = b.qw, x = b.qx, y = b.qy, z = b.qz;
    return {b.north,
            b.east,
            b.down,
            w,
            x,
            y,
            z,
            (1 - 2 * (y * y + z * z)) * b.u + 2 * (x * y - w * z) * b.v + 2 * (x * z + w * y) * b.w,
            2 * (x * y + w * z) * b.u + (1 - 2 * (x * x + z * z)) * b.v + 2 * (y * z - w * x) * b.w,
            2 * (x * z - w * y) * b.u + 2 * (y * z + w * x) * b.v + (1 - 2 * (x * x + y * y)) * b.w,
            b.p,
            b.q,
            b.r};
}

inline ModelInfo info() {
    constexpr double any = unlimited;
    ModelInfo m;
    m.name = "fixed_wing";
    m.meaning =
        "an aircraft with six degrees of freedom, full aerodynamics, propeller and autopilot (Aerosonde)";
    m.time_step = 0.01;
    m.state = joined(
        {position_columns(),
         body_velocity_columns(),
         attitude_columns(),
         rate_columns(),
         {free_column("course_sum", "rad s", "autopilot"), free_column("altitude_sum", "m s", "autopilot"),
          free_column("airspeed_sum", "m", "autopilot"), free_column("washed_yaw", "rad", "yaw damper")},
         contact_columns()});
    m.modes = {{"surfaces",
                {{"elevator", "rad", -0.7854, 0.7854, ""},
                 {"aileron", "rad", -0.7854, 0.7854, ""},
                 {"rudder", "rad", -0.7854, 0.7854, ""},
                 {"throttle", "", 0, 1, ""}},
                "surfaces and throttle"},
               {"autopilot",
                {{"course", "rad", -1e4, 1e4, "over the ground, from north to east"},
                 {"altitude", "m", -1e5, 1e5, "over the local origin"},
                 {"airspeed", "m/s", 0, 500, ""},
                 {"bank", "rad", -1.5, 1.5, "fed forward, e.g. on orbits"}},
                "course, altitude and airspeed"}};
    m.parameters = {{"mass", "kg", 11.0, 0.01, 1e6, ""},
                    {"jx", "kg m²", 0.8244, 1e-5, 1e7, ""},
                    {"jy", "kg m²", 1.135, 1e-5, 1e7, ""},
                    {"jz", "kg m²", 1.759, 1e-5, 1e7, ""},
                    {"jxz", "kg m²", 0.1204, -1e7, 1e7, ""},
                    {"area", "m²", 0.55, 1e-3, 1e3, "of the wing"},
                    {"span", "m", 2.8956, 0.01, 200, ""},
                    {"chord", "m", 0.18994, 1e-3, 50, ""},
                    {"oswald", "", 0.9, 0.1, 1.2, "efficiency of the span"},
                    {"stall_sharpness", "", 50, 1, 500, ""},
                    {"stall_angle", "rad", 0.47, 0.05, 1.5, ""},
                    {"drag_p", "", 0.0, 0, 1, "parasitic"},
                    {"lift_0", "", 0.23, -any, any, ""},
                    {"lift_alpha", "1/rad", 5.61, -any, any, ""},
                    {"lift_q", "", 7.95, -any, any, ""},
                    {"lift_elevator", "1/rad", 0.13, -any, any, ""},
                    {"drag_elevator", "1/rad", 0.0135, -any, any, ""},
                    {"pitch_0", "", 0.0135, -any, any, ""},
                    {"pitch_alpha", "1/rad", -2.74, -any, any, ""},
                    {"pitch_q", "", -38.21, -any, any, ""},
                    {"pitch_elevator", "1/rad", -0.99, -any, any, ""},
                    {"side_beta", "1/rad", -0.98, -any, any, ""},
                    {"side_p", "", 0, -any, any, ""},
                    {"side_r", "", 0, -any, any, ""},
                    {"side_aileron", "1/rad", 0.075, -any, any, ""},
                    {"side_rudder", "1/rad", 0.19, -any, any, ""},
                    {"roll_beta", "1/rad", -0.13, -any, any, ""},
                    {"roll_p", "", -0.51, -any, any, ""},
                    {"roll_r", "", 0.25, -any, any, ""},
                    {"roll_aileron", "1/rad", 0.17, -any, any, ""},
                    {"roll_rudder", "1/rad", 0.0024, -any, any, ""},
                    {"yaw_beta", "1/rad", 0.073, -any, any, ""},
                    {"yaw_p", "", 0.069, -any, any, ""},
                    {"yaw_r", "", -0.095, -any, any, ""},
                    {"yaw_aileron", "1/rad", -0.011, -any, any, ""},
                    {"yaw_rudder", "1/rad", -0.069, -any, any, ""},
                    {"propeller", "m", 0.508, 0.01, 10, "diameter"},
                    {"motor_constant", "V s/rad", 0.0658572178, 1e-5, 10, "and torque constant (N m/A)"},
                    {"resistance", "ohm", 0.042, 1e-4, 100, ""},
                    {"idle_current", "A", 1.5, 0, 100, ""},
                    {"voltage", "V", 44.4, 1, 1000, "at full throttle"},
                    {"thrust_0", "", 0.09357, -any, any, "of the advance ratio"},
                    {"thrust_1", "", -0.06044, -any, any, ""},
                    {"thrust_2", "", -0.1079, -any, any, ""},
                    {"torque_0", "", 0.005230, 1e-6, any, "of the advance ratio"},
                    {"torque_1", "", 0.004970, -any, any, ""},
                    {"torque_2", "", -0.01664, -any, any, ""},
                    {"roll_gain", "", 3.05615, 0, 1e3, ""},
                    {"roll_damping", "s", 0.04318, -1e3, 1e3, ""},
                    {"course_gain", "", 5.09684, 0, 1e3, ""},
                    {"course_sum", "1/s", 2.54842, 0, 1e3, ""},
                    {"pitch_gain", "", -13.18253, -1e3, 1e3, ""},
                    {"pitch_damping", "s", -0.79311, -1e3, 1e3, ""},
                    {"altitude_gain", "rad/m", 0.07744, 0, 10, ""},
                    {"altitude_sum", "rad/(m s)", 0.03097, 0, 10, ""},
                    {"airspeed_gain", "s/m", 1.44004, 0, 100, ""},
                    {"airspeed_sum", "1/m", 1.10599, 0, 100, ""},
                    {"yaw_damping", "s", 0.2, -10, 10, ""},
                    {"yaw_washout", "1/s", 0.45, 0, 100, ""},
                    {"trim_pitch", "rad", 0.050107, -1, 1, "around which the autopilot works"},
                    {"trim_elevator", "rad", -0.125044, -1, 1, ""},
                    {"trim_throttle", "", 0.676776, 0, 1, ""},
                    {"bank_limit", "rad", 0.5235988, 0, 1.5, ""},
                    {"pitch_limit", "rad", 0.5235988, 0, 1.5, ""},
                    {"crash_speed", "m/s", 3, 0, 1e3, "sink rate that breaks it"}};
    return m;
}

}  // namespace shoal::vehicle::fixed_wing

#pragma once

#include "base/math.hpp"
#include "vehicle/lanes/contact.hpp"
#include "vehicle/lanes/rigid_body.hpp"
#include "vehicle/lanes/rows.hpp"
#include "vehicle/model_info.hpp"
#include "vehicle/pose.hpp"

#include <cmath>

// A quadrotor: four rotors with lag in an X, linear drag, and a cascade of controllers or the geometric one of Lee.
// Equations and sources: docs/models/vehicle-quadrotor.md.
namespace shoal::vehicle::quadrotor {

/// What the integrator moves: 17 numbers.
template <class R>
struct Body {
    R north, east, down;               // m
    R vn, ve, vd;                      // m/s
    R qw, qx, qy, qz;                  // body → NED
    R p, q, r;                         // rad/s
    R rotor1, rotor2, rotor3, rotor4;  // rad/s: front right, rear left, front left, rear right
};

template <class R>
struct State {
    Body<R> body;
    Vec3<R> velocity_sum;  // m, integral of the velocity error
    Vec3<R> rate_sum;      // rad, integral of the rate error
    Vec3<R> rate_error;    // rad/s, of the last step
    R contact, contact_time;
};

template <class R>
struct Command {
    R mode;
    R value[4];
};

enum Mode { motors, rates, attitude, velocity, position, geometric };

struct Parameters {
    double mass, ix, iy, iz, arm, thrust, torque, slowest, fastest, lag, drag_x, drag_y, drag_z, lift;
    double position_xy, position_z, speed_limit, velocity_xy, velocity_z, velocity_sum_xy, velocity_sum_z;
    double acceleration_limit, tilt, yaw, rate_limit, rate_xy, rate_z, rate_sum, rate_change;
    double geometric_x_xy, geometric_x_z, geometric_v_xy, geometric_v_z, geometric_r, geometric_w,
        crash_speed;
};

template <class T>
struct Constants {
    T step, mass, inverse_mass, ix, iy, iz, inverse_ix, inverse_iy, inverse_iz;
    T lever, torque_per_thrust, thrust, torque, slowest, fastest, inverse_lag, drag_x, drag_y, drag_z, lift;
    T position_xy, position_z, speed_limit, velocity_xy, velocity_z, velocity_sum_xy, velocity_sum_z;
    T acceleration_limit, tilt, yaw, rate_limit, rate_xy, rate_z, rate_sum, rate_change;
    T geometric_x_xy, geometric_x_z, geometric_v_xy, geometric_v_z, geometric_r, geometric_w, crash_speed;
};

inline Constants<double> prepare(const Parameters& p, double step) {
    return {step,
            p.mass,
            1.0 / p.mass,
            p.ix,
            p.iy,
            p.iz,
            1.0 / p.ix,
            1.0 / p.iy,
            1.0 / p.iz,
            p.arm * std::sqrt(0.5),
            p.torque / p.thrust,
            p.thrust,
            p.torque,
            p.slowest,
            p.fastest,
            1.0 / p.lag,
            p.drag_x,
            p.drag_y,
            p.drag_z,
            p.lift,
            p.position_xy,
            p.position_z,
            p.speed_limit,
            p.velocity_xy,
            p.velocity_z,
            p.velocity_sum_xy,
            p.velocity_sum_z,
            p.acceleration_limit,
            p.tilt,
            p.yaw,
            p.rate_limit,
            p.rate_xy,
            p.rate_z,
            p.rate_sum,
            p.rate_change / step,
            p.geometric_x_xy,
            p.geometric_x_z,
            p.geometric_v_xy,
            p.geometric_v_z,
            p.geometric_r,
            p.geometric_w,
            p.crash_speed};
}

/// Rotors chase their commands; thrust, drag in the air's frame and outer forces move the body.
template <class R, class T>
SHOAL_LANE Body<R> derivative(const Body<R>& b, const R* wanted, const Surroundings<R>& around,
                              const Constants<T>& k) {
    const R s1 = b.rotor1 * b.rotor1, s2 = b.rotor2 * b.rotor2, s3 = b.rotor3 * b.rotor3,
            s4 = b.rotor4 * b.rotor4;
    const R thrust = k.thrust * (s1 + s2 + s3 + s4);
    const R lever = k.lever * k.thrust;
    const Vec3<R> moment{lever * (s2 + s3 - s1 - s4), lever * (s1 + s3 - s2 - s4),
                         k.torque * (s1 + s2 - s3 - s4)};

    const Axes<R> axes = axes_of(b.qw, b.qx, b.qy, b.qz);
    const Vec3<R> air = axes.to_body({b.vn - around.wind_n, b.ve - around.wind_e, b.vd - around.wind_d});
    const Vec3<R> force =
        axes.to_world({-k.drag_x * air.x, -k.drag_y * air.y,
                       -thrust - k.drag_z * air.z - k.lift * (air.x * air.x + air.y * air.y)});

    Body<R> d;
    d.north = b.vn;
    d.east = b.ve;
    d.down = b.vd;
    d.vn = (force.x + around.force_n) * k.inverse_mass;
    d.ve = (force.y + around.force_e) * k.inverse_mass;
    d.vd = (force.z + around.force_d) * k.inverse_mass + gravity;
    turn(b.qw, b.qx, b.qy, b.qz, {b.p, b.q, b.r}, d.qw, d.qx, d.qy, d.qz);
    d.p = (moment.x - (R(k.iz) - k.iy) * b.q * b.r) * k.inverse_ix;
    d.q = (moment.y - (R(k.ix) - k.iz) * b.r * b.p) * k.inverse_iy;
    d.r = (moment.z - (R(k.iy) - k.ix) * b.p * b.q) * k.inverse_iz;
    d.rotor1 = (wanted[0] - b.rotor1) * k.inverse_lag;
    d.rotor2 = (wanted[1] - b.rotor2) * k.inverse_lag;
    d.rotor3 = (wanted[2] - b.rotor3) * k.inverse_lag;
    d.rotor4 = (wanted[3] - b.rotor4) * k.inverse_lag;
    return d;
}

/// The four rotor speeds (rad/s) that give this thrust (N, against body down) and this moment (N m).
template <class R, class T>
SHOAL_LANE void mix(const R& thrust, const Vec3<R>& moment, const Constants<T>& k, R* wanted) {
    const R each = 0.25 * thrust;
    const R x = moment.x * (R(0.25) / k.lever), y = moment.y * (R(0.25) / k.lever);
    const R z = moment.z * (R(0.25) / k.torque_per_thrust);
    const R rotor[4] = {each - x + y + z, each + x - y + z, each + x + y - z, each - x - y - z};
    for (int i = 0; i < 4; ++i)
        wanted[i] = clamp(root(larger(rotor[i], 0.0) * (R(1.0) / k.thrust)), k.slowest, k.fastest);
}

/// The cascade, entered at the level of the command's mode.
template <class R, class T>
SHOAL_LANE void control(State<R>& s, const Command<R>& c, const Constants<T>& k, R* wanted) {
    const Body<R>& b = s.body;
    const auto by_motors = c.mode < 0.5, by_rates = c.mode < 1.5, by_attitude = c.mode < 2.5,
               by_velocity = c.mode < 3.5;
    const auto by_geometry = c.mode > 4.5;
    const R none = 0.0;

    // Position → velocity → acceleration.
    const Vec3<R> away{c.value[0] - b.north, c.value[1] - b.east, c.value[2] - b.down};
    const Vec3<R> chase{within(k.position_xy * away.x, k.speed_limit),
                        within(k.position_xy * away.y, k.speed_limit),
                        within(k.position_z * away.z, k.speed_limit)};
    const Vec3<R> aim = choose<R>(by_velocity, {c.value[0], c.value[1], c.value[2]}, chase);
    const Vec3<R> slow = aim - Vec3<R>{b.vn, b.ve, b.vd};
    const auto sums = !(by_attitude | by_geometry);
    s.velocity_sum = choose(sums, within(s.velocity_sum + R(k.step) * slow, 3.0), {none, none, none});
    const Vec3<R> cascade{k.velocity_xy * slow.x + k.velocity_sum_xy * s.velocity_sum.x,
                          k.velocity_xy * slow.y + k.velocity_sum_xy * s.velocity_sum.y,
                          k.velocity_z * slow.z + k.velocity_sum_z * s.velocity_sum.z};
    const Vec3<R> lee{k.geometric_x_xy * away.x - k.geometric_v_xy * b.vn,
                      k.geometric_x_xy * away.y - k.geometric_v_xy * b.ve,
                      k.geometric_x_z * away.z - k.geometric_v_z * b.vd};
    const Vec3<R> acceleration = choose(by_geometry, lee, within(cascade, k.acceleration_limit));

    // Acceleration and heading → attitude; or roll, pitch and heading as they are commanded.
    const Vec3<R> lift{acceleration.x, acceleration.y, acceleration.z - gravity};
    const Vec3<R> along = normalised(Vec3<R>{-lift.x, -lift.y, -lift.z});
    const auto yaw = sin_cos(choose(by_attitude, c.value[2], c.value[3]));
    const Vec3<R> across = normalised(cross(along, Vec3<R>{yaw.cos, yaw.sin, none}));
    const Vec3<R> ahead = cross(across, along);
    const auto roll = sin_cos(c.value[0]), pitch = sin_cos(c.value[1]);
    const Axes<R> given{{yaw.cos * pitch.cos, yaw.sin * pitch.cos, -pitch.sin},
                        {yaw.cos * pitch.sin * roll.sin - yaw.sin * roll.cos,
                         yaw.sin * pitch.sin * roll.sin + yaw.cos * roll.cos, pitch.cos * roll.sin},
                        {yaw.cos * pitch.sin * roll.cos + yaw.sin * roll.sin,
                         yaw.sin * pitch.sin * roll.cos - yaw.cos * roll.sin, pitch.cos * roll.cos}};
    const Axes<R> wish{choose(by_attitude, given.forward, ahead), choose(by_attitude, given.right, across),
                       choose(by_attitude, given.down, along)};

    // Attitude → rates: half of the vee of RdᵀR − RᵀRd.
    const Axes<R> axes = axes_of(b.qw, b.qx, b.qy, b.qz);
    const Vec3<R> tilted{0.5 * (dot(wish.down, axes.right) - dot(wish.right, axes.down)),
                         0.5 * (dot(wish.forward, axes.down) - dot(wish.down, axes.forward)),
                         0.5 * (dot(wish.right, axes.forward) - dot(wish.forward, axes.right))};
    const Vec3<R> righting{within(-k.tilt * tilted.x, k.rate_limit), within(-k.tilt * tilted.y, k.rate_limit),
                           within(-k.yaw * tilted.z, k.rate_limit)};
    const Vec3<R> spin{b.p, b.q, b.r};
    const Vec3<R> late = choose<R>(by_rates, {c.value[0], c.value[1], c.value[2]}, righting) - spin;
    const R lifting = -k.mass * dot(lift, axes.down);
    const R thrust = choose(by_attitude, c.value[3], lifting);

    // Rates → moment → rotors.
    s.rate_sum =
        choose<R>(by_motors | by_geometry, {none, none, none}, within(s.rate_sum + R(k.step) * late, 1.0));
    const Vec3<R> jerk = R(k.rate_change) * (late - s.rate_error);
    s.rate_error = late;
    const Vec3<R> steady = R(k.rate_sum) * s.rate_sum + jerk;
    const Vec3<R> loop{k.rate_xy * late.x + steady.x, k.rate_xy * late.y + steady.y,
                       k.rate_z * late.z + steady.z};
    const Vec3<R> momentum{k.ix * b.p, k.iy * b.q, k.iz * b.r};
    const Vec3<R> turned{-k.ix * (k.geometric_r * tilted.x + k.geometric_w * b.p),
                         -k.iy * (k.geometric_r * tilted.y + k.geometric_w * b.q),
                         -k.iz * (k.geometric_r * tilted.z + k.geometric_w * b.r)};
    mix(thrust, choose(by_geometry, turned + cross(spin, momentum), loop), k, wanted);
    for (int i = 0; i < 4; ++i)
        wanted[i] = choose(by_motors, clamp(c.value[i], k.slowest, k.fastest), wanted[i]);
}

/// The ground holds what comes down on it; whoever comes too fast stays where it fell.
template <class R, class T>
SHOAL_LANE void touch_ground(State<R>& s, const R& ground, const Constants<T>& k) {
    Body<R>& b = s.body;
    const R none = 0.0;
    const auto below = b.down > -ground;
    s.contact = contact_after(s.contact, below, b.vd > k.crash_speed);
    const auto crashed = s.contact > 1.5;
    const auto held = below | crashed;
    b.down = choose(below, -ground, b.down);
    b.vd = choose(held, choose(crashed, none, smaller(b.vd, 0.0)), b.vd);
    b.vn = choose(held, none, b.vn);
    b.ve = choose(held, none, b.ve);
    b.p = choose(held, none, b.p);
    b.q = choose(held, none, b.q);
    b.r = choose(held, none, b.r);
}

template <class R, class T>
SHOAL_LANE void step(State<R>& s, const Command<R>& c, const Surroundings<R>& around, const Constants<T>& k) {
    R wanted[4];
    control(s, c, k, wanted);
    const auto crashed = s.contact > 1.5;
    for (auto& rotor : wanted) rotor = choose(crashed, R(0.0), rotor);
    const R down = s.body.down, north = s.body.north, east = s.body.east;
    runge_kutta<R>(s.body, k.step, [&](const Body<R>& b) { return derivative(b, wanted, around, k); });
    s.body.north = choose(crashed, north, s.body.north);
    s.body.east = choose(crashed, east, s.body.east);
    s.body.down = choose(crashed, down, s.body.down);
    normalise(s.body.qw, s.body.qx, s.body.qy, s.body.qz);
    touch_ground(s, around.ground, k);
}

/// At rest, its rotors at the speed of hover.
inline State<double> start(const Parameters& p, const Placement& at) {
    const double hover = std::sqrt(p.mass * gravity / (4.0 * p.thrust));
    const auto half = math::sincos(0.5 * at.heading), heading = math::sincos(at.heading);
    State<double> s{};
    s.body = {at.north,
              at.east,
              at.down,
              at.speed * heading.cos,
              at.speed * heading.sin,
              0.0,
              half.cos,
              0.0,
              0.0,
              half.sin,
              0.0,
              0.0,
              0.0,
              hover,
              hover,
              hover,
              hover};
    return s;
}

inline Pose<double> pose(const State<double>& s) {
    const auto& b = s.body;
    return {b.north, b.east, b.down, b.qw, b.qx, b.qy, b.qz, b.vn, b.ve, b.vd, b.p, b.q, b.r};
}

inline ModelInfo info() {
    constexpr double far = 1e7, fast = 1e3, turn = 1e4, any = unlimited;
    const std::vector<ColumnInfo> rotors{{"rotor1", "rad/s", 0, 1e5, "front right"},
                                         {"rotor2", "rad/s", 0, 1e5, "rear left"},
                                         {"rotor3", "rad/s", 0, 1e5, "front left"},
                                         {"rotor4", "rad/s", 0, 1e5, "rear right"}};
    ModelInfo m;
    m.name = "quadrotor";
    m.meaning = "four rotors in an X, with motor lag, drag and a cascade of controllers";
    m.time_step = 0.01;
    m.state = {{"north", "m", -any, any, "position"},
               {"east", "m", -any, any, "position"},
               {"down", "m", -any, any, "position"},
               {"vn", "m/s", -any, any, "velocity over the ground"},
               {"ve", "m/s", -any, any, "velocity over the ground"},
               {"vd", "m/s", -any, any, "velocity over the ground"},
               {"qw", "", -1, 1, "attitude, body to NED"},
               {"qx", "", -1, 1, "attitude"},
               {"qy", "", -1, 1, "attitude"},
               {"qz", "", -1, 1, "attitude"},
               {"p", "rad/s", -any, any, "roll rate"},
               {"q", "rad/s", -any, any, "pitch rate"},
               {"r", "rad/s", -any, any, "yaw rate"}};
    m.state.insert(m.state.end(), rotors.begin(), rotors.end());
    for (const auto& [name, unit, meaning] :
         {std::array<std::string_view, 3>{"velocity_sum_n", "m",
                                          "controller: integral of the velocity error"},
          {"velocity_sum_e", "m", "controller"},
          {"velocity_sum_d", "m", "controller"},
          {"rate_sum_p", "rad", "controller: integral of the rate error"},
          {"rate_sum_q", "rad", "controller"},
          {"rate_sum_r", "rad", "controller"},
          {"rate_error_p", "rad/s", "controller: rate error of the last step"},
          {"rate_error_q", "rad/s", "controller"},
          {"rate_error_r", "rad/s", "controller"}})
        m.state.push_back({name, unit, -any, any, meaning});
    m.state.push_back({"contact", "", 0, 4, "0 flies, 1 on the ground, 2 crashed"});
    m.state.push_back({"contact_time", "s", 0, any, "of the last change of contact"});
    const ColumnInfo yaw{"yaw", "rad", -turn, turn, "heading, from north to east"};
    const ColumnInfo thrust{"thrust", "N", 0, 1e5, "all rotors together"};
    m.modes = {
        {"motors", rotors, "rotor speeds"},
        {"rates",
         {{"p", "rad/s", -turn, turn, ""},
          {"q", "rad/s", -turn, turn, ""},
          {"r", "rad/s", -turn, turn, ""},
          thrust},
         "body rates and thrust"},
        {"attitude",
         {{"roll", "rad", -turn, turn, ""}, {"pitch", "rad", -turn, turn, ""}, yaw, thrust},
         "attitude and thrust"},
        {"velocity",
         {{"vn", "m/s", -fast, fast, ""},
          {"ve", "m/s", -fast, fast, ""},
          {"vd", "m/s", -fast, fast, ""},
          yaw},
         "velocity and heading"},
        {"position",
         {{"north", "m", -far, far, ""}, {"east", "m", -far, far, ""}, {"down", "m", -far, far, ""}, yaw},
         "position and heading, by the cascade"},
        {"geometric",
         {{"north", "m", -far, far, ""}, {"east", "m", -far, far, ""}, {"down", "m", -far, far, ""}, yaw},
         "position and heading, by Lee's geometric law"}};
    m.parameters = {{"mass", "kg", 1.4844, 1e-3, 1e3, ""},
                    {"ix", "kg m²", 0.0094, 1e-7, 1e3, "moment of inertia about body x"},
                    {"iy", "kg m²", 0.0134, 1e-7, 1e3, "about body y"},
                    {"iz", "kg m²", 0.0145, 1e-7, 1e3, "about body z"},
                    {"arm", "m", 0.1372, 1e-3, 10, "from the centre to a rotor"},
                    {"thrust", "N s²", 2.5676951e-6, 1e-12, 1, "of a rotor, times the square of its speed"},
                    {"torque", "N m s²", 3.4296851e-8, 1e-14, 1, "of a rotor, times the square of its speed"},
                    {"slowest", "rad/s", 272.2714, 0, 1e5, "rotor speed"},
                    {"fastest", "rad/s", 2513.2741, 1, 1e5, "rotor speed"},
                    {"lag", "s", 0.084, 4e-3, 10, "time constant of the motors"},
                    {"drag_x", "N s/m", 0.26, 0, 100, ""},
                    {"drag_y", "N s/m", 0.28, 0, 100, ""},
                    {"drag_z", "N s/m", 0.42, 0, 100, ""},
                    {"lift", "N s²/m²", 0.01, 0, 100, "that speed across the rotors adds to thrust"},
                    {"position_xy", "1/s", 1.2, 0, 100, "gain"},
                    {"position_z", "1/s", 2.5, 0, 100, "gain"},
                    {"speed_limit", "m/s", 5, 0, 100, "of the position controller, each axis"},
                    {"velocity_xy", "1/s", 2.4, 0, 100, "gain"},
                    {"velocity_z", "1/s", 4, 0, 100, "gain"},
                    {"velocity_sum_xy", "1/s²", 0.5, 0, 100, "gain"},
                    {"velocity_sum_z", "1/s²", 1, 0, 100, "gain"},
                    {"acceleration_limit", "m/s²", 8, 0, 1000, "each axis"},
                    {"tilt", "1/s", 6, 0, 1000, "gain"},
                    {"yaw", "1/s", 3, 0, 1000, "gain"},
                    {"rate_limit", "rad/s", 4, 0, 100, "of the attitude controller"},
                    {"rate_xy", "N m s", 0.3, 0, 1e3, "gain"},
                    {"rate_z", "N m s", 0.13, 0, 1e3, "gain"},
                    {"rate_sum", "N m", 0.02, 0, 1e3, "gain"},
                    {"rate_change", "N m s²", 0.0025, 0, 1e3, "gain"},
                    {"geometric_x_xy", "1/s²", 1.5, 0, 1e3, "gain of Lee's law"},
                    {"geometric_x_z", "1/s²", 3, 0, 1e3, "gain of Lee's law"},
                    {"geometric_v_xy", "1/s", 2.2, 0, 1e3, "gain of Lee's law"},
                    {"geometric_v_z", "1/s", 3.5, 0, 1e3, "gain of Lee's law"},
                    {"geometric_r", "1/s²", 70, 0, 1e5, "gain of Lee's law"},
                    {"geometric_w", "1/s", 16, 0, 1e5, "gain of Lee's law"},
                    {"crash_speed", "m/s", 3, 0, 1e3, "at which the ground breaks it"}};
    m.presets = {{"crazyflie",
                  {{"mass", 0.03},
                   {"ix", 1.43e-5},
                   {"iy", 1.43e-5},
                   {"iz", 2.89e-5},
                   {"arm", 0.043},
                   {"thrust", 2.3e-8},
                   {"torque", 7.8e-10},
                   {"slowest", 0},
                   {"fastest", 2500},
                   {"lag", 0.072},
                   {"drag_x", 0.00733},
                   {"drag_y", 0.00733},
                   {"drag_z", 0.0054},
                   {"lift", 0},
                   {"rate_xy", 4.56e-4},
                   {"rate_z", 2.59e-4},
                   {"rate_sum", 3.0e-5},
                   {"rate_change", 3.8e-6}},
                  "Bitcraze's Crazyflie 2, after RotorPy"},
                 {"hummingbird",
                  {{"mass", 0.5},           {"ix", 3.65e-3},       {"iy", 3.68e-3},
                   {"iz", 7.03e-3},         {"arm", 0.17},         {"thrust", 5.57e-6},
                   {"torque", 1.36e-7},     {"slowest", 0},        {"fastest", 1500},
                   {"lag", 0.005},          {"drag_x", 0.223},     {"drag_y", 0.223},
                   {"drag_z", 0.435},       {"lift", 0},           {"rate_xy", 0.1165},
                   {"rate_z", 0.0631},      {"rate_sum", 0.0078},  {"rate_change", 9.7e-4},
                   {"geometric_x_xy", 6.5}, {"geometric_x_z", 15}, {"geometric_v_xy", 4},
                   {"geometric_v_z", 9},    {"geometric_r", 544},  {"geometric_w", 46.64}},
                  "Ascending Technologies' Hummingbird, after RotorPy"}};
    return m;
}

}  // namespace shoal::vehicle::quadrotor

#pragma once

#include "vehicle/lanes/elementary.hpp"
#include "vehicle/lanes/rows.hpp"
#include "vehicle/pose.hpp"
#include "vehicle/tables.hpp"

#include <cmath>

// A ground vehicle: a bicycle with Pacejka's lateral tyre forces, torque vectoring, and the kinematic bicycle at walking
// pace, where slip angles are not defined. Equations and sources: docs/models/vehicle-ground.md.
namespace shoal::vehicle::ground {

template <class R>
struct Body {
    R north, east, down, heading;  // m, rad
    R forward, side, yaw_rate;     // m/s, m/s to the right, rad/s
};

template <class R>
struct State {
    Body<R> body;
    R course_sum, course_error, course_change, speed_sum;  // rad s, rad, rad/s, m
    R contact, contact_time;
};

template <class R>
struct Command {
    R mode;
    R value[2];
};

struct Parameters {
    double mass, inertia, front, rear, drive, rolling, drag, brake, stiffness, shape, grip, torque_vectoring,
        reverses;
    double steer_limit, course_gain, course_sum, course_change, speed_gain, speed_sum, filter;
};

template <class T>
struct Constants {
    T step, mass, inverse_mass, inverse_inertia, front, rear, inverse_length, drive, rolling, drag, brake;
    T stiffness, shape, peak, torque_vectoring, reverses;
    T steer_limit, course_gain, course_sum, course_change, speed_gain, speed_sum, keep, take;
};

inline Constants<double> prepare(const Parameters& p, double step) {
    const double length = p.front + p.rear;
    return {step,
            p.mass,
            1.0 / p.mass,
            1.0 / p.inertia,
            p.front,
            p.rear,
            1.0 / length,
            p.drive,
            p.rolling,
            p.drag,
            p.brake,
            p.stiffness,
            p.shape,
            p.grip * 0.5 * p.mass * 9.81,
            p.torque_vectoring,
            p.reverses,
            p.steer_limit,
            p.course_gain,
            p.course_sum,
            p.course_change,
            p.speed_gain,
            p.speed_sum,
            (2.0 * p.filter - step) / (2.0 * p.filter + step),
            2.0 / (2.0 * p.filter + step)};
}

/// What the driver does, held over a step.
template <class R>
struct Drive {
    R steer, sine, cosine, tangent;  // rad, and of that angle
    R push, brake;                   // N, N
};

/// Lateral force of an axle (N, to the right) at a slip angle (rad): against the slip.
template <class R, class T>
SHOAL_LANE R axle_force(const R& slip, const Constants<T>& k) {
    return -k.peak * sin_cos(k.shape * arc_tangent(k.stiffness * slip)).sin;
}

/// How much of the motion is the dynamic one: none below 1.5 m/s, all above 3.5 m/s.
template <class R>
SHOAL_LANE R dynamic_share(const R& forward) {
    return clamp(0.5 * (magnitude(forward) - 1.5), 0.0, 1.0);
}

template <class R, class T>
SHOAL_LANE Body<R> derivative(const Body<R>& b, const Drive<R>& d, const Surroundings<R>& around,
                              const Constants<T>& k) {
    const R ahead = larger(magnitude(b.forward), 1.0);
    const R direction = within(b.forward * 20.0, 1.0);
    const R slip_front = arc_tangent((b.side + k.front * b.yaw_rate) / ahead) - d.steer * direction;
    const R slip_rear = arc_tangent((b.side - k.rear * b.yaw_rate) / ahead);
    const R front = axle_force(slip_front, k), rear = axle_force(slip_rear, k);
    const auto heading = sin_cos(b.heading);
    const R push = d.push - direction * (d.brake + k.rolling) - k.drag * b.forward * magnitude(b.forward);
    const R wanted = d.steer * b.forward * k.inverse_length;

    Body<R> c;
    c.north = b.forward * heading.cos - b.side * heading.sin;
    c.east = b.forward * heading.sin + b.side * heading.cos;
    c.down = 0.0;
    c.heading = b.yaw_rate;
    c.forward = (push - dynamic_share(b.forward) * front * d.sine + around.force_n * heading.cos +
                 around.force_e * heading.sin) *
                    k.inverse_mass +
                b.side * b.yaw_rate;
    c.side = (rear + front * d.cosine + around.force_e * heading.cos - around.force_n * heading.sin) *
                 k.inverse_mass -
             b.forward * b.yaw_rate;
    c.yaw_rate = (k.front * front * d.cosine - k.rear * rear + k.torque_vectoring * (wanted - b.yaw_rate)) *
                 k.inverse_inertia;
    return c;
}

/// Course and speed → steering angle and throttle: two PIDs whose integrals stop at the limits.
template <class R, class T>
SHOAL_LANE void autopilot(State<R>& s, const Command<R>& c, const Constants<T>& k, R& steer, R& throttle) {
    const Body<R>& b = s.body;
    const R drift = choose(b.forward > 0.5, angle_of(b.side, larger(b.forward, 0.5)), R(0.0));
    const R error = wrapped(c.value[0] - b.heading - drift);
    s.course_change = k.keep * s.course_change + k.take * wrapped(error - s.course_error);
    s.course_error = error;
    const R wish = k.course_gain * error + k.course_sum * s.course_sum + k.course_change * s.course_change;
    steer = within(wish, k.steer_limit);
    const auto stuck = ((wish > steer) & (error > 0.0)) | ((wish < steer) & (error < 0.0));
    s.course_sum += choose(stuck, R(0.0), k.step * error);

    const R slow = c.value[1] - root(b.forward * b.forward + b.side * b.side);
    const R push = k.speed_gain * slow + k.speed_sum * s.speed_sum;
    throttle = within(push, 1.0);
    const auto full = ((push > throttle) & (slow > 0.0)) | ((push < throttle) & (slow < 0.0));
    s.speed_sum += choose(full, R(0.0), k.step * slow);
}

template <class R, class T>
SHOAL_LANE void step(State<R>& s, const Command<R>& c, const Surroundings<R>& around, const Constants<T>& k) {
    R steer, throttle;
    autopilot(s, c, k, steer, throttle);
    const auto direct = c.mode < 0.5;
    steer = choose(direct, within(c.value[0], k.steer_limit), steer);
    throttle = choose(direct, within(c.value[1], 1.0), throttle);
    const auto angle = sin_cos(steer);
    const auto drives = (throttle > 0.0) | (R(k.reverses) > 0.5);
    const Drive<R> d{steer,
                     angle.sin,
                     angle.cos,
                     angle.sin / angle.cos,
                     choose(drives, k.drive * throttle, R(0.0)),
                     choose(drives, R(0.0), -k.brake * k.mass * throttle)};
    const R before = s.body.forward;
    runge_kutta<R>(s.body, k.step, [&](const Body<R>& b) { return derivative(b, d, around, k); });

    // Brakes and rolling resistance stop a vehicle, they do not drive it back.
    Body<R>& b = s.body;
    const auto stops = (d.brake + k.rolling > magnitude(d.push)) &
                       ((before * b.forward < 0.0) | (magnitude(b.forward) < 1e-3));
    b.forward = choose(stops, R(0.0), b.forward);
    // At walking pace the wheels roll where they point.
    const R share = dynamic_share(b.forward);
    const R turning = d.tangent * b.forward * k.inverse_length;
    b.yaw_rate = share * b.yaw_rate + (1.0 - share) * turning;
    b.side = share * b.side + (1.0 - share) * turning * k.rear;
    b.heading = wrapped(b.heading);
    b.down = -around.ground;
    s.contact = 1.0;
}

/// On its way along its heading.
inline State<double> start(const Parameters&, const Placement& at) {
    State<double> s{};
    s.body = {at.north, at.east, at.down, at.heading, at.speed, 0.0, 0.0};
    s.contact = 1.0;
    return s;
}

inline Pose<double> pose(const State<double>& s) {
    const auto& b = s.body;
    return level_pose({b.north, b.east, b.down, b.heading, b.forward, b.side, b.yaw_rate});
}

inline ModelInfo info() {
    ModelInfo m;
    m.name = "ground";
    m.meaning = "a car: bicycle with Pacejka tyres and torque vectoring (Hummer H2)";
    m.time_step = 0.01;
    m.state =
        joined({position_columns(),
                {free_column("heading", "rad", "from north to east"),
                 free_column("forward", "m/s", "along body x"), free_column("side", "m/s", "along body y"),
                 free_column("yaw_rate", "rad/s"), free_column("course_sum", "rad s", "autopilot"),
                 free_column("course_error", "rad", "autopilot, of the last step"),
                 free_column("course_change", "rad/s", "autopilot, filtered"),
                 free_column("speed_sum", "m", "autopilot")},
                contact_columns()});
    m.modes = {{"direct",
                {{"steer", "rad", -0.5235988, 0.5235988, "of the front wheels, to the right"},
                 {"throttle", "", -1, 1, "below 0: brake"}},
                "wheels and pedals"},
               {"autopilot",
                {{"course", "rad", -1e4, 1e4, "from north to east"}, {"speed", "m/s", 0, 200, ""}},
                "course and speed"}};
    m.parameters = {{"mass", "kg", 3000, 1, 1e6, ""},
                    {"inertia", "kg m²", 7300, 0.1, 1e8, "about the vertical"},
                    {"front", "m", 1.56, 0.01, 50, "from the centre of mass to the front axle"},
                    {"rear", "m", 1.56, 0.01, 50, "to the rear axle"},
                    {"drive", "N", 13500, 0, 1e7, "at full throttle"},
                    {"rolling", "N", 0, 0, 1e6, "resistance"},
                    {"drag", "kg/m", 8.0, 0, 1e3, "force over speed squared"},
                    {"brake", "m/s²", 4.5, 0, 50, "at full brake"},
                    {"stiffness", "1/rad", 10, 0.1, 100, "Pacejka's B"},
                    {"shape", "", 1.9, 0.5, 3, "Pacejka's C"},
                    {"grip", "", 0.70, 0.01, 5, "Pacejka's D over the axle's load"},
                    {"torque_vectoring", "N m s", 0, 0, 1e7, ""},
                    {"reverses", "", 0, 0, 1, "1: throttle below 0 drives backwards instead of braking"},
                    {"steer_limit", "rad", 0.5235988, 0.01, 1.5, ""},
                    {"course_gain", "", 3, 0, 1e3, ""},
                    {"course_sum", "1/s", 0.3, 0, 1e3, ""},
                    {"course_change", "s", 0.1, 0, 1e3, ""},
                    {"speed_gain", "s/m", 1, 0, 1e3, ""},
                    {"speed_sum", "1/m", 0.1, 0, 1e3, ""},
                    {"filter", "s", 0.05, 0.01, 10, "of the derivative"}};
    return m;
}

}  // namespace shoal::vehicle::ground

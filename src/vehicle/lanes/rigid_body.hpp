#pragma once

#include "vehicle/lanes/elementary.hpp"

// Vectors, quaternions (body → NED, w first) and rotations of lanes.
namespace shoal::vehicle {

constexpr double gravity = 9.81;  // m/s²

template <class R>
struct Vec3 {
    R x, y, z;

    friend SHOAL_LANE Vec3 operator+(const Vec3& a, const Vec3& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend SHOAL_LANE Vec3 operator-(const Vec3& a, const Vec3& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend SHOAL_LANE Vec3 operator*(R s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
};

namespace {

template <class R>
SHOAL_LANE R dot(const Vec3<R>& a, const Vec3<R>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class R>
SHOAL_LANE Vec3<R> cross(const Vec3<R>& a, const Vec3<R>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class R>
SHOAL_LANE Vec3<R> normalised(const Vec3<R>& a) {
    return (R(1.0) / root(larger(dot(a, a), 1e-12))) * a;
}
template <class R>
SHOAL_LANE Vec3<R> choose(typename R::Mask mask, const Vec3<R>& yes, const Vec3<R>& no) {
    return {choose(mask, yes.x, no.x), choose(mask, yes.y, no.y), choose(mask, yes.z, no.z)};
}
/// Each component within ±limit.
template <class R>
SHOAL_LANE Vec3<R> within(const Vec3<R>& a, std::type_identity_t<R> limit) {
    return {within(a.x, limit), within(a.y, limit), within(a.z, limit)};
}

/// The body's axes in NED.
template <class R>
struct Axes {
    Vec3<R> forward, right, down;

    SHOAL_LANE Vec3<R> to_world(const Vec3<R>& body) const {
        return body.x * forward + body.y * right + body.z * down;
    }
    SHOAL_LANE Vec3<R> to_body(const Vec3<R>& world) const {
        return {dot(forward, world), dot(right, world), dot(down, world)};
    }
};

/// Of a quaternion of any length: the scale divides by its square.
template <class R>
SHOAL_LANE Axes<R> axes_of(R w, R x, R y, R z) {
    const R scale = 2.0 / (w * w + x * x + y * y + z * z);
    const R xs = x * scale, ys = y * scale, zs = z * scale;
    const R wx = w * xs, wy = w * ys, wz = w * zs;
    const R xx = x * xs, xy = x * ys, xz = x * zs;
    const R yy = y * ys, yz = y * zs, zz = z * zs;
    return {{1.0 - (yy + zz), xy + wz, xz - wy},
            {xy - wz, 1.0 - (xx + zz), yz + wx},
            {xz + wy, yz - wx, 1.0 - (xx + yy)}};
}

/// How attitude changes with body rates: half of q ⊗ (0, p, q, r), into the last four arguments.
template <class R>
SHOAL_LANE void turn(R w, R x, R y, R z, const Vec3<R>& rates, R& dw, R& dx, R& dy, R& dz) {
    dw = -0.5 * (x * rates.x + y * rates.y + z * rates.z);
    dx = 0.5 * (w * rates.x + y * rates.z - z * rates.y);
    dy = 0.5 * (w * rates.y + z * rates.x - x * rates.z);
    dz = 0.5 * (w * rates.z + x * rates.y - y * rates.x);
}

template <class R>
SHOAL_LANE void normalise(R& w, R& x, R& y, R& z) {
    const R scale = 1.0 / root(w * w + x * x + y * y + z * z);
    w *= scale;
    x *= scale;
    y *= scale;
    z *= scale;
}

}  // namespace
}  // namespace shoal::vehicle

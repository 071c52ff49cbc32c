#pragma once

#include <array>

/// WGS-84 and frames on it. Equations: docs/models/vehicle-frames.md.
namespace shoal::vehicle {

struct Geodetic {
    double latitude = 0.0, longitude = 0.0;  // rad
    double height = 0.0;                     // m, over the ellipsoid
};

using Vector3 = std::array<double, 3>;

[[nodiscard]] Vector3 ecef_of(const Geodetic& place);     // m
[[nodiscard]] Geodetic geodetic_of(const Vector3& ecef);  // within 1e-6 m from −10 to 100 km

/// The tangent plane at an origin: north, east, down. Far from the origin "down" is not the height.
class LocalFrame {
public:
    explicit LocalFrame(const Geodetic& origin);

    [[nodiscard]] const Geodetic& origin() const { return origin_; }
    [[nodiscard]] Vector3 ecef(const Vector3& ned) const;
    [[nodiscard]] Vector3 ned(const Vector3& ecef) const;
    [[nodiscard]] Geodetic geodetic(const Vector3& ned) const { return geodetic_of(ecef(ned)); }
    [[nodiscard]] Vector3 ned(const Geodetic& place) const { return ned(ecef_of(place)); }

private:
    Geodetic origin_;
    Vector3 centre_;               // m, ECEF
    std::array<Vector3, 3> axes_;  // north, east, down in ECEF
};

/// NED to east, north, up and back: the same exchange both ways.
[[nodiscard]] constexpr Vector3 swap_enu_ned(const Vector3& v) { return {v[1], v[0], -v[2]}; }

using Quaternion = std::array<double, 4>;  // w, x, y, z

[[nodiscard]] constexpr Quaternion product(const Quaternion& a, const Quaternion& b) {
    return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

/// Attitude of forward-right-down in NED → attitude of forward-left-up in ENU.
[[nodiscard]] constexpr Quaternion enu_flu_of(const Quaternion& ned_frd) {
    constexpr double half = 0.70710678118654752440;
    return product(product({0.0, half, half, 0.0}, ned_frd), {0.0, 1.0, 0.0, 0.0});
}

}  // namespace shoal::vehicle

#include "vehicle/environment/geodesy.hpp"

#include "base/math.hpp"

#include <cmath>

namespace shoal::vehicle {
namespace {

constexpr double a = 6378137.0;  // m, semi-major axis
constexpr double f = 1.0 / 298.257223563;
constexpr double b = a * (1.0 - f);
constexpr double e2 = f * (2.0 - f);
constexpr double e2_second = e2 / (1.0 - e2);

double dot(const Vector3& u, const Vector3& v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }

}  // namespace

Vector3 ecef_of(const Geodetic& place) {
    const auto lat = math::sincos(place.latitude), lon = math::sincos(place.longitude);
    const double n = a / std::sqrt(1.0 - e2 * lat.sin * lat.sin);
    return {(n + place.height) * lat.cos * lon.cos, (n + place.height) * lat.cos * lon.sin,
            (n * (1.0 - e2) + place.height) * lat.sin};
}

// Bowring's method, two passes.
Geodetic geodetic_of(const Vector3& ecef) {
    const double p = std::sqrt(ecef[0] * ecef[0] + ecef[1] * ecef[1]);
    double reduced_y = a * ecef[2], reduced_x = b * p;  // of the reduced latitude
    double latitude = 0.0;
    for (int pass = 0; pass < 2; ++pass) {
        const double length = std::sqrt(reduced_x * reduced_x + reduced_y * reduced_y);
        const double s = reduced_y / length, c = reduced_x / length;
        latitude = math::atan2(ecef[2] + e2_second * b * s * s * s, p - e2 * a * c * c * c);
        const auto lat = math::sincos(latitude);
        reduced_y = (1.0 - f) * lat.sin;
        reduced_x = lat.cos;
    }
    const auto lat = math::sincos(latitude);
    return {latitude, math::atan2(ecef[1], ecef[0]),
            p * lat.cos + ecef[2] * lat.sin - a * std::sqrt(1.0 - e2 * lat.sin * lat.sin)};
}

LocalFrame::LocalFrame(const Geodetic& origin) : origin_(origin), centre_(ecef_of(origin)) {
    const auto lat = math::sincos(origin.latitude), lon = math::sincos(origin.longitude);
    axes_ = {Vector3{-lat.sin * lon.cos, -lat.sin * lon.sin, lat.cos}, Vector3{-lon.sin, lon.cos, 0.0},
             Vector3{-lat.cos * lon.cos, -lat.cos * lon.sin, -lat.sin}};
}

Vector3 LocalFrame::ecef(const Vector3& ned) const {
    Vector3 at = centre_;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < 3; ++i) at[i] += axes_[axis][i] * ned[axis];
    return at;
}

Vector3 LocalFrame::ned(const Vector3& ecef) const {
    const Vector3 away{ecef[0] - centre_[0], ecef[1] - centre_[1], ecef[2] - centre_[2]};
    return {dot(axes_[0], away), dot(axes_[1], away), dot(axes_[2], away)};
}

}  // namespace shoal::vehicle

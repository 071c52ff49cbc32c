#pragma once

#include "physics/vec2.hpp"

#include <cmath>
#include <string>

namespace shoal::physics {

/// Throws Error about the definition `what`.
[[noreturn]] void refuse(const std::string& what, const std::string& found, const std::string& expected);
/// Refuses `found` unless it is right.
void require(bool right, const char* what, double found, const char* expected);

[[nodiscard]] inline bool is_finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }
inline void require_finite(Vec2 v, const char* what) {
    require(is_finite(v), what, std::isfinite(v.x) ? v.y : v.x, "finite numbers");
}
inline void require_finite(double v, const char* what) {
    require(std::isfinite(v), what, v, "a finite number");
}
inline void require_not_negative(double v, const char* what) {
    require(std::isfinite(v) && v >= 0.0, what, v, "a number that is not negative");
}
inline void require_positive(double v, const char* what) {
    require(std::isfinite(v) && v > 0.0, what, v, "a positive number");
}

}  // namespace shoal::physics

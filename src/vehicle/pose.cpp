#include "vehicle/pose.hpp"

#include "base/math.hpp"

namespace shoal::vehicle {

Pose<double> level_pose(const LevelMotion& m) {
    const auto half = math::sincos(0.5 * m.heading), heading = math::sincos(m.heading);
    return {m.north,
            m.east,
            m.down,
            half.cos,
            0.0,
            0.0,
            half.sin,
            m.ahead * heading.cos - m.aside * heading.sin,
            m.ahead * heading.sin + m.aside * heading.cos,
            0.0,
            0.0,
            0.0,
            m.yaw_rate};
}

}  // namespace shoal::vehicle

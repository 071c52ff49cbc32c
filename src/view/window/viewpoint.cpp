#include "view/window/viewpoint.hpp"

namespace shoal::view {
namespace {

constexpr double farthest = 0.1, nearest = 400.0;  // of the scale that fits

}  // namespace

void Viewpoint::set_fit(const Camera& fit) {
    fit_ = fit;
    if (fits_) camera_ = fit_;
}

void Viewpoint::pan(physics::Vec2 points) {
    fits_ = false;
    camera_.origin = camera_.origin + points;
}

void Viewpoint::zoom(double factor, physics::Vec2 fixed) {
    fits_ = false;
    const double wanted = std::clamp(camera_.scale * factor, farthest * fit_.scale, nearest * fit_.scale);
    camera_ = camera_.zoomed(wanted / camera_.scale, fixed);
}

void Viewpoint::centre_on(physics::Vec2 world, physics::Vec2 window) {
    fits_ = false;
    camera_.origin = 0.5 * window - camera_.scale * world;
}

}  // namespace shoal::view

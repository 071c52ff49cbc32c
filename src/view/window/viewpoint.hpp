#pragma once

#include "view/draw/camera.hpp"

namespace shoal::view {

/// What part of the world a window shows, in points of the window. It fits all of it until somebody zooms or pans.
class Viewpoint {
public:
    [[nodiscard]] const Camera& camera() const { return camera_; }
    [[nodiscard]] bool fits() const { return fits_; }

    /// Call it when the fit may have changed: the window's size, or what is written around the world.
    void set_fit(const Camera& fit);
    void fit() { fits_ = true, camera_ = fit_; }
    void pan(physics::Vec2 points);
    void zoom(double factor, physics::Vec2 fixed);
    void centre_on(physics::Vec2 world, physics::Vec2 window);

private:
    Camera camera_, fit_;
    bool fits_ = true;
};

}  // namespace shoal::view

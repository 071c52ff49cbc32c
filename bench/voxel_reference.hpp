#pragma once

#include "voxel/body.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace shoal::bench {

/// A voxel robot on flat ground as a plain loop over springs and bodies: the same springs, welds, sub-steps and contacts as the
/// product, without tiles, lanes or threads. What bench_voxel measures against.
class VoxelReference {
public:
    VoxelReference(const voxel::Body& body, double x, double y, int substeps, double dt);

    /// Control values of the voxels, row by row from the bottom.
    void control(const std::vector<float>& values);
    void step();
    [[nodiscard]] double centre_x() const;

private:
    struct Mass {
        std::size_t body;
        double x, y;  // m, in the body's frame
    };
    struct RigidBody {
        double x, y, vx = 0.0, vy = 0.0, w = 0.0, angle = 0.0, c = 1.0, s = 0.0;
        double fx = 0.0, fy = 0.0, torque = 0.0, inv_mass, inv_inertia, keep_linear, keep_angular;
        std::vector<std::array<double, 2>> corners;
    };
    struct Spring {
        std::size_t voxel, a, b;                // masses
        double ax, ay, bx, by;                  // m, in the bodies' frames
        double own_ax, own_ay, own_bx, own_by;  // m, from the masses' centres
        int kind;
        double mass = 0.0;  // kg
    };

    void set_spring_masses();
    void pull(double h);
    void touch_ground(RigidBody& body, double h) const;
    void move(RigidBody& body, double h) const;

    voxel::Material material_;
    int substeps_;
    double dt_;
    std::vector<Mass> masses_;  // four a voxel
    std::vector<RigidBody> bodies_;
    std::vector<Spring> springs_;
    std::vector<std::array<double, 3>> rest_;  // m, by kind of spring
};

}  // namespace shoal::bench

#include "support/scenes.hpp"

#include "base/math.hpp"

namespace shoal::scenes {
namespace {

using physics::DistanceJointDef;
using physics::RevoluteJointDef;
using physics::WeldJointDef;
using Pool = std::shared_ptr<WorkerPool>;

// Large enough for every loop to be cut into several ranges.
Scene crowd(Pool pool) { return moving_discs(5000, 0.6, 0.3, std::move(pool)); }

Scene pressed_into_a_corner(Pool pool) {
    Scene scene = moving_discs(3000, 0.5, 0.0, std::move(pool));
    for (const BodyId body : scene.bodies) scene.world.set_drive(body, {-0.2, -0.15}, 0.5, 2.0, 20.0);
    return scene;
}

Scene heap_of_everything(Pool pool) {
    WorldDef def;
    def.gravity = {0.0, -9.81};
    Scene scene{World(def, std::move(pool)), {}};
    scene.world.add_outline(rectangle({{0.0, 0.0}, {2.0, 6.0}}), {});
    RandomStream random(5, 0, Purpose::test);
    for (int i = 0; i < 600; ++i) {
        const Vec2 at = {0.1 * (i % 18) + 0.12, 0.1 * static_cast<double>(i / 18) + 0.1};
        const double size = random.uniform(0.02, 0.04);
        const Material material{10.0, random.uniform(0.0, 0.8), random.uniform(0.0, 0.9)};
        if (i % 3 == 0) scene.bodies.push_back(add_disc(scene.world, at, size, {}, material));
        else
            scene.bodies.push_back(add_box(scene.world, at, 2 * size, size, random.uniform(-3, 3), material));
        if (i % 7 == 0) scene.world.add_disc(scene.bodies.back(), {size, 0.0}, 0.5 * size, material);
    }
    return scene;
}

Scene periodic_swarm(Pool pool) {
    WorldDef def;
    def.domain = {{-1.0, -0.5}, {1.0, 0.5}};
    def.periodic = true;
    Scene scene{World(def, std::move(pool)), {}};
    const auto velocities = random_velocities(400, 0.5, 1);
    for (std::size_t i = 0; i < 400; ++i)
        scene.bodies.push_back(add_disc(
            scene.world, {0.08 * static_cast<double>(i % 25) - 1.0, 0.06 * static_cast<double>(i / 25) - 0.5},
            0.02, velocities[i], {10.0, 0.3, 0.8}));
    return scene;
}

Scene joined_bodies(Pool pool) {
    WorldDef def;
    def.gravity = {0.3, -9.81};
    Scene scene{World(def, std::move(pool)), {}};
    scene.world.add_outline(star(5, 1.2, 2.5), {});
    for (int i = 0; i < 60; ++i) {
        scene.bodies.push_back(add_disc(scene.world, {0.06 * i - 1.0, 0.1 * (i % 3)}, 0.02));
        if (i == 0) continue;
        DistanceJointDef joint;
        joint.a = scene.bodies[static_cast<std::size_t>(i) - 1];
        joint.b = scene.bodies.back();
        joint.kind = static_cast<DistanceJointDef::Kind>(i % 3);
        joint.max_length = 0.15;
        joint.spring = {8.0, 0.2};
        if (i % 4) scene.world.add_joint(joint);
        else if (i % 8)
            scene.world.add_joint(RevoluteJointDef{joint.a, joint.b, {0.03, 0.0}, {-0.03, 0.0}, false});
        else scene.world.add_joint(WeldJointDef{joint.a, joint.b, {0.03, 0.0}, {-0.03, 0.0}, 0.2, true});
    }
    return scene;
}

Scene fast_in_a_star(Pool pool) {
    Scene scene{World({}, std::move(pool)), {}};
    scene.world.add_outline(star(7, 0.8, 1.6), {1.0, 0.2, 0.9});
    scene.world.add_outline(reversed(star(3, 0.1, 0.2)), {1.0, 0.2, 0.9});
    const auto velocities = random_velocities(120, 8.0, 2);
    for (std::size_t i = 0; i < 120; ++i) {
        const auto [s, c] = math::sincos(math::two_pi * static_cast<double>(i % 24) / 24.0);
        const double r = 0.3 + 0.1 * static_cast<double>(i / 24);
        scene.bodies.push_back(
            add_disc(scene.world, {r * c, r * s}, 0.0265, velocities[i], {10.0, 0.3, 0.9}));
    }
    return scene;
}

}  // namespace

const std::vector<Named>& named_scenes() {
    static const std::vector<Named> all{
        {"crowd", crowd, 60},
        {"pressed_into_a_corner", pressed_into_a_corner, 200},
        {"heap_of_everything", heap_of_everything, 200},
        {"periodic_swarm", periodic_swarm, 200},
        {"joined_bodies", joined_bodies, 300},
        {"fast_in_a_star", fast_in_a_star, 300},
    };
    return all;
}

}  // namespace shoal::scenes

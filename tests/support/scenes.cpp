#include "support/scenes.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::scenes {

std::vector<Vec2> rectangle(Bounds b) { return {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}}; }

std::vector<Vec2> star(int tips, double inner, double outer) {
    std::vector<Vec2> corners;
    for (int i = 0; i < 2 * tips; ++i) {
        const auto [s, c] = math::sincos(math::pi * i / tips);
        const double r = i % 2 ? inner : outer;
        corners.push_back({r * c, r * s});
    }
    return corners;
}

std::vector<Vec2> ring(int n, double radius) {
    std::vector<Vec2> corners;
    for (int i = 0; i < n; ++i) {
        const auto [s, c] = math::sincos(math::two_pi * i / n);
        corners.push_back({radius * c, radius * s});
    }
    return corners;
}

std::vector<Vec2> reversed(std::vector<Vec2> corners) {
    std::reverse(corners.begin(), corners.end());
    return corners;
}

BodyId add_disc(World& world, Vec2 position, double radius, Vec2 velocity, const Material& material) {
    physics::BodyDef def;
    def.position = position;
    def.velocity = velocity;
    const BodyId body = world.add_body(def);
    world.add_disc(body, {}, radius, material);
    return body;
}

BodyId add_box(World& world, Vec2 position, double width, double height, double angle,
               const Material& material) {
    physics::BodyDef def;
    def.position = position;
    def.angle = angle;
    const BodyId body = world.add_body(def);
    world.add_box(body, width, height, material);
    return body;
}

Lattice lattice(std::size_t n, double cover, double radius) {
    const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n))));
    const double box = std::sqrt(static_cast<double>(n) * math::pi * radius * radius / cover);
    const double pitch = box / static_cast<double>(side);
    Lattice result{{{0.0, 0.0}, {box, box}}, {}};
    for (std::size_t i = 0; i < n; ++i)
        result.places.push_back(
            {pitch * (static_cast<double>(i % side) + 0.5), pitch * (static_cast<double>(i / side) + 0.5)});
    return result;
}

std::vector<Vec2> random_velocities(std::size_t n, double speed, std::uint32_t round) {
    std::vector<Vec2> velocities;
    RandomStream random(7, round, Purpose::test);
    for (std::size_t i = 0; i < n; ++i) {
        const auto [s, c] = math::sincos(random.uniform(0.0, math::two_pi));
        velocities.push_back({speed * c, speed * s});
    }
    return velocities;
}

Scene moving_discs(std::size_t n, double cover, double speed, std::shared_ptr<WorkerPool> pool) {
    const Lattice places = lattice(n, cover);
    WorldDef def;
    def.domain = {places.box.min - Vec2{1.0, 1.0}, places.box.max + Vec2{1.0, 1.0}};
    Scene scene{World(def, std::move(pool)), {}};
    const Material material{10.0, 0.3, 0.5};
    scene.world.add_outline(rectangle(places.box), material);
    const auto velocities = random_velocities(n, speed, 0);
    for (std::size_t i = 0; i < n; ++i)
        scene.bodies.push_back(
            add_disc(scene.world, places.places[i], robot_radius, velocities[i], material));
    return scene;
}

void run(World& world, int n, double dt) {
    for (int i = 0; i < n; ++i) world.step(dt);
}

Budget budget(const World& world) {
    const auto& s = world.state();
    const auto& bodies = world.model().bodies;
    Budget sum;
    for (std::size_t b = 0; b < s.x.size(); ++b) {
        if (bodies.inv_mass[b] == 0.0F) continue;
        const double m = 1.0 / static_cast<double>(bodies.inv_mass[b]);
        const double inertia = 1.0 / static_cast<double>(bodies.inv_inertia[b]);
        const Vec2 v = {s.vx[b], s.vy[b]};
        const double w = s.w[b];
        sum.momentum = sum.momentum + m * v;
        sum.angular += m * physics::cross({s.x[b], s.y[b]}, v) + inertia * w;
        sum.energy += 0.5 * (m * physics::dot(v, v) + inertia * w * w);
    }
    return sum;
}

double deepest_overlap(const Scene& scene, double radius) {
    double deepest = 0.0;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const Vec2 p = scene.world.position(scene.bodies[i]);
        for (std::size_t j = i + 1; j < scene.bodies.size(); ++j) {
            const Vec2 d = scene.world.layout().shortest(scene.world.position(scene.bodies[j]) - p);
            deepest = std::max(deepest, 2.0 * radius - physics::length(d));
        }
    }
    return deepest;
}

}  // namespace shoal::scenes

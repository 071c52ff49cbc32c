#include "physics/collide.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

// No disc's centre ever passes a wall, however fast it goes and however coarse the step.
namespace shoal::physics {
namespace {

using Outline = std::vector<Vec2>;

// Whether p lies inside the closed outline (count of crossings of a ray along x).
bool inside(Vec2 p, const Outline& o) {
    bool in = false;
    for (std::size_t i = 0; i < o.size(); ++i) {
        const Vec2 a = o[i];
        const Vec2 b = o[(i + 1) % o.size()];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) in = !in;
    }
    return in;
}

struct Arena {
    const char* name;
    Outline border;
    std::vector<Outline> holes;
};

std::vector<Arena> arenas() {
    const Outline box = scenes::rectangle({{-0.6, -0.6}, {0.6, 0.6}});
    std::vector<Arena> all;
    all.push_back({"box", box, {}});
    all.push_back({"concave and convex corners",
                   {{-0.6, -0.6}, {0.6, -0.6}, {0.6, 0.1}, {0.1, 0.1}, {0.1, 0.6}, {-0.6, 0.6}},
                   {}});
    all.push_back({"star", scenes::star(5, 0.25, 0.7), {}});
    all.push_back({"sharp star", scenes::star(12, 0.3, 0.7), {}});
    all.push_back({"ring of 305", scenes::ring(305, 0.6), {}});
    all.push_back(
        {"spikes",
         {{-0.6, -0.6}, {0.0, -0.6}, {0.0, 0.2}, {1e-5, -0.6}, {0.6, -0.6}, {0.6, 0.6}, {-0.6, 0.6}},
         {}});
    // Walls of 1 mm, standing free, met at right angles and leaning.
    all.push_back({"thin walls",
                   box,
                   {scenes::reversed(scenes::rectangle({{-0.0005, -0.3}, {0.0005, 0.4}})),
                    scenes::reversed(scenes::rectangle({{0.2, -0.2005}, {0.5, -0.1995}})),
                    scenes::reversed({{-0.5, -0.3}, {-0.499, -0.3}, {-0.199, 0.3}, {-0.2, 0.3}})}});
    return all;
}

bool is_free(Vec2 p, const Arena& arena, double clearance) {
    const auto near = [&](const Outline& o) {
        for (std::size_t i = 0; i < o.size(); ++i)
            if (length(p - nearest_on_segment(p, o[i], o[(i + 1) % o.size()])) < clearance) return true;
        return false;
    };
    if (!inside(p, arena.border) || near(arena.border)) return false;
    for (const Outline& hole : arena.holes)
        if (inside(p, hole) || near(hole)) return false;
    return true;
}

void fly(const Arena& arena, double speed, double dt, double restitution) {
    World world({});
    const Material material{10.0, 0.3, restitution};
    world.add_outline(arena.border, material);
    for (const Outline& hole : arena.holes) world.add_outline(hole, material);
    RandomStream random(17, 0, Purpose::test);
    std::vector<BodyId> discs;
    while (discs.size() < 25) {
        const Vec2 at = {random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)};
        if (is_free(at, arena, 0.027))
            discs.push_back(scenes::add_disc(world, at, scenes::robot_radius, {}, material));
    }
    for (std::uint32_t step = 0; step < 200; ++step) {
        if (step % 10 == 0) {
            const auto velocities = scenes::random_velocities(discs.size(), speed, step);
            for (std::size_t i = 0; i < discs.size(); ++i) world.set_velocity(discs[i], velocities[i], 0.0);
        }
        world.step(dt);
        for (const BodyId disc : discs)
            ASSERT_TRUE(is_free(world.position(disc), arena, 0.0))
                << arena.name << ": " << speed << " m/s, dt " << dt << " s, step " << step << ", at "
                << world.position(disc).x << ' ' << world.position(disc).y;
    }
}

TEST(Tunnelling, DiscsStayInsideAtAnySpeed) {
    for (const Arena& arena : arenas())
        for (const double speed : {1.0, 5.0, 20.0, 50.0})
            for (const double dt : {0.005, 0.01, 0.02, 0.05})
                for (const double restitution : {0.0, 0.9}) {
                    fly(arena, speed, dt, restitution);
                    if (testing::Test::HasFatalFailure()) return;
                }
}

TEST(Tunnelling, ASingleDiscShotAtACornerFromAllSides) {
    const Outline corner{
        {-0.6, -0.6}, {0.6, -0.6}, {0.6, 0.6}, {0.0, 0.0}, {-0.6, 0.6}};  // tip at the origin
    for (int k = 0; k < 180; ++k) {
        World world({});
        world.add_outline(corner, {});
        const double a = M_PI * (1.25 + 0.5 * k / 179);
        const Vec2 ray = {std::cos(a), std::sin(a)};
        const BodyId disc = scenes::add_disc(world, 0.3 * ray + Vec2{0.0, -0.1}, 0.02, -50.0 * ray);
        for (int i = 0; i < 20; ++i) {
            world.step(0.02);
            ASSERT_TRUE(inside(world.position(disc), corner)) << k;
        }
    }
}

TEST(Tunnelling, BoxesAndCompoundsKeepTheirCentresInside) {
    const Outline arena = scenes::star(5, 0.3, 0.8);
    World world({});
    world.add_outline(arena, {1.0, 0.3, 0.5});
    std::vector<BodyId> bodies;
    for (int i = 0; i < 9; ++i) {
        bodies.push_back(
            scenes::add_box(world, {0.1 * (i % 3) - 0.1, 0.1 * (i / 3) - 0.1}, 0.08, 0.03, 0.2 * i));
        if (i % 2) world.add_disc(bodies.back(), {0.04, 0.0}, 0.02, {});
    }
    for (std::uint32_t step = 0; step < 1000; ++step) {
        if (step % 10 == 0) {
            const auto velocities = scenes::random_velocities(bodies.size(), 20.0, step);
            for (std::size_t i = 0; i < bodies.size(); ++i)
                world.set_velocity(bodies[i], velocities[i], 10.0);
        }
        world.step(0.02);
        for (const BodyId b : bodies) {
            const Vec2 com = {world.state().x[b.index], world.state().y[b.index]};
            ASSERT_TRUE(inside(com, arena)) << step << " body " << b.index;
        }
    }
}

// All robots drive into one corner of the arena for `seconds`; none overlaps another by more than `overlap` metres.
void press(std::size_t n, double seconds, double overlap) {
    auto scene = scenes::moving_discs(n, 0.5, 0.0);
    World& world = scene.world;
    for (const BodyId body : scene.bodies) world.set_drive(body, {-0.1, -0.1}, 0.0, 2.0, 20.0);
    const double side = scenes::lattice(n, 0.5).box.max.x;
    for (int i = 0; i < static_cast<int>(seconds / 0.01); ++i) {
        world.step(0.01);
        ASSERT_TRUE(world.lost().empty());
        if (i % 100) continue;
        for (const BodyId body : scene.bodies) {
            const Vec2 p = world.position(body);
            ASSERT_TRUE(p.x > 0.0 && p.y > 0.0 && p.x < side && p.y < side) << "at " << 0.01 * i << " s";
        }
    }
    EXPECT_GT(world.contact_count(), 2 * n);
    EXPECT_LT(scenes::deepest_overlap(scene), overlap);
    for (const BodyId body : scene.bodies) {
        EXPECT_GT(world.position(body).x, 0.9 * scenes::robot_radius);
        EXPECT_GT(world.position(body).y, 0.9 * scenes::robot_radius);
    }
}

TEST(Crowd, TwoThousandPressIntoACornerForAMinute) { press(2000, 60.0, 0.0015); }
TEST(Crowd, SixteenThousandPressIntoACornerForTwoMinutes_slow) { press(16000, 120.0, 0.004); }

}  // namespace
}  // namespace shoal::physics

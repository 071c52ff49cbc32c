#include "base/math.hpp"
#include "physics/shape_view.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// Each query against a twin that looks at everything.
namespace shoal::physics {
namespace {

constexpr double side = 2.0;  // m

scenes::Scene random_world(std::uint32_t seed, bool periodic) {
    WorldDef def;
    def.domain = {{-1.2, -0.9}, {-1.2 + side, -0.9 + side}};
    def.periodic = periodic;
    scenes::Scene scene{World(def), {}};
    RandomStream random(seed, 0, Purpose::test);
    for (int i = 0; i < 120; ++i) {
        const Vec2 at = {random.uniform(-1.2, 0.8), random.uniform(-0.9, 1.1)};
        const double size = i == 60 ? 0.25 : random.uniform(0.005, 0.06);
        scene.bodies.push_back(i % 3
                                   ? scenes::add_disc(scene.world, at, size)
                                   : scenes::add_box(scene.world, at, 2 * size, size, random.uniform(-3, 3)));
        if (i % 10 == 5) scene.world.add_disc(scene.bodies.back(), {0.06, 0.0}, 0.02, {});
        scene.world.set_velocity(scene.bodies.back(), {random.uniform(-1, 1), random.uniform(-1, 1)},
                                 random.uniform(-9, 9));
    }
    scene.world.add_outline(std::vector<Vec2>{{-0.2, -0.2}, {-0.2, 0.1}, {0.1, 0.15}, {0.15, -0.2}}, {});
    scene.world.add_outline(std::vector<Vec2>{{-1.1, 0.6}, {-0.4, 0.9}, {-0.4, 0.6}}, {});
    if (seed == 3) {  // so many walls that the grid is asked
        auto many = scenes::reversed(scenes::ring(150, 0.2));
        for (Vec2& corner : many) corner = corner + Vec2{0.3, 0.55};
        scene.world.add_outline(many, {});
    }
    return scene;
}

std::vector<Vec2> images(const World& world) {
    if (!world.model().def.periodic) return {Vec2{}};
    std::vector<Vec2> all;
    for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j) all.push_back({i * side, j * side});
    return all;
}

// Signed distance from p to a shape, and the first meeting of a ray found by walking along it in small steps.
double distance_to(const World& world, std::uint32_t shape, Vec2 p) {
    const Model& m = world.model();
    const std::uint32_t b = m.shapes.body[shape];
    const auto [s, c] = math::sincos(world.state().angle[b]);
    const Vec2 local = Rotation{c, s}.undo(p - Vec2{world.state().x[b], world.state().y[b]});
    if (m.shapes.kind[shape] == ShapeKind::disc)
        return length(local - m.shapes.centre[shape]) - m.shapes.radius[shape];
    const std::size_t first = m.shapes.first_vertex[shape];
    const std::size_t n = m.shapes.vertex_count[shape];
    Vec2 nearest;
    return distance(local,
                    {m.shapes.vertices.span().subspan(first, n), m.shapes.normals.span().subspan(first, n)},
                    nearest);
}

struct Found {
    double distance = INFINITY;
    std::uint32_t body = none;
};

Found nearest_twin(const World& world, Vec2 from, double range) {
    Found best{range, none};
    for (const Vec2 shift : images(world)) {
        for (std::uint32_t s = 0; s < world.model().shapes.size(); ++s) {
            const double d = distance_to(world, s, from + shift);
            if (d < best.distance) best = {d, world.model().shapes.body[s]};
        }
        for (std::uint32_t e = 0; e < world.model().edges.size(); ++e) {
            const Vec2 p = from + shift;
            const double d =
                length(p - nearest_on_segment(p, world.model().edges.start[e], world.model().edges.end[e]));
            if (d < best.distance) best = {d, 0};
        }
    }
    return best;
}

class Queries : public testing::TestWithParam<std::tuple<std::uint32_t, bool>> {
protected:
    // Looks with a fresh grid, with one that bodies have moved away from, and right after bodies were placed.
    template <class Check>
    void at_three_times(const Check& check) {
        auto scene = random_world(std::get<0>(GetParam()), std::get<1>(GetParam()));
        for (const int steps : {0, 1, 7}) {
            scenes::run(scene.world, steps, 0.002);
            scene.world.prepare_queries();
            check(scene.world, scene.bodies);
        }
        scene.world.set_pose(scene.bodies[3], {-1.0, 0.0}, 0.1);
        scene.world.prepare_queries();
        check(scene.world, scene.bodies);
    }
    RandomStream random{99, std::get<0>(GetParam()), Purpose::test};
    Vec2 place() { return {random.uniform(-1.2, 0.8), random.uniform(-0.9, 1.1)}; }
};

TEST_P(Queries, NearestPoint) {
    at_three_times([&](const World& world, const auto&) {
        for (int i = 0; i < 200; ++i) {
            const Vec2 from = place();
            const double range = random.uniform(0.02, 0.5);
            const Found twin = nearest_twin(world, from, range);
            const auto found = world.nearest_point(from, range);
            ASSERT_EQ(found.has_value(), twin.body != none);
            if (!found) continue;
            ASSERT_NEAR(found->distance, twin.distance, 1e-6);
            ASSERT_NEAR(length(found->point - from), std::fabs(found->distance), 1e-6);
        }
    });
}

TEST_P(Queries, BodiesWithin) {
    at_three_times([&](const World& world, const auto&) {
        std::vector<BodyId> found;
        for (int i = 0; i < 200; ++i) {
            const Vec2 from = place();
            const double radius = random.uniform(0.01, 0.5);
            found.clear();
            world.bodies_within(from, radius, found);
            std::vector<std::uint32_t> twin;
            for (std::uint32_t s = 0; s < world.model().shapes.size(); ++s)
                for (const Vec2 shift : images(world))
                    if (distance_to(world, s, from + shift) <= radius)
                        twin.push_back(world.model().shapes.body[s]);
            std::sort(twin.begin(), twin.end());
            twin.erase(std::unique(twin.begin(), twin.end()), twin.end());
            ASSERT_EQ(found.size(), twin.size());
            for (std::size_t k = 0; k < twin.size(); ++k) ASSERT_EQ(found[k].index, twin[k]);
        }
    });
}

TEST_P(Queries, Rays) {
    at_three_times([&](const World& world, const auto& bodies) {
        for (int i = 0; i < 100; ++i) {
            const Vec2 from = place();
            if (nearest_twin(world, from, 1.0).distance < 1e-3) continue;  // starts inside something
            const auto [s, c] = math::sincos(random.uniform(0.0, math::two_pi));
            const double range = random.uniform(0.1, 0.9);
            const auto hit = world.cast_ray(from, {3.0 * c, 3.0 * s}, range);
            // Sphere tracing: the nearest surface says how far the ray may safely go.
            double reached = 0.0;
            double gap = 1.0;
            while (reached < range &&
                   (gap = nearest_twin(world, from + reached * Vec2{c, s}, 2.0).distance) > 1e-7)
                reached += gap;
            if (std::fabs(reached - range) < 1e-3) continue;  // ends at a surface: either answer is right
            ASSERT_EQ(hit.has_value(), reached < range) << i;
            if (!hit) continue;
            ASSERT_NEAR(hit->distance, reached, 1e-3);
            ASSERT_NEAR(length(hit->point - from - hit->distance * Vec2{c, s}), 0.0, 1e-9);
            ASSERT_LT(dot(hit->normal, {c, s}), 1e-9);
            ASSERT_NEAR(length(hit->normal), 1.0, 1e-6);  // rotations are kept in float
        }
        const Vec2 self = world.position(bodies[1]);
        const auto past_itself = world.cast_ray(self - Vec2{0.2, 0.0}, {1.0, 0.0}, 0.4, bodies[1]);
        EXPECT_FALSE(past_itself && past_itself->body == bodies[1]);
    });
}

// Of a body's disc, the directions that no nearer disc hides, by asking 2,000 of them.
bool seen_twin(const World& world, const View& view, std::uint32_t body, double d, double bearing) {
    const auto disc_at = [&](std::uint32_t b) {
        return world.layout().shortest(Vec2{world.state().x[b], world.state().y[b]} - view.eye);
    };
    const double radius = world.model().bodies.extent[body];
    const double half = d <= radius ? math::pi : std::asin(radius / d);
    for (int k = 0; k <= 2000; ++k) {
        const double a = view.heading + bearing + half * (k / 1000.0 - 1.0);
        const Vec2 ray = {std::cos(a), std::sin(a)};
        bool hidden = false;
        for (std::uint32_t o = 1; o < world.state().x.size() && !hidden; ++o) {
            const Vec2 p = disc_at(o);
            const double od = length(p);
            const double r = world.model().bodies.extent[o];
            if (o == body || BodyId{o, 0} == view.ignored || od >= d || od > view.range + r) continue;
            const double off = std::fabs(math::wrap_angle(std::atan2(p.y, p.x) - view.heading));
            if (off > view.half_angle) continue;
            hidden = od <= r || (dot(p, ray) > 0.0 && std::fabs(cross(p, ray)) < r);
        }
        if (!hidden) return true;
    }
    return false;
}

TEST_P(Queries, FieldOfView) {
    at_three_times([&](const World& world, const auto& bodies) {
        for (int i = 0; i < 12; ++i) {
            View view;
            view.ignored = bodies[static_cast<std::size_t>(i)];
            view.eye = world.position(view.ignored);
            view.heading = random.uniform(-4.0, 4.0);
            view.half_angle = i % 3 ? random.uniform(0.1, 3.0) : math::pi;
            view.range = random.uniform(0.1, 0.7);
            view.occlusion = i % 2;
            std::vector<Seen> found;
            world.field_of_view(view, found);
            std::vector<std::uint32_t> twin;
            for (const BodyId b : bodies) {
                const Vec2 p = world.layout().shortest(
                    Vec2{world.state().x[b.index], world.state().y[b.index]} - view.eye);
                const double d = length(p);
                const double bearing = math::wrap_angle(std::atan2(p.y, p.x) - view.heading);
                if (b == view.ignored || d > view.range + world.model().bodies.extent[b.index] ||
                    std::fabs(bearing) > view.half_angle)
                    continue;
                if (!view.occlusion || seen_twin(world, view, b.index, d, bearing)) twin.push_back(b.index);
            }
            std::vector<std::uint32_t> rows;
            for (const Seen& s : found) rows.push_back(s.body.index);
            EXPECT_TRUE(std::is_sorted(found.begin(), found.end(),
                                       [](auto& l, auto& r) { return l.distance < r.distance; }));
            std::sort(rows.begin(), rows.end());
            std::sort(twin.begin(), twin.end());
            EXPECT_EQ(rows, twin) << i;
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Worlds, Queries, testing::Combine(testing::Values(1U, 2U, 3U), testing::Bool()));

TEST(Query, LookingChangesNothing) {
    auto looked = scenes::moving_discs(200, 0.5);
    auto left_alone = scenes::moving_discs(200, 0.5);
    for (int i = 0; i < 200; ++i) {
        if (i % 3 == 1) looked.world.prepare_queries();
        looked.world.step(0.01);
        left_alone.world.step(0.01);
    }
    EXPECT_EQ(looked.world.digest(), left_alone.world.digest());
}

TEST(Query, ABodyBetweenHidesTheOneBehind) {
    World world({});
    scenes::add_disc(world, {0.2, 0.0}, 0.03);
    const BodyId behind = scenes::add_disc(world, {0.4, 0.0}, 0.03);
    const BodyId beside = scenes::add_disc(world, {0.4, 0.1}, 0.03);
    world.prepare_queries();
    View view;
    view.half_angle = 1.0;
    view.range = 1.0;
    std::vector<Seen> seen;
    world.field_of_view(view, seen);
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen[1].body, beside);
    EXPECT_NEAR(seen[1].bearing, std::atan2(0.1, 0.4), 1e-12);
    view.occlusion = false;
    seen.clear();
    world.field_of_view(view, seen);
    ASSERT_EQ(seen.size(), 3U);
    EXPECT_EQ(seen[1].body, behind);
}

}  // namespace
}  // namespace shoal::physics

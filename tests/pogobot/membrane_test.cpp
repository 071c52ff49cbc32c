#include "pogobot/membrane.hpp"

#include "base/math.hpp"
#include "pogobot/shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {
namespace {

using physics::BodyId;
using physics::Vec2;
using scenario::Geometry;
using scenario::ObjectGroup;
using scenario::ObjectType;

ObjectGroup ring_group(int parts, ObjectType type = ObjectType::membrane) {
    ObjectGroup g;
    g.category = "membranes";
    g.type = type;
    g.radius = 0.2;
    g.num_dots = parts;
    return g;
}

double area_of(const std::vector<Vec2>& outline) {
    double twice = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i)
        twice += cross(outline[i], outline[(i + 1) % outline.size()]);
    return 0.5 * twice;
}

/// A membrane in an open plane, with discs that drive in it.
struct Arena {
    physics::World world;
    std::vector<BodyId> parts;
    std::vector<BodyId> robots;
    std::vector<Vec2> rest;

    explicit Arena(const ObjectGroup& group, Hold hold = Hold::springs, int substeps = 4)
        : world(definition(substeps)), parts(build_membrane(group, {}, hold, world)), rest(outline()) {}

    static physics::WorldDef definition(int substeps) {
        physics::WorldDef def;
        def.substeps = substeps;
        def.joint_frequency = def.contact_frequency = 25.0 * substeps;
        return def;
    }
    void drive_out(double heading, double mass) {
        physics::BodyDef def;
        def.position = {0.08 * std::cos(heading), 0.08 * std::sin(heading)};
        const BodyId robot = world.add_body(def);
        const double radius = 0.0265;
        world.add_disc(robot, {}, radius, {mass / (math::pi * radius * radius), 0.3, 0.0});
        world.set_drive(robot, {0.1 * std::cos(heading), 0.1 * std::sin(heading)}, 0.0, 10.0, 0.0);
        robots.push_back(robot);
    }
    void run(double seconds) {
        for (int i = 0; i < static_cast<int>(100.0 * seconds); ++i) world.step(0.01);
    }
    [[nodiscard]] std::vector<Vec2> outline() const {
        std::vector<Vec2> out;
        trace(parts, world, out);
        return out;
    }
    /// The longest and the shortest link, as a share of their first lengths.
    [[nodiscard]] std::pair<double, double> stretch() const {
        const auto now = outline();
        double most = 0.0, least = 1e9;
        for (std::size_t i = 0; i < now.size(); ++i) {
            const std::size_t j = (i + 1) % now.size();
            const double share = length(now[j] - now[i]) / length(rest[j] - rest[i]);
            most = std::max(most, share);
            least = std::min(least, share);
        }
        return {most, least};
    }
    [[nodiscard]] Vec2 centre() const {
        Vec2 sum;
        for (const Vec2 p : outline()) sum = sum + p;
        return (1.0 / static_cast<double>(parts.size())) * sum;
    }
};

TEST(Shape, InsetMovesEverySideInward) {
    ObjectGroup g;
    g.geometry = Geometry::rectangle;
    g.body_width = 0.5;
    g.body_height = 0.3;
    const Shape inner = inset(shape_of(g), 0.05);
    EXPECT_NEAR(area(inner), 0.4 * 0.2, 1e-12);
    EXPECT_EQ(bounding_radius(inset(shape_of(g), 0.15)), 0.0);
    g.geometry = Geometry::triangle;
    g.side_length = 0.3;
    const double inradius = 0.3 / (2.0 * std::sqrt(3.0));
    EXPECT_NEAR(area(inset(shape_of(g), 0.5 * inradius)), 0.25 * area(shape_of(g)), 1e-12);
    EXPECT_EQ(bounding_radius(inset(shape_of(g), 1.01 * inradius)), 0.0);
}

TEST(Shape, RimGivesEachSideItsShare) {
    ObjectGroup g;
    g.geometry = Geometry::rectangle;
    g.body_width = 0.4;
    g.body_height = 0.2;
    const auto points = rim(shape_of(g), 10);
    ASSERT_EQ(points.size(), 10u);
    EXPECT_EQ(points[0], (Vec2{-0.2, -0.1}));
    EXPECT_EQ(points[3], (Vec2{0.2, -0.1}));  // ten points on four sides: 3, 3, 2, 2
    EXPECT_EQ(points[6], (Vec2{0.2, 0.1}));
    EXPECT_EQ(points[8], (Vec2{-0.2, 0.1}));
}

TEST(Shape, DiscsCoverARectangleAndLittleMore) {
    ObjectGroup g;
    g.geometry = Geometry::rectangle;
    g.body_width = 0.02;
    g.body_height = 0.31;
    std::vector<Taken> discs;
    cover(shape_of(g), {0.5, 0.4, 0.7}, discs);
    const physics::Pose pose = pose_of({0.5, 0.4, 0.7});
    for (double x = -0.01; x <= 0.01; x += 0.001) {
        for (double y = -0.155; y <= 0.155; y += 0.001) {
            const Vec2 p = pose.to_world({x, y});
            EXPECT_TRUE(std::any_of(
                discs.begin(), discs.end(),
                [&](const Taken& d) { return std::hypot(p.x - d.x, p.y - d.y) <= d.radius + 1e-12; }))
                << x << ' ' << y;
        }
    }
    for (const Taken& d : discs) EXPECT_LT(d.radius, 0.0145);
}

TEST(Membrane, StaysWithinItsGeometry) {
    for (const auto type : {ObjectType::membrane, ObjectType::rectmembrane}) {
        for (const int parts : {3, 4, 30, 300}) {
            const Arena arena(ring_group(parts, type));
            ASSERT_EQ(arena.parts.size(), static_cast<std::size_t>(parts));
            for (const Vec2 p : arena.outline()) EXPECT_LE(length(p), 0.19 + 0.005 + 1e-9);
            EXPECT_NEAR(ring_of(ring_group(parts, type)).bounding_radius, 0.2, 1e-12);
        }
    }
}

TEST(Membrane, AtRestItNeitherDriftsNorChanges) {
    for (const auto type : {ObjectType::membrane, ObjectType::rectmembrane}) {
        for (const int parts : {3, 30, 300}) {
            for (const auto hold : {Hold::springs, Hold::rigid}) {
                Arena arena(ring_group(parts, type), hold);
                arena.run(parts < 300 ? 20.0 : 5.0);
                const auto now = arena.outline();
                for (std::size_t i = 0; i < now.size(); ++i)
                    ASSERT_LT(length(now[i] - arena.rest[i]), 1e-4) << parts << ' ' << i;
            }
        }
    }
}

TEST(Membrane, APushOnOnePartMovesTheWholeAndKeepsItsMomentum) {
    Arena arena(ring_group(30));
    arena.world.apply_impulse(arena.parts[0], {0.05, 0.0});
    const double mass = 30 * arena.world.mass(arena.parts[0]);
    arena.run(10.0);
    EXPECT_NEAR(arena.centre().x, 10.0 * 0.05 / mass, 0.002);
    EXPECT_NEAR(arena.centre().y, 0.0, 0.002);
    EXPECT_LT(arena.stretch().first, 1.05);
}

// Robots of a thousand times a part's mass drive outwards.
TEST(Membrane, StretchIsBoundedUnderHeavyRobots) {
    for (const auto type : {ObjectType::membrane, ObjectType::rectmembrane}) {
        for (const int parts : {30, 300}) {
            for (const double stiffness : {0.0, 30.0}) {
                ObjectGroup g = ring_group(parts, type);
                g.stiffness = stiffness;
                Arena arena(g, Hold::springs, 16);
                const double mass = 1000.0 * arena.world.mass(arena.parts[0]);
                for (int i = 0; i < 6; ++i) arena.drive_out(math::two_pi * i / 6.0, mass);
                const double before = area_of(arena.rest);
                for (int i = 0; i < 500; ++i) {
                    arena.world.step(0.01);
                    ASSERT_LT(arena.stretch().first, type == ObjectType::membrane ? 1.8 : 1.5)
                        << parts << " parts, stiffness " << stiffness << ", tick " << i;
                }
                EXPECT_LT(area_of(arena.outline()), 3.0 * before);
            }
        }
    }
}

TEST(Membrane, StifferSpringsGiveLess) {
    double before = 1e9;
    for (const double stiffness : {5.0, 10.0, 20.0, 40.0, 80.0}) {
        ObjectGroup g = ring_group(60);
        g.stiffness = stiffness;
        Arena arena(g);
        arena.drive_out(0.0, 2.0);
        arena.drive_out(math::pi, 2.0);
        arena.run(8.0);
        const auto now = arena.outline();
        const double wide = length(now[30] - now[0]) / length(arena.rest[30] - arena.rest[0]);
        EXPECT_GT(wide, 1.0) << stiffness;
        EXPECT_LT(wide, before) << stiffness;
        before = wide;
    }
}

TEST(Membrane, RigidJointsDoNotCareForStiffness) {
    std::vector<std::vector<Vec2>> ends;
    for (const double stiffness : {1.0, 50.0}) {
        ObjectGroup g = ring_group(60);
        g.stiffness = stiffness;
        Arena arena(g, Hold::rigid);
        arena.drive_out(0.0, 2.0);
        arena.run(3.0);
        EXPECT_LT(arena.stretch().first, 1.05);
        ends.push_back(arena.outline());
    }
    EXPECT_EQ(ends[0], ends[1]);
}

TEST(Membrane, PushedFromOneSideItKeepsMostOfItsArea) {
    Arena arena(ring_group(60));
    arena.drive_out(0.0, 2.0);
    arena.run(10.0);
    EXPECT_GT(arena.centre().x, 0.2);  // it was carried along
    const double share = area_of(arena.outline()) / area_of(arena.rest);
    EXPECT_GT(share, 0.7);
    EXPECT_LT(share, 1.1);
}

TEST(Membrane, CrossSpansThatJoinNothingNewAreLeftOut) {
    for (const int parts : {3, 4, 5, 6}) {
        for (const int span : {0, 1, 2, 3, 4, 5, 6, 7}) {
            ObjectGroup g = ring_group(parts);
            g.cross_span = span;
            Arena arena(g);
            arena.run(1.0);
            EXPECT_NEAR(arena.stretch().first, 1.0, 1e-3) << parts << ' ' << span;
        }
    }
}

}  // namespace
}  // namespace shoal::pogobot

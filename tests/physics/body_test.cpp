#include "base/error.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::physics {
namespace {

using scenes::add_box;
using scenes::add_disc;
using scenes::run;

const double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Body, CompoundMassCentreAndInertia) {
    World world({});
    BodyDef def;
    def.position = {1.0, 2.0};
    def.angle = 0.7;
    const BodyId body = world.add_body(def);
    world.add_box(body, 0.4, 0.2, {10.0, 0.3, 0.0});          // 0.8 kg about the origin
    world.add_disc(body, {0.5, 0.0}, 0.1, {20.0, 0.3, 0.0});  // 0.6283 kg
    const double box = 0.8;
    const double disc = 20.0 * M_PI * 0.01;
    const double centre = 0.5 * disc / (box + disc);
    const double inertia =
        box * (0.16 + 0.04) / 12 + box * centre * centre + disc * 0.005 + disc * std::pow(0.5 - centre, 2);
    EXPECT_NEAR(world.mass(body), box + disc, 1e-6);
    EXPECT_NEAR(world.inertia(body), inertia, 1e-7);
    EXPECT_NEAR(world.model().bodies.centre_of_mass[body.index].x, centre, 1e-7);
    EXPECT_NEAR(world.position(body).x, 1.0, 1e-12);  // the origin stays where it was put
    EXPECT_NEAR(world.position(body).y, 2.0, 1e-12);
}

TEST(Body, TurnsAboutItsCentreOfMass) {
    World world({});
    const BodyId body = world.add_body({});
    world.add_disc(body, {0.2, 0.0}, 0.05, {});
    world.add_disc(body, {0.4, 0.0}, 0.05, {});
    world.set_velocity(body, {}, M_PI);
    run(world, 100);
    EXPECT_NEAR(world.angle(body), M_PI, 1e-5);
    EXPECT_NEAR(world.position(body).x, 0.6, 1e-5);
    EXPECT_NEAR(world.position(body).y, 0.0, 1e-5);
}

TEST(Body, ShapesFarFromTheirOriginWeighTheSame) {
    World world({});
    const Vec2 away = {100.0, -50.0};
    const Vec2 near_corners[] = {{0, 0}, {0.1, 0}, {0.1, 0.05}, {0.02, 0.08}};
    std::vector<Vec2> far_corners;
    for (const Vec2 c : near_corners) far_corners.push_back(c + away);
    const BodyId near = world.add_body({});
    const BodyId far = world.add_body({});
    world.add_polygon(near, near_corners, {});
    world.add_polygon(far, far_corners, {});
    EXPECT_NEAR(world.inertia(far) / world.inertia(near), 1.0, 1e-6);
    EXPECT_GT(world.inertia(far), 0.0);
}

TEST(Body, EitherSenseOfCornersIsTheSamePolygon) {
    World world({});
    const Vec2 corners[] = {{0, 0}, {0.1, 0}, {0.1, 0.05}};
    const Vec2 reversed[] = {{0.1, 0.05}, {0.1, 0}, {0, 0}};
    const BodyId a = world.add_body({});
    const BodyId b = world.add_body({});
    world.add_polygon(a, corners, {});
    world.add_polygon(b, reversed, {});
    EXPECT_EQ(world.mass(a), world.mass(b));
    EXPECT_NEAR(world.inertia(a), world.inertia(b), 1e-12);
}

TEST(Body, SetPoseMovesAndIsSeenAtOnce) {
    World world({});
    const BodyId a = add_disc(world, {0, 0});
    const BodyId b = add_disc(world, {1, 0});
    run(world, 3);
    world.set_pose(b, {0.05, 0.0}, 1.0);
    run(world, 1);
    EXPECT_EQ(world.contact_count(), 1U);
    EXPECT_LT(world.position(a).x, 0.0);
    EXPECT_NEAR(world.angle(b), 1.0, 0.1);
}

TEST(Body, RemovedBodiesAreGoneAndTheirIdsStayDead) {
    World world({});
    const BodyId a = add_box(world, {0, 0}, 0.1, 0.1);
    const BodyId b = add_disc(world, {1, 0}, 0.05);
    const BodyId c = add_box(world, {2, 0}, 0.2, 0.1);
    const double inertia = world.inertia(c);
    world.remove_body(a);
    EXPECT_FALSE(world.contains(a));
    EXPECT_TRUE(world.contains(b));
    const BodyId d = add_disc(world, {0, 0}, 0.05);
    EXPECT_EQ(d.index, a.index);
    EXPECT_NE(d, a);
    EXPECT_FALSE(world.contains(a));
    EXPECT_TRUE(world.contains(d));
    world.add_disc(c, {0.3, 0.0}, 0.05, {});  // shapes have moved rows: the right ones are found
    EXPECT_GT(world.inertia(c), inertia);
    world.set_velocity(d, {1.0, 0.0}, 0.0);
    run(world, 95);
    EXPECT_GT(world.velocity(b).x, 0.1);
}

// What a bad definition must leave as it was.
std::tuple<std::size_t, std::size_t, std::size_t, std::uint64_t> fingerprint(const World& world) {
    return {world.model().bodies.size(), world.model().shapes.size(),
            world.model().joints.size() + world.model().edges.size(), world.digest()};
}

template <class Act>
void expect_refused(World& world, const Act& act) {
    const auto before = fingerprint(world);
    EXPECT_THROW(act(), Error);
    EXPECT_EQ(fingerprint(world), before);
}

TEST(Definitions, BadBodiesAreRefused) {
    World world({});
    BodyDef def;
    def.position.x = nan;
    expect_refused(world, [&] { world.add_body(def); });
    def = {};
    def.angle = nan;
    expect_refused(world, [&] { world.add_body(def); });
    def = {};
    def.velocity.y = INFINITY;
    expect_refused(world, [&] { world.add_body(def); });
    def = {};
    def.linear_damping = -1.0;
    expect_refused(world, [&] { world.add_body(def); });
}

TEST(Definitions, BadShapesAreRefused) {
    World world({});
    const BodyId body = world.add_body({});
    for (const double radius : {0.0, -1.0, nan, double(INFINITY)})
        expect_refused(world, [&] { world.add_disc(body, {}, radius, {}); });
    expect_refused(world, [&] { world.add_disc(body, {nan, 0.0}, 0.1, {}); });
    expect_refused(world, [&] { world.add_box(body, 0.1, 0.0, {}); });
    for (const Material bad :
         {Material{0.0, 0.3, 0.0}, Material{1.0, -0.1, 0.0}, Material{1.0, 0.3, -1.0}, Material{nan, 0, 0}})
        expect_refused(world, [&] { world.add_disc(body, {}, 0.1, bad); });
    const std::vector<std::vector<Vec2>> polygons{
        {},
        {{0, 0}, {1, 0}},
        {{0, 0}, {1, 0}, {2, 0}},              // no area
        {{0, 0}, {1, 0}, {1, 0}, {0, 1}},      // a corner twice
        {{0, 0}, {2, 0}, {0.5, 0.5}, {0, 2}},  // a dent
        {{0, 0}, {1, 1}, {1, 0}, {0, 1}},      // crosses itself
        {{0, 0}, {0.5, 0}, {1, 0}, {0, 1}},    // a straight corner
        {{0, 0}, {1, 0}, {nan, 1}},
        {{0, 0}, {1, 0}, {2, 1}, {3, 2}, {3, 4}, {2, 5}, {1, 5}, {0, 4}, {-1, 2}},  // nine corners
    };
    for (const auto& p : polygons) expect_refused(world, [&] { world.add_polygon(body, p, {}); });
    const auto twice_round = [] {  // convex at each corner, but winds twice
        std::vector<Vec2> p;
        for (int i = 0; i < 5; ++i) p.push_back({std::cos(0.8 * M_PI * i), std::sin(0.8 * M_PI * i)});
        return p;
    }();
    expect_refused(world, [&] { world.add_polygon(body, twice_round, {}); });
}

TEST(Definitions, BadOutlinesAreRefused) {
    World world({});
    const std::vector<std::vector<Vec2>> outlines{{{0, 0}, {1, 0}},
                                                  {{0, 0}, {1, 0}, {1, 1}, {0, 0}},
                                                  {{0, 0}, {nan, 0}, {1, 1}},
                                                  {{0, 0}, {INFINITY, 0}, {1, 1}}};
    for (const auto& o : outlines) expect_refused(world, [&] { world.add_outline(o, {}); });
}

TEST(Definitions, BadJointsAreRefused) {
    World world({});
    const BodyId a = add_disc(world, {0, 0});
    const BodyId b = add_disc(world, {1, 0});
    DistanceJointDef def;
    expect_refused(world, [&] { world.add_joint(def); });  // no bodies
    def.a = def.b = a;
    expect_refused(world, [&] { world.add_joint(def); });
    def.b = b;
    def.kind = DistanceJointDef::Kind::spring;
    expect_refused(world, [&] { world.add_joint(def); });  // no frequency
    def.spring = {1.0, -1.0};
    expect_refused(world, [&] { world.add_joint(def); });
    def.kind = DistanceJointDef::Kind::rope;
    def.min_length = 1.0;
    def.max_length = 0.5;
    expect_refused(world, [&] { world.add_joint(def); });
    RevoluteJointDef pin;
    pin.a = a;
    pin.b = b;
    pin.anchor_a = {nan, 0.0};
    expect_refused(world, [&] { world.add_joint(pin); });
}

TEST(Definitions, BadWorldsAreRefused) {
    const auto with = [](auto change) {
        WorldDef def;
        change(def);
        return def;
    };
    EXPECT_THROW(World(with([](WorldDef& d) { d.substeps = 0; })), Error);
    EXPECT_THROW(World(with([](WorldDef& d) { d.gravity.x = nan; })), Error);
    EXPECT_THROW(World(with([](WorldDef& d) { d.periodic = true; })), Error);
    EXPECT_THROW(World(with([](WorldDef& d) { d.domain = {{0, 0}, {1, -1}}; })), Error);
    EXPECT_THROW(World(with([](WorldDef& d) { d.slop = -1; })), Error);
    EXPECT_THROW(World(with([](WorldDef& d) { d.contact_frequency = 0; })), Error);
}

}  // namespace
}  // namespace shoal::physics

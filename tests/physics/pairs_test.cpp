#include "base/math.hpp"
#include "physics/collide.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <set>

// The grid's candidate pairs against a comparison of all pairs.
namespace shoal::physics {
namespace {

struct Case {
    double side;  // m: of a square domain
    bool periodic;
    std::uint32_t seed;
};

// Bodies of mixed sizes at random places about the origin, some exactly on the seams; a few polygons and compounds.
World random_world(const Case& c) {
    WorldDef def;
    const double half = 0.5 * c.side;
    def.domain = {{-half - 0.3, -half}, {half - 0.3, half}};  // not centred: no symmetry helps
    def.periodic = c.periodic;
    World world(def);
    RandomStream random(c.seed, 0, Purpose::test);
    const auto place = [&] {
        return Vec2{random.uniform(def.domain.min.x, def.domain.max.x), random.uniform(-half, half)};
    };
    for (int i = 0; i < 150; ++i) {
        Vec2 at = place();
        if (i % 15 == 0) at.x = def.domain.min.x;
        if (i % 15 == 1) at.x = def.domain.max.x;
        if (i % 15 == 2) at.y = half;
        BodyDef body_def;
        body_def.position = at;
        body_def.angle = random.uniform(-4.0, 4.0);
        body_def.velocity = {random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)};
        body_def.is_static = i % 11 == 0;
        const BodyId body = world.add_body(body_def);
        const double size = i % 40 == 7 ? 0.3 : random.uniform(0.005, 0.06);
        if (i % 4 == 3) world.add_box(body, 2 * size, size, {});
        else world.add_disc(body, {}, size, {});
        if (i % 9 == 4) world.add_disc(body, {0.05, 0.02}, 0.02, {});
    }
    const double inner = 0.3 * half;
    const double middle = -0.3;
    world.add_outline(
        std::vector<Vec2>{{middle - inner, -inner}, {middle - inner, inner}, {middle + inner, 0.7 * inner}},
        {});
    return world;
}

using Touching = std::set<std::tuple<bool, std::uint32_t, std::uint32_t>>;

Vec2 centre_of(const World& world, std::uint32_t shape) {
    const auto& s = world.state();
    const std::uint32_t b = world.model().shapes.body[shape];
    const auto [sine, cosine] = math::sincos(s.angle[b]);
    return Pose{{s.x[b], s.y[b]}, {cosine, sine}}.to_world(world.model().shapes.centre[shape]);
}

// Pairs of shapes, and of shapes and walls, whose discs are no farther apart than `room`.
Touching all_pairs(const World& world, double room) {
    const Model& m = world.model();
    const Vec2 size = m.def.domain.size();
    Touching found;
    const auto least = [&](const auto& distance) {  // over the nine nearest images
        double d = distance(Vec2{});
        if (m.def.periodic)
            for (int i = -1; i <= 1; ++i)
                for (int j = -1; j <= 1; ++j) d = std::min(d, distance(Vec2{i * size.x, j * size.y}));
        return d;
    };
    for (std::uint32_t s = 0; s < m.shapes.size(); ++s) {
        const Vec2 p = centre_of(world, s);
        for (std::uint32_t t = s + 1; t < m.shapes.size(); ++t) {
            const std::uint32_t a = m.shapes.body[s];
            const std::uint32_t b = m.shapes.body[t];
            if (a == b || (m.bodies.is_static[a] && m.bodies.is_static[b])) continue;
            const double d = least([&](Vec2 shift) { return length(centre_of(world, t) + shift - p); });
            if (d < m.shapes.radius[s] + m.shapes.radius[t] + room) found.insert({false, s, t});
        }
        if (m.bodies.is_static[m.shapes.body[s]]) continue;
        for (std::uint32_t e = 0; e < m.edges.size(); ++e) {
            const double d = least([&](Vec2 shift) {
                return length(p + shift - nearest_on_segment(p + shift, m.edges.start[e], m.edges.end[e]));
            });
            if (d < m.shapes.radius[s] + room) found.insert({true, s, e});
        }
    }
    return found;
}

double fastest_point(const World& world) {
    double fastest = 0.0;
    for (std::size_t b = 0; b < world.state().x.size(); ++b) {
        const Vec2 v = {world.state().vx[b], world.state().vy[b]};
        fastest =
            std::max(fastest, length(v) + std::fabs(world.state().w[b]) * world.model().bodies.extent[b]);
    }
    return fastest;
}

void expect_all_candidates(World& world) {
    // What is so near before a step must be among the candidates that the step used.
    const Touching near = all_pairs(world, 1e-4);
    const Touching not_far = all_pairs(world, 0.1 + 4 * 0.01 * fastest_point(world));
    world.step(0.01);
    Touching candidates;
    for (const Pair& pair : world.candidates()) {
        const bool wall = pair.kind >= PairKind::disc_edge;
        const bool ordered = wall || pair.a < pair.b;
        const auto [it, fresh] =
            candidates.insert({wall, ordered ? pair.a : pair.b, ordered ? pair.b : pair.a});
        EXPECT_TRUE(fresh) << "a pair came twice: " << pair.a << ' ' << pair.b;
    }
    for (const auto& pair : near)
        ASSERT_TRUE(candidates.count(pair))
            << std::get<0>(pair) << ' ' << std::get<1>(pair) << ' ' << std::get<2>(pair);
    // … and, before anything had time to move, nothing is a candidate that is far away.
    if (world.state().step > 1) return;
    for (const auto& pair : candidates) EXPECT_TRUE(not_far.count(pair));
}

class Candidates : public testing::TestWithParam<Case> {};

TEST_P(Candidates, AreAllThatComparingAllPairsFinds) {
    World world = random_world(GetParam());
    for (int i = 0; i < 30; ++i) {
        expect_all_candidates(world);
        if (testing::Test::HasFatalFailure()) return;
    }
}

std::vector<Case> cases() {
    std::vector<Case> all;
    // Cells are some 0.1 m wide: sides of 2.9, 3.0 and 3.1 of them, fewer than three, and many.
    for (const double side : {0.15, 0.25, 0.29, 0.3, 0.31, 0.333, 0.4, 1.0, 3.0})
        for (const bool periodic : {false, true})
            for (const std::uint32_t seed : {1U, 2U}) all.push_back({side, periodic, seed});
    return all;
}
std::string name_of(const testing::TestParamInfo<Case>& info) {
    return std::to_string(std::lround(1000 * info.param.side)) + "mm_" +
           (info.param.periodic ? "periodic" : "solid") + "_seed" + std::to_string(info.param.seed);
}
INSTANTIATE_TEST_SUITE_P(Sides, Candidates, testing::ValuesIn(cases()), name_of);

// Equal discs, so that the range of the grid is known: twice the radius and the margin on either side.
TEST(CandidatesOfEqualDiscs, AtTwoPointNineToThreePointOneRanges) {
    const double range = 2 * (0.02 + 0.2 * 0.02);
    for (const double cells : {1.9, 2.0, 2.1, 2.9, 3.0, 3.1, 4.0})
        for (const std::uint32_t seed : {1U, 2U, 3U}) {
            WorldDef def;
            def.domain = {{-0.07, -2.0}, {-0.07 + cells * range, -2.0 + cells * range}};
            def.periodic = true;
            World world(def);
            RandomStream random(seed, 1, Purpose::test);
            for (int i = 0; i < 12; ++i) {
                const Vec2 at = {random.uniform(def.domain.min.x, def.domain.max.x),
                                 random.uniform(def.domain.min.y, def.domain.max.y)};
                scenes::add_disc(world, i == 0 ? def.domain.min : i == 1 ? def.domain.max : at, 0.02);
            }
            for (int i = 0; i < 10; ++i) expect_all_candidates(world);
        }
}

TEST(Candidates, IncludeWallsOutsideTheDomainThatLargeBodiesReach) {
    WorldDef def;
    def.domain = {{0.0, 0.0}, {1.0, 1.0}};
    World world(def);
    world.add_outline(scenes::rectangle({{-0.1, -0.1}, {1.1, 1.1}}), {});
    for (int i = 0; i < 20; ++i) scenes::add_disc(world, {0.05 * i + 0.02, 0.02}, 0.01);
    scenes::add_disc(world, {0.8, 0.8}, 0.35);
    expect_all_candidates(world);
    EXPECT_GE(world.contact_count(), 2U);
}

TEST(Candidates, OfManyFastBodiesStayComplete) {
    auto scene = scenes::moving_discs(400, 0.3, 3.0);  // faster than the cells were made for
    for (int i = 0; i < 20; ++i) expect_all_candidates(scene.world);
}

TEST(Candidates, LeaveOutBodiesOnAJointThatForbidsContact) {
    World world({});
    RevoluteJointDef pin;
    pin.a = scenes::add_disc(world, {0.0, 0.0});
    pin.b = scenes::add_disc(world, {0.03, 0.0});
    pin.anchor_a = {0.03, 0.0};
    const JointId joint = world.add_joint(pin);
    world.step(0.01);
    EXPECT_TRUE(world.candidates().empty());
    world.remove_joint(joint);
    world.step(0.01);
    EXPECT_EQ(world.candidates().size(), 1U);
}

}  // namespace
}  // namespace shoal::physics

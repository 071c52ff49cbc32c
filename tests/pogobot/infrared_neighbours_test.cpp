#include "pogobot/infrared/neighbours.hpp"

#include "base/random.hpp"
#include "pogobot/infrared/obstacles.hpp"
#include "pogobot/infrared/walls.hpp"
#include "support/allocation_guard.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace shoal::pogobot {
namespace {

using physics::Vec2;

constexpr double pi = std::numbers::pi;

struct Plane {
    double width, height;
    bool periodic;
    bool occlusion;

    [[nodiscard]] Vec2 shortest(Vec2 d) const {
        if (!periodic) return d;
        return {std::remainder(d.x, width), std::remainder(d.y, height)};
    }
    [[nodiscard]] IrNeighbours neighbours() const { return {{{}, {width, height}}, periodic, occlusion}; }
};

// The definition itself, with angles and all pairs: intervals of bearings on the circle.
std::vector<std::uint32_t> brute_force(const Plane& plane, const std::vector<IrSite>& sites,
                                       std::uint32_t robot, unsigned direction) {
    struct Candidate {
        double distance, bearing, half;
        std::uint32_t robot;
    };
    std::vector<Candidate> candidates;
    const IrSite& site = sites[robot];
    if (!site.has_body || site.range <= 0.0) return {};
    const double axis = site.angle + direction * pi / 2;
    const Vec2 emitter = site.rim * Vec2{std::cos(axis), std::sin(axis)};
    for (std::uint32_t other = 0; other < sites.size(); ++other) {
        if (other == robot || !sites[other].has_body) continue;
        const Vec2 d = plane.shortest(sites[other].at - site.at) - emitter;
        const double distance = length(d);
        const double bearing = std::remainder(std::atan2(d.y, d.x) - axis, 2 * pi);
        if (distance > site.range + sites[other].radius) continue;
        if (plane.occlusion && std::fabs(bearing) > pi / 2) continue;
        candidates.push_back(
            {distance, bearing, std::asin(std::min(1.0, sites[other].radius / distance)), other});
    }
    std::sort(candidates.begin(), candidates.end(),
              [](const auto& l, const auto& r) { return l.distance < r.distance; });
    std::vector<std::uint32_t> seen;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
        const double end = candidates[c].bearing + candidates[c].half;
        double open = candidates[c].bearing - candidates[c].half;
        for (bool moved = true; moved && open < end;) {
            moved = false;
            for (std::size_t nearer = 0; nearer < c; ++nearer) {
                const Candidate& n = candidates[nearer];
                if (n.bearing - n.half > open || n.bearing + n.half <= open) continue;
                open = n.bearing + n.half;
                moved = true;
            }
        }
        if (!plane.occlusion || open < end) seen.push_back(candidates[c].robot);
    }
    return seen;
}

std::vector<IrSite> random_sites(const Plane& plane, std::uint64_t seed, std::size_t count) {
    RandomStream random(seed, 0, Purpose::test);
    std::vector<IrSite> sites(count);
    for (IrSite& site : sites) {
        site.at = {random.uniform(0.0, plane.width), random.uniform(0.0, plane.height)};
        site.angle = random.uniform(-10.0, 10.0);
        site.radius = random.uniform(0.005, 0.06);
        site.rim = random.uniform() < 0.8 ? site.radius : 0.0;
        site.range = random.uniform() < 0.9 ? random.uniform(0.02, 0.3) : 0.0;
        site.has_body = random.uniform() < 0.97;
    }
    return sites;
}

TEST(IrNeighbours, AreThoseOfTheDefinition) {
    for (const bool periodic : {false, true})
        for (const bool occlusion : {false, true})
            for (std::uint64_t world = 0; world < 6; ++world) {
                const Plane plane{world % 2 ? 1.7 : 0.9, world % 3 ? 1.1 : 4.0, periodic, occlusion};
                const auto sites = random_sites(plane, world + 1, world == 5 ? 7 : 500);
                IrNeighbours neighbours = plane.neighbours();
                neighbours.place(sites);
                for (std::uint32_t robot = 0; robot < sites.size(); ++robot)
                    for (unsigned d = 0; d < ir_directions; ++d) {
                        const auto list = neighbours.list(robot, d);
                        ASSERT_EQ(std::vector<std::uint32_t>(list.begin(), list.end()),
                                  brute_force(plane, sites, robot, d))
                            << "robot " << robot << " direction " << d << " world " << world << periodic
                            << occlusion;
                    }
            }
}

TEST(IrNeighbours, FollowTheRobots) {
    const Plane plane{1.0, 1.0, false, true};
    IrNeighbours neighbours = plane.neighbours();
    std::vector<IrSite> sites(2, IrSite{{0.5, 0.5}, 0.0, 0.0265, 0.0265, 0.08});
    // From emitter to border 80 mm: the centres are 26.5 + 80 + 26.5 = 133 mm apart.
    for (const double apart : {0.1, 0.1329, 0.1331, 0.1329}) {
        sites[1].at.x = 0.5 + apart;
        neighbours.place(sites);
        EXPECT_EQ(neighbours.list(0, 0).size(), apart < 0.133 ? 1U : 0U) << apart;
        EXPECT_EQ(neighbours.directions_of(1, 0), apart < 0.133 ? 0b0100 : 0);
    }
}

TEST(IrNeighbours, DirectionsAreThoseOfTheLists) {
    for (const bool occlusion : {false, true}) {
        const Plane plane{0.9, 1.1, true, occlusion};
        const auto sites = random_sites(plane, 77, 200);
        IrNeighbours neighbours = plane.neighbours();
        neighbours.place(sites);
        for (std::uint32_t robot = 0; robot < sites.size(); ++robot) {
            std::vector<std::uint32_t> lists[ir_directions];
            for (unsigned d = 0; d < ir_directions; ++d) lists[d] = brute_force(plane, sites, robot, d);
            for (std::uint32_t other = 0; other < sites.size(); ++other) {
                if (other == robot) continue;
                unsigned expected = 0;
                for (unsigned d = 0; d < ir_directions; ++d) {
                    if (std::find(lists[d].begin(), lists[d].end(), other) != lists[d].end())
                        expected |= 1U << d;
                }
                ASSERT_EQ(neighbours.directions_of(robot, other), expected) << robot << ' ' << other;
            }
        }
    }
}

// Robots alike at the cover of a usual swarm, or of all sizes and crowded; some emitters, and part of the range.
TEST(IrNeighbours, HearersAreThoseOnTheListsOfAnyEmitterOnce) {
    for (const bool occlusion : {false, true})
        for (const bool alike : {false, true}) {
            const Plane plane{1.3, 1.1, !alike, occlusion};
            auto sites = random_sites(plane, alike ? 5 : 6, alike ? 120 : 200);
            if (alike)
                for (IrSite& site : sites)
                    site.radius = site.rim = 0.0265, site.range = 0.08, site.has_body = true;
            IrNeighbours neighbours = plane.neighbours();
            neighbours.place(sites);
            std::vector<IrHearer> hearers;
            for (std::uint32_t robot = 0; robot < sites.size(); ++robot) {
                const auto emitters = static_cast<std::uint8_t>(robot % 3 == 0 ? 15 : robot % 16);
                const double reach = robot % 2 == 0 ? 1.0 : 0.6;
                std::vector<std::uint32_t> expected;
                for (unsigned d = 0; d < ir_directions; ++d) {
                    if ((emitters >> d & 1) == 0) continue;
                    const double axis = sites[robot].angle + d * pi / 2;
                    const Vec2 emitter = sites[robot].rim * Vec2{std::cos(axis), std::sin(axis)};
                    for (const std::uint32_t other : brute_force(plane, sites, robot, d)) {
                        const Vec2 apart = plane.shortest(sites[other].at - sites[robot].at) - emitter;
                        const bool near =
                            reach >= 1.0 || length(apart) - sites[other].radius <= reach * sites[robot].range;
                        if (near && std::find(expected.begin(), expected.end(), other) == expected.end())
                            expected.push_back(other);
                    }
                }
                hearers.clear();
                neighbours.hearers(robot, emitters, reach, hearers);
                ASSERT_EQ(hearers.size(), expected.size()) << robot << occlusion << alike;
                for (std::size_t i = 0; i < hearers.size(); ++i) {
                    EXPECT_EQ(hearers[i].robot, expected[i]) << robot;
                    EXPECT_EQ(hearers[i].receivers, neighbours.directions_of(expected[i], robot)) << robot;
                }
            }
        }
}

// Candidates are kept while robots move a little; what they lead to must be right at every tick.
TEST(IrNeighbours, AreThoseOfTheDefinitionWhileRobotsMove) {
    for (const bool periodic : {false, true}) {
        const Plane plane{1.3, 1.0, periodic, true};
        auto sites = random_sites(plane, 21, 150);
        RandomStream random(22, 0, Purpose::test);
        IrNeighbours neighbours = plane.neighbours();
        for (int tick = 0; tick < 150; ++tick) {
            for (IrSite& site : sites) {
                site.at = site.at + Vec2{random.uniform(-0.006, 0.006), random.uniform(-0.006, 0.006)};
                if (periodic) site.at.x -= plane.width * std::floor(site.at.x / plane.width);
                site.angle += random.uniform(-0.3, 0.3);
            }
            neighbours.place(sites);
            for (std::uint32_t robot = tick % 3; robot < sites.size(); robot += 3)
                for (unsigned d = 0; d < ir_directions; ++d) {
                    const auto list = neighbours.list(robot, d);
                    ASSERT_EQ(std::vector<std::uint32_t>(list.begin(), list.end()),
                              brute_force(plane, sites, robot, d))
                        << "robot " << robot << " direction " << d << " tick " << tick;
                }
        }
    }
}

TEST(IrNeighbours, HearInEightSectors) {
    const Plane plane{1.0, 1.0, false, true};
    std::set<std::uint8_t> sectors;
    for (int degree = 0; degree < 360; ++degree) {
        const double bearing = degree * pi / 180;
        std::vector<IrSite> sites(2, IrSite{{0.5, 0.5}, 0.0, 0.0265, 0.0265, 0.08});
        sites[1].at = sites[0].at + 0.1 * Vec2{std::cos(bearing), std::sin(bearing)};
        IrNeighbours neighbours = plane.neighbours();
        neighbours.place(sites);
        sectors.insert(neighbours.directions_of(0, 1));
    }
    EXPECT_EQ(sectors, (std::set<std::uint8_t>{1, 3, 2, 6, 4, 12, 8, 9}));
}

TEST(IrNeighbours, AllocateNothingOnceWarm) {
    if (!AllocationGuard::available()) GTEST_SKIP() << "a sanitizer brings its own allocator";
    const Plane plane{1.0, 1.0, true, true};
    const auto sites = random_sites(plane, 3, 300);
    IrNeighbours neighbours = plane.neighbours();
    const auto ask_all = [&] {
        neighbours.place(sites);
        for (std::uint32_t robot = 0; robot < sites.size(); ++robot) (void)neighbours.list(robot, 0);
    };
    ask_all();
    const AllocationGuard guard;
    ask_all();
    EXPECT_EQ(guard.count(), 0U);
}

// FR-21: the bearing goes round in steps of 0.1°; a segment is stopped exactly where some point of it is in the obstacle.
TEST(IrObstacles, StopWhatMeetsThem) {
    physics::WorldDef def;
    def.domain = {{0.0, 0.0}, {1.0, 1.0}};
    physics::World world(def);
    const Vec2 corners[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    world.add_outline(corners, {});
    Model model;
    model.scenario.objects.resize(1);
    model.scenario.objects[0].type = scenario::ObjectType::passive_object;
    const auto add = [&](Vec2 at, double angle) {
        physics::BodyDef body;
        body.position = at;
        body.angle = angle;
        model.objects.group.push_back(0);
        const auto id = world.add_body(body);
        model.objects.body.push_back(id.index);
        return id;
    };
    const double turn = 0.4;
    world.add_box(add({0.6, 0.5}, turn), 0.004, 0.12, {});
    world.add_disc(add({0.45, 0.6}, 0.0), {}, 0.02, {});
    const IrObstacles obstacles(model, world);
    const auto is_inside = [&](Vec2 p, double room) {
        const Vec2 d = physics::Rotation{std::cos(turn), std::sin(turn)}.undo(p - Vec2{0.6, 0.5});
        const bool in_box = std::fabs(d.x) < 0.002 + room && std::fabs(d.y) < 0.06 + room;
        return in_box || length(p - Vec2{0.45, 0.6}) < 0.02 + room || p.x > 1.0 + room;
    };
    const Vec2 from{0.5, 0.5};
    int stopped = 0;
    for (int tenth = 0; tenth < 3600; ++tenth) {
        const double bearing = tenth * pi / 1800;
        const Vec2 way = (tenth % 7 == 0 ? 0.52 : 0.2) * Vec2{std::cos(bearing), std::sin(bearing)};
        bool meets = false;
        bool grazes = false;
        for (int i = 0; i <= 4000; ++i) {
            meets |= is_inside(from + (i / 4000.0) * way, -2e-4);
            grazes |= is_inside(from + (i / 4000.0) * way, 2e-4);
        }
        const bool found = obstacles.between(from, from + way);
        stopped += found;
        const bool near_wall = std::max(std::fabs(way.x), std::fabs(way.y)) > 0.4998;
        EXPECT_TRUE(found || !meets) << tenth;
        EXPECT_TRUE(!found || grazes || near_wall) << tenth;
    }
    EXPECT_GT(stopped, 500);
    EXPECT_LT(stopped, 2000);
}

TEST(IrContours, AreWhatADenseRowOfPointsWouldBe) {
    RandomStream random(9, 0, Purpose::test);
    for (int trial = 0; trial < 2000; ++trial) {
        const Vec2 a{random.uniform(-1, 1), random.uniform(-1, 1)};
        const Vec2 b{random.uniform(-1, 1), random.uniform(-1, 1)};
        for (const bool facing : {false, true}) {
            double nearest = std::numeric_limits<double>::infinity();
            for (int i = 0; i <= 4000; ++i) {
                const Vec2 p = a + (i / 4000.0) * (b - a);
                if (!facing || p.x >= 0.0) nearest = std::min(nearest, length(p));
            }
            const double found = distance_to_segment(a, b, facing);
            EXPECT_EQ(std::isinf(found), facing && a.x < 0.0 && b.x < 0.0);
            if (std::isfinite(nearest)) {
                EXPECT_NEAR(found, nearest, 1.5e-3);
            }
        }
    }
}

TEST(IrContours, ReachReceiversThatFaceThem) {
    IrContours contours;
    const Vec2 square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    contours.add(7, square);
    // 60 mm from the wall at y = 1: the right receiver 33.5 mm, front and back 60 mm, left 86.5 mm.
    const IrSite site{{0.5, 0.94}, 0.0, 0.0265, 0.0265, 0.08};
    EXPECT_EQ(contours.within(7, site, 0.030, true), 0b0000);
    EXPECT_EQ(contours.within(7, site, 0.034, true), 0b0010);
    EXPECT_EQ(contours.within(7, site, 0.080, true), 0b0111);
    EXPECT_EQ(contours.within(7, site, 0.1, true), 0b0111);
    EXPECT_EQ(contours.within(7, site, 0.1, false), 0b1111);
    EXPECT_EQ(contours.within(6, site, 0.1, false), 0);
    contours.remove(7);
    EXPECT_FALSE(contours.contains(7));
}

}  // namespace
}  // namespace shoal::pogobot

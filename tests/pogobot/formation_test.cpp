#include "pogobot/formation/formation.hpp"

#include "base/error.hpp"
#include "base/math.hpp"
#include "base/random.hpp"
#include "scenario/choices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace shoal::pogobot {
namespace {

using scenario::Arena;
using scenario::Formation;
using scenario::Point;
using scenario::Settings;

constexpr double robot = 0.0265;  // m: radius

std::string arena_path(const std::string& name) { return SHOAL_SOURCE_DIR "/arenas/" + name + ".csv"; }

Arena arena_named(const std::string& name, double surface = 1.0) {
    return scenario::read_arena(arena_path(name), surface, scenario::ArenaAspect::keep);
}

/// All arenas with walls that come with the project, by name.
std::vector<std::string> arena_names() {
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(SHOAL_SOURCE_DIR "/arenas")) {
        const std::string name = file.path().stem().string();
        if (file.path().extension() == ".csv" && name != "empty" && name != "torus") names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<Formation> placing_kinds() {
    std::vector<Formation> kinds;
    for (const auto& choice : scenario::choices_of<Formation>())
        kinds.push_back(static_cast<Formation>(choice.value));
    std::erase(kinds, Formation::imported);
    return kinds;
}

/// All that differ in positions.
std::vector<Formation> unaligned_kinds() {
    std::vector<Formation> kinds = placing_kinds();
    std::erase_if(kinds, [](Formation kind) { return scenario::name_of(kind).starts_with("aligned"); });
    return kinds;
}

/// A request that owns what it refers to.
struct Case {
    Arena arena;
    Settings settings;
    std::vector<double> radii;
    std::vector<Taken> taken;
    std::vector<scenario::ImportedPose> imported;
    std::uint64_t seed = 1;
    bool periodic = false;
    std::vector<std::string> warnings;

    Case(Arena in, Formation kind, std::size_t count, double radius = robot)
        : arena(std::move(in)), radii(count, radius) {
        settings.initial_formation = kind;
    }

    std::vector<Placement> place() {
        warnings.clear();
        return make_formation({settings, arena, periodic, radii, taken, imported, seed}, warnings);
    }
    /// The text of the Error that place() ends with.
    std::string refusal() {
        try {
            place();
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing was refused";
    }
};

double distance_to_segment(Point p, Point a, Point b) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// Distance to the nearest wall (m), negative outside, found by looking at every wall.
double clearance(const Arena& arena, Point p) {
    double nearest = std::numeric_limits<double>::infinity();
    bool inside = false;
    for (const auto& polygon : arena.polygons) {
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const Point a = polygon[i], b = polygon[(i + 1) % polygon.size()];
            nearest = std::min(nearest, distance_to_segment(p, a, b));
            if ((a.y > p.y) == (b.y > p.y)) continue;
            if (p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
        }
    }
    return inside ? nearest : -nearest;
}

double distance(const Case& c, Point a, Point b) {
    double dx = std::abs(a.x - b.x), dy = std::abs(a.y - b.y);
    if (c.periodic) dx = std::min(dx, c.arena.width - dx);
    if (c.periodic) dy = std::min(dy, c.arena.height - dy);
    return std::hypot(dx, dy);
}
double distance(const Case& c, const Placement& a, const Placement& b) {
    return distance(c, Point{a.x, a.y}, Point{b.x, b.y});
}

/// Every pair and every wall: the least room left (m), negative where something overlaps.
double least_room(const Case& c, const std::vector<Placement>& placements) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < placements.size(); ++i) {
        const Point p{placements[i].x, placements[i].y};
        if (!c.periodic) least = std::min(least, clearance(c.arena, p) - c.radii[i]);
        for (std::size_t j = 0; j < i; ++j)
            least = std::min(least, distance(c, placements[i], placements[j]) - c.radii[i] - c.radii[j]);
        for (const Taken& disc : c.taken)
            least = std::min(least, distance(c, p, {disc.x, disc.y}) - c.radii[i] - disc.radius);
    }
    return least;
}

bool same(const std::vector<Placement>& a, const std::vector<Placement>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Placement& p, const Placement& q) {
        return p.x == q.x && p.y == q.y && p.theta == q.theta;
    });
}

std::vector<double> mixed_radii(std::size_t count, std::uint64_t seed) {
    RandomStream stream(seed, 0, Purpose::test);
    std::vector<double> radii(count);
    for (double& radius : radii) radius = stream.uniform(0.006, 0.02);
    radii[count / 2] = 0.04;
    return radii;
}

class EveryArena : public testing::TestWithParam<std::string> {};

TEST_P(EveryArena, HoldsAllFormationsOfMixedObjects) {
    for (const Formation kind : unaligned_kinds()) {
        const bool lloyd = kind == Formation::lloyd || kind == Formation::power_lloyd;  // take a while
        for (std::uint64_t seed = 0; seed < (lloyd ? 3 : 10); ++seed) {
            Case c(arena_named(GetParam()), kind, 40);
            c.radii = mixed_radii(40, seed);
            c.seed = seed;
            c.settings.chessboard_distance_between_neighbors = 0.065;
            const auto placements = c.place();
            ASSERT_EQ(placements.size(), 40u);
            EXPECT_GT(least_room(c, placements), 0.0) << scenario::name_of(kind) << ", seed " << seed;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Formation, EveryArena, testing::ValuesIn(arena_names()),
                         [](const auto& name) { return name.param; });

TEST(Formation, AHundredSeedsInAStarKeepOffItsWalls) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Case c(arena_named("star"), Formation::random, 60);
        c.seed = seed;
        EXPECT_GE(least_room(c, c.place()), 0.0) << seed;
    }
}

TEST(Formation, TwoHundredObjectsAvoidEachOtherAndTakenDiscs) {
    for (const Formation kind : placing_kinds()) {
        Case c(arena_named("annulusBarred"), kind, 200, 0.018);
        c.taken = {{0.15, 0.5, 0.05}, {0.69, 0.69, 0.08}, {0.7, 0.1, 0.03}};
        c.settings.chessboard_distance_between_neighbors = 0.04;
        EXPECT_GT(least_room(c, c.place()), 0.0) << scenario::name_of(kind);
    }
}

TEST(Formation, PeriodicDomainsHaveNoWallsAndNoOverlapAcrossTheirSeam) {
    for (const Formation kind : placing_kinds()) {
        Case c(arena_named("squarewithHole"), kind, 250);
        c.periodic = true;
        c.settings.chessboard_distance_between_neighbors = 0.06;
        const auto placements = c.place();
        EXPECT_GT(least_room(c, placements), 0.0) << scenario::name_of(kind);
        const auto out = [&](const Placement& p) {
            return p.x < 0 || p.x >= c.arena.width || p.y < 0 || p.y >= c.arena.height;
        };
        EXPECT_TRUE(std::none_of(placements.begin(), placements.end(), out)) << scenario::name_of(kind);
    }
}

TEST(Formation, APeriodicSquareUsesTheRoomNearItsSides) {
    Case c(arena_named("square"), Formation::random, 250);
    c.periodic = true;
    const auto placements = c.place();
    const auto& left = *std::min_element(placements.begin(), placements.end(),
                                         [](const auto& p, const auto& q) { return p.x < q.x; });
    const auto& top = *std::min_element(placements.begin(), placements.end(),
                                        [](const auto& p, const auto& q) { return p.y < q.y; });
    EXPECT_LT(left.x, robot);
    EXPECT_LT(top.y, robot);
}

TEST(Formation, IsAFunctionOfTheSeed) {
    for (const Formation kind : placing_kinds()) {
        Case c(arena_named("H"), kind, 60);
        c.settings.chessboard_distance_between_neighbors = 0.07;
        const auto first = c.place(), again = c.place();
        EXPECT_TRUE(same(first, again)) << scenario::name_of(kind);
        c.seed = 2;
        const bool fixed = kind == Formation::aligned_disk || kind == Formation::aligned_chessboard;
        EXPECT_EQ(same(first, c.place()), fixed) << scenario::name_of(kind);
    }
}

TEST(Formation, HeadingsAreUniformOrAligned) {
    for (const Formation kind : placing_kinds()) {
        Case c(arena_named("disk"), kind, 200, 0.01);
        c.settings.chessboard_distance_between_neighbors = 0.03;
        double sum = 0.0;
        const bool aligned = scenario::name_of(kind).starts_with("aligned");
        for (const auto& [x, y, theta] : c.place()) {
            EXPECT_GE(theta, 0.0);
            EXPECT_LT(theta, math::two_pi);
            if (aligned) {
                EXPECT_EQ(theta, math::pi / 2);
            }
            sum += theta;
        }
        const double expected = aligned ? math::pi / 2 : math::pi;
        EXPECT_NEAR(sum / 200, expected, 0.5) << scenario::name_of(kind);  // four deviations of the mean
    }
}

TEST(Formation, HeadingsDependOnSeedAndNumberAlone) {
    Case c(arena_named("disk"), Formation::random, 20);
    const auto random = c.place();
    c.settings.initial_formation = Formation::power_lloyd;
    c.radii.push_back(robot);
    const auto lloyd = c.place();
    for (std::size_t i = 0; i < random.size(); ++i) {
        EXPECT_EQ(random[i].theta, lloyd[i].theta);
        RandomStream stream(c.seed, static_cast<std::uint32_t>(i), Purpose::placement);
        EXPECT_EQ(random[i].theta, stream.uniform(0.0, math::two_pi));
    }
}

TEST(Formation, NothingAndOneObjectCanBePlaced) {
    for (const Formation kind : placing_kinds()) {
        Case none(arena_named("disk"), kind, 0);
        EXPECT_TRUE(none.place().empty());
        Case one(arena_named("disk"), kind, 1);
        const auto placements = one.place();
        ASSERT_EQ(placements.size(), 1u);
        EXPECT_GT(least_room(one, placements), 0.0) << scenario::name_of(kind);
    }
}

TEST(Formation, KeepsTheLeastSpaceBetweenNeighbours) {
    for (const Formation kind : placing_kinds()) {
        Case c(arena_named("disk"), kind, 40);
        c.settings.formation_min_space_between_neighbors = 0.05;
        const auto placements = c.place();
        double nearest = 1.0;
        for (const auto& p : placements) {
            for (const auto& q : placements)
                if (&p != &q) nearest = std::min(nearest, distance(c, p, q));
        }
        EXPECT_GE(nearest, 0.1 * (1 - 1e-9)) << scenario::name_of(kind);
    }
}

TEST(Formation, RandomPointsStayWithinTheGreatestSpaceOfAnother) {
    for (const bool periodic : {false, true}) {
        Case c(arena_named("square"), Formation::random, 100);
        c.settings.formation_max_space_between_neighbors = 0.06;
        c.periodic = periodic;
        const auto placements = c.place();
        std::vector<std::size_t> cluster{0};  // all that steps of at most that space lead to
        std::vector<bool> found(placements.size());
        found[0] = true;
        for (std::size_t k = 0; k < cluster.size(); ++k) {
            for (std::size_t j = 0; j < placements.size(); ++j) {
                if (found[j] || distance(c, placements[cluster[k]], placements[j]) > 0.06) continue;
                found[j] = true;
                cluster.push_back(j);
            }
        }
        EXPECT_EQ(cluster.size(), placements.size());
        EXPECT_GT(least_room(c, placements), 0.0);
    }
}

TEST(Formation, AGreatestSpaceBelowTheSizeIsRefused) {
    Case c(arena_named("square"), Formation::random, 10);
    c.settings.formation_max_space_between_neighbors = 0.04;
    EXPECT_NE(c.refusal().find("1 of 10 objects fit"), std::string::npos) << c.refusal();
    EXPECT_NE(c.refusal().find("larger formation_max_space_between_neighbors"), std::string::npos);
}

TEST(Formation, NearWallsStartsALayerBesideThem) {
    Case c(arena_named("disk"), Formation::random_near_walls, 30);
    for (const auto& p : c.place()) EXPECT_NEAR(clearance(c.arena, {p.x, p.y}), 1.5 * 1.01 * robot, 0.002);
    c.radii.assign(120, robot);
    const auto placements = c.place();
    const auto touches_another = [&](const Placement& p) {
        return std::any_of(placements.begin(), placements.end(), [&](const Placement& q) {
            const double gap = distance(c, p, q) - 2.02 * robot;
            return &p != &q && std::abs(gap) < 1e-6;
        });
    };
    for (const auto& p : placements) {
        const bool beside_wall = clearance(c.arena, {p.x, p.y}) < 1.6 * robot;
        EXPECT_TRUE(beside_wall || touches_another(p));
    }
}

TEST(Formation, NearWallsOfAPeriodicArenaWarns) {
    Case c(arena_named("square"), Formation::random_near_walls, 10);
    c.periodic = true;
    c.place();
    ASSERT_EQ(c.warnings.size(), 1u);
    EXPECT_NE(c.warnings[0].find("no walls"), std::string::npos);
}

TEST(Formation, DiskIsRingsAroundTheCentre) {
    Case c(arena_named("disk"), Formation::disk, 19);
    c.settings.initial_formation_center = Point{0.4, 0.6};
    const auto placements = c.place();
    std::vector<double> ring;
    for (const auto& p : placements)
        ring.push_back(distance(c, Point{p.x, p.y}, {0.4, 0.6}) / (2.02 * robot));
    EXPECT_NEAR(ring[0], 0.0, 1e-12);
    for (std::size_t i = 1; i <= 6; ++i) EXPECT_NEAR(ring[i], 1.0, 1e-9);
    for (std::size_t i = 7; i <= 18; ++i) EXPECT_NEAR(ring[i], 2.0, 1e-9);
}

TEST(Formation, DiskIsAroundTheCentroidUnlessAskedOtherwise) {
    Case c(arena_named("square"), Formation::disk, 1);
    EXPECT_NEAR(c.place()[0].x, 0.5, 1e-12);
    EXPECT_NEAR(c.place()[0].y, 0.5, 1e-12);
    c.settings.initial_formation_center = Point{1.2, 0.5};
    EXPECT_NE(c.refusal().find("initial_formation_center"), std::string::npos) << c.refusal();
}

TEST(Formation, ChessboardBlockHasItsPitchAndStartsInTheMiddle) {
    Case c(arena_named("square"), Formation::chessboard, 25);
    c.settings.chessboard_distance_between_neighbors = 0.07;
    const auto placements = c.place();
    EXPECT_NEAR(placements[0].x, 0.5, 1e-12);
    EXPECT_NEAR(placements[0].y, 0.5, 1e-12);
    for (const auto& p : placements) {
        const double column = (p.x - 0.5) / 0.07, row = (p.y - 0.5) / 0.07;
        EXPECT_NEAR(column, std::round(column), 1e-9);
        EXPECT_NEAR(row, std::round(row), 1e-9);
        EXPECT_LE(std::max(std::abs(column), std::abs(row)), 2.0 + 1e-9);  // a block of 5 × 5
    }
}

TEST(Formation, ChessboardMayHaveAPitchOfOneDiameter) {
    Case c(arena_named("square"), Formation::chessboard, 100);
    c.settings.chessboard_distance_between_neighbors = 2 * robot;
    EXPECT_GT(least_room(c, c.place()), -1e-12);
    c.settings.chessboard_distance_between_neighbors = 1.9 * robot;
    EXPECT_NE(c.refusal().find("chessboard_distance_between_neighbors"), std::string::npos) << c.refusal();
    EXPECT_NE(c.refusal().find("at least 53 mm"), std::string::npos) << c.refusal();
}

TEST(Formation, SpreadChessboardCoversTheArena) {
    for (const std::size_t count : {4u, 30u, 81u, 100u}) {
        Case c(arena_named("square"), Formation::chessboard, count);
        c.settings.formation_cluster_at_center = false;
        const auto placements = c.place();
        EXPECT_GT(least_room(c, placements), 0.0) << count;
        std::array<int, 4> quarters{};
        for (const auto& p : placements) ++quarters[(p.x > 0.5) + 2 * (p.y > 0.5)];
        EXPECT_GT(*std::min_element(quarters.begin(), quarters.end()), 0) << count;
    }
}

TEST(Formation, SpreadChessboardAvoidsTakenDiscsAndTheSeam) {
    for (const std::size_t count : {1u, 2u, 50u, 90u}) {
        Case c(arena_named("square"), Formation::chessboard, count);
        c.settings.formation_cluster_at_center = false;
        c.settings.chessboard_distance_between_neighbors = count == 1 ? 1.5 : 0.09;
        c.taken = {{0.0, 0.3, 0.1}};
        c.periodic = true;
        const auto placements = c.place();
        ASSERT_EQ(placements.size(), count);
        EXPECT_GT(least_room(c, placements), 0.0) << count;
    }
}

TEST(Formation, SpreadChessboardWithAChangedPitchSaysSo) {
    Case c(arena_named("square"), Formation::chessboard, 121);
    c.settings.formation_cluster_at_center = false;  // 11 × 11 need a pitch below 94.7 mm
    c.place();
    ASSERT_EQ(c.warnings.size(), 1u);
    EXPECT_NE(c.warnings[0].find("100 mm became 92 mm"), std::string::npos) << c.warnings[0];
}

TEST(Formation, LloydSpreadsObjectsEvenly) {
    for (const Formation kind : {Formation::lloyd, Formation::power_lloyd}) {
        Case c(arena_named("square"), kind, 100, 0.01);
        const auto placements = c.place();
        for (const auto& p : placements) {
            double nearest = 1.0;
            for (const auto& q : placements)
                if (&p != &q) nearest = std::min(nearest, distance(c, p, q));
            EXPECT_GT(nearest, 0.06) << scenario::name_of(kind);
            EXPECT_LT(nearest, 0.14) << scenario::name_of(kind);
        }
    }
}

TEST(Formation, PowerLloydGivesBigObjectsMoreRoom) {
    Case c(arena_named("square"), Formation::power_lloyd, 60, 0.02);
    c.radii[7] = 0.2;
    const auto placements = c.place();
    EXPECT_GT(least_room(c, placements), 0.0);
    EXPECT_GT(clearance(c.arena, {placements[7].x, placements[7].y}), 0.202);
}

double radius_for_cover(std::size_t count, double cover) {
    return std::sqrt(cover / (math::pi * static_cast<double>(count)));
}

TEST(Formation, RandomReachesHalfTheAreaOfADisk) {
    Case c(arena_named("disk"), Formation::random, 1000, radius_for_cover(1000, 0.5));
    EXPECT_GT(least_room(c, c.place()), 0.0);
}

TEST(Formation, DenserArenasAreFilledOrRefused) {
    for (const Formation kind : unaligned_kinds()) {
        for (const double cover : {0.5, 0.7, 0.9}) {
            Case c(arena_named("disk"), kind, 200, radius_for_cover(200, cover));
            c.settings.chessboard_distance_between_neighbors = 2 * c.radii[0];
            try {
                EXPECT_GT(least_room(c, c.place()), -1e-12) << scenario::name_of(kind) << " at " << cover;
            } catch (const Error& error) {
                const std::string text = error.what();
                EXPECT_NE(text.find(" of 200 objects fit"), std::string::npos) << text;
                EXPECT_NE(text.find("a larger arena_surface"), std::string::npos) << text;
                EXPECT_GT(cover, 0.6) << text;
            }
        }
    }
}

TEST(Formation, MoreThanTheDensestPackingIsRefused) {
    for (const Formation kind : placing_kinds()) {
        Case c(arena_named("square"), kind, 1000, radius_for_cover(1000, 0.91));
        EXPECT_NE(c.refusal().find(" of 1000 objects fit"), std::string::npos) << scenario::name_of(kind);
    }
}

TEST(Formation, AnObjectThatFitsNowhereIsRefused) {
    for (const Formation kind : placing_kinds()) {
        Case c(arena_named("squarewithHole"), kind, 1, 0.18);
        EXPECT_NE(c.refusal().find("0 of 1 objects fit"), std::string::npos) << scenario::name_of(kind);
        Case wide(arena_named("square"), kind, 1, 0.51);
        wide.periodic = true;
        EXPECT_NE(wide.refusal().find("0 of 1 objects fit"), std::string::npos) << scenario::name_of(kind);
    }
}

TEST(Formation, TenThousandObjectsOnSixtyPercentOfTheArea_slow) {
    const std::size_t count = 10'000;
    for (const Formation kind : {Formation::power_lloyd, Formation::random}) {
        Case c(arena_named("arena8"), kind, count, radius_for_cover(count, 0.6));
        EXPECT_GT(least_room(c, c.place()), 0.0) << scenario::name_of(kind);
    }
}

TEST(Imported, TakesTheFirstPosesAndDrawsMissingHeadings) {
    Case c(arena_named("square"), Formation::imported, 2);
    c.imported = {{0.2, 0.3, 1.5}, {0.6, 0.7, {}}, {0.8, 0.8, 0.0}};
    const auto placements = c.place();
    ASSERT_EQ(placements.size(), 2u);
    EXPECT_EQ(placements[0].x, 0.2);
    EXPECT_EQ(placements[0].y, 0.3);
    EXPECT_EQ(placements[0].theta, 1.5);
    EXPECT_EQ(placements[1].theta, RandomStream(c.seed, 1, Purpose::placement).uniform(0.0, math::two_pi));
    EXPECT_TRUE(c.warnings.empty());
}

TEST(Imported, TooFewPosesAreRefused) {
    Case c(arena_named("square"), Formation::imported, 3);
    c.settings.formation_filename = "herd.csv";
    c.imported = {{0.2, 0.3, 1.5}, {0.6, 0.7, {}}};
    EXPECT_EQ(c.refusal(), "herd.csv: found '2 poses', expected at least 3, one for each object to place");
}

TEST(Imported, PosesOutsideOrInAHoleAreRefusedByNumber) {
    Case c(arena_named("squarewithHole"), Formation::imported, 2);
    const double side = c.arena.width;
    const Point left{-0.1, 0.1}, in_hole{side / 2, side / 2}, on_wall{0, 0.3}, on_corner{side / 4, side / 4};
    for (const Point bad : {left, in_hole, on_wall, on_corner}) {
        c.imported = {{0.1, 0.1, {}}, {bad.x, bad.y, {}}};
        EXPECT_NE(c.refusal().find("pose 2"), std::string::npos) << c.refusal();
    }
}

TEST(Imported, OverlapsAreKeptAndNamed) {
    Case c(arena_named("square"), Formation::imported, 4);
    c.taken = {{0.8, 0.8, 0.05}};
    c.imported = {{0.2, 0.2, {}}, {0.243, 0.2, {}}, {0.02, 0.5, {}}, {0.8, 0.74, {}}};
    const auto placements = c.place();
    EXPECT_EQ(placements[1].x, 0.243);
    const std::vector<std::string> expected{
        "imported formation: pose 2 overlaps pose 1 by 10 mm",
        "imported formation: pose 4 overlaps the object at (800, 800) mm by 16.5 mm",
        "imported formation: pose 3 is 6.5 mm too near to a wall",
    };
    EXPECT_EQ(c.warnings, expected);
}

TEST(Imported, OverlapsAcrossTheSeamAreNamed) {
    Case c(arena_named("square"), Formation::imported, 2);
    c.periodic = true;
    c.imported = {{0.01, 0.5, {}}, {0.99, 0.5, {}}};
    c.place();
    ASSERT_EQ(c.warnings.size(), 1u);
    EXPECT_EQ(c.warnings[0], "imported formation: pose 2 overlaps pose 1 by 33 mm");
}

TEST(Imported, ManyOverlapsAreCounted) {
    Case c(arena_named("square"), Formation::imported, 1000);
    c.imported.assign(1000, {0.5, 0.5, 0.0});
    c.place();
    ASSERT_EQ(c.warnings.size(), 6u);
    EXPECT_EQ(c.warnings[5], "imported formation: 499495 more overlaps");
}

}  // namespace
}  // namespace shoal::pogobot

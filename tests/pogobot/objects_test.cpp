#include "pogobot/setup.hpp"

#include "base/error.hpp"
#include "base/math.hpp"
#include "pogobot/membrane.hpp"
#include "pogobot/remote.hpp"
#include "pogobot/shape.hpp"
#include "scenario/temp_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace shoal::pogobot {
namespace {

using physics::BodyId;
using physics::Vec2;

double area_of(const std::vector<Vec2>& outline) {
    double twice = 0.0;
    for (std::size_t i = 0; i < outline.size(); ++i)
        twice += cross(outline[i], outline[(i + 1) % outline.size()]);
    return 0.5 * twice;
}

using Prepared = Setup;  // a name that test classes do not claim

/// Scenarios written in the test, set up without a controller.
class ObjectSetup : public ::testing::Test {
protected:
    Prepared make(const std::string& keys, const std::string& objects, std::uint32_t seed = 1) {
        dir_.write("square.csv", "0,0\n1,0\n1,1\n0,1\n");
        const std::string path = dir_.write(
            "s.yaml", "arena_file: " + dir_.path() + "/square.csv\n" + keys + "objects:\n" + objects);
        return set_up(scenario::load(path), seed, nullptr);
    }
    std::string refusal(const std::string& keys, const std::string& objects) {
        try {
            (void)make(keys, objects);
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing was refused";
    }
    static std::vector<Vec2> positions(const Prepared& setup, const std::string& category) {
        std::vector<Vec2> at;
        for (std::uint32_t o = 0; o < setup.model.objects.size(); ++o)
            if (setup.model.group_of(o).category == category)
                at.push_back(setup.world->position(setup.model.objects.bodies[o]));
        return at;
    }

    TempDir dir_;
};

const std::string robots_40 = "  robots: {type: pogobot, nb: 40, geometry: disk, radius: 26.5}\n";

TEST_F(ObjectSetup, AFormationStartsInsideTheMembrane) {
    for (const std::string formation : {"random", "power_lloyd", "disk", "random_near_walls", "chessboard"}) {
        for (const std::string type : {"membrane", "rectmembrane"}) {
            for (const std::string shape :
                 {"geometry: disk, radius: 330", "geometry: rectangle, body_width: 600, body_height: 500",
                  "geometry: disk, radius: 330, x: 520, y: 490"}) {
                Prepared setup =
                    make("initial_formation: " + formation +
                             "\ninitial_formation_root_object: skins\n"
                             "chessboard_distance_between_neighbors: 60\n",
                         "  robots: {type: pogobot, nb: 30, geometry: disk, radius: 26.5}\n  skins: {type: " +
                             type + ", num_dots: 80, " + shape + "}\n");
                const std::uint32_t membrane = 30;
                std::vector<Vec2> outline;
                trace(setup.model.objects.parts[membrane], *setup.world, outline);
                const auto robots = positions(setup, "robots");
                ASSERT_EQ(robots.size(), 30u);
                for (const Vec2 robot : robots) {
                    for (const Vec2 dot : outline)
                        ASSERT_GE(length(robot - dot), 0.0265) << formation << type << shape;
                    double winding = 0.0;
                    for (std::size_t i = 0; i < outline.size(); ++i) {
                        const Vec2 a = outline[i] - robot, b = outline[(i + 1) % outline.size()] - robot;
                        winding += std::atan2(cross(a, b), dot(a, b));
                    }
                    ASSERT_NEAR(winding, math::two_pi, 1e-6) << formation << type << shape;
                }
                for (std::size_t i = 0; i < robots.size(); ++i)
                    for (std::size_t j = 0; j < i; ++j)
                        ASSERT_GE(length(robots[i] - robots[j]), 2.0 * 0.0265);
                setup.world->step(0.01);
                EXPECT_TRUE(setup.world->lost().empty());
            }
        }
    }
}

TEST_F(ObjectSetup, AMembraneThatIsTooSmallSaysHowManyFit) {
    const std::string keys = "initial_formation_root_object: skins\n";
    const std::string text =
        refusal(keys, robots_40 + "  skins: {type: membrane, geometry: disk, radius: 120}\n");
    EXPECT_NE(text.find("of 40 objects fit into objects.skins"), std::string::npos) << text;
    const std::string none = refusal(
        keys,
        robots_40 + "  skins: {type: membrane, geometry: disk, radius: 20, dot_radius: 20, num_dots: 20}\n");
    EXPECT_NE(none.find("no room within"), std::string::npos) << none;
}

TEST_F(ObjectSetup, ALightMayBoundAFormation) {
    const Prepared setup =
        make("initial_formation: random\ninitial_formation_root_object: lamp\n",
             robots_40 +
                 "  lamp: {type: static_light, geometry: disk, radius: 300, x: 600, y: 450, value: 100}\n");
    for (const Vec2 robot : positions(setup, "robots"))
        EXPECT_LT(std::hypot(robot.x - 0.6, robot.y - 0.45), 0.3);
    const std::string text = refusal(
        "initial_formation: disk\ninitial_formation_root_object: lamp\n",
        robots_40 + "  lamp: {type: static_light, geometry: disk, radius: 300, x: 0, y: 0, value: 100}\n");
    EXPECT_NE(text.find("into a wall"), std::string::npos) << text;
}

TEST_F(ObjectSetup, SolidObjectsBoundNothing) {
    const std::string text =
        refusal("initial_formation_root_object: balls\n",
                robots_40 + "  balls: {type: passive_object, geometry: disk, radius: 100}\n");
    EXPECT_NE(text.find("solid"), std::string::npos) << text;
}

TEST_F(ObjectSetup, RobotsKeepOffMembranesAndWallsWithCoordinates) {
    const Prepared setup =
        make("initial_formation: random\n",
             robots_40 +
                 "  skins: {type: membrane, geometry: disk, radius: 300, x: 500, y: 500}\n"
                 "  bars: {type: pogowall, geometry: rectangle, body_width: 900, body_height: 10, "
                 "x: 500, y: 100, theta: 0.1}\n");
    const auto robots = positions(setup, "robots");
    std::size_t inside = 0;
    for (const Vec2 robot : robots) {
        for (const BodyId part : setup.model.objects.parts[40])
            EXPECT_GE(length(robot - setup.world->position(part)), 0.0365);
        const Vec2 local = pose_of({0.5, 0.1, 0.1}).to_local(robot);
        const Vec2 beyond{std::max(0.0, std::fabs(local.x) - 0.45),
                          std::max(0.0, std::fabs(local.y) - 0.005)};
        EXPECT_GE(length(beyond), 0.0265);
        inside += length(robot - Vec2{0.5, 0.5}) < 0.3;
    }
    EXPECT_GT(inside, 0u);  // the membrane bounds nothing: it only takes the place of its parts
    EXPECT_LT(inside, robots.size());
}

TEST_F(ObjectSetup, MembranesOfHeavyRobotsGetShorterSubsteps) {
    const auto substeps = [&](const std::string& density) {
        const Prepared setup = make("", robots_40 +
                                            "  skins: {type: membrane, geometry: disk, radius: 100, "
                                            "body_density: " +
                                            density + "}\n");
        return setup.world->model().def.substeps;
    };
    EXPECT_EQ(substeps("10"), 4);
    EXPECT_EQ(substeps("0.07"), 16);
    EXPECT_EQ(substeps("0.0001"), 16);
}

TEST_F(ObjectSetup, RemoteSignalsReachThoseInTheirTarget) {
    const std::string places =
        "  a: {type: pogobot, geometry: disk, radius: 10, x: 500, y: 500}\n"
        "  b: {type: pogobot, geometry: disk, radius: 10, x: 700, y: 500}\n"
        "  c: {type: active_object, geometry: disk, radius: 10, x: 500, y: 700}\n"
        "  d: {type: passive_object, geometry: disk, radius: 10, x: 510, y: 560}\n"
        "  e: {type: pogowall, geometry: arena}\n"
        "  f: {type: pogobot, geometry: disk, radius: 10, x: 960, y: 500}\n";
    const std::string events =
        "remote:\n"
        "- {at: 2.0, payload: later, to: all}\n"
        "- {at: 1.0, payload: [1, 2, 255], to: disc, position: [500, 500], radius: 201}\n"
        "- {at: 1.0, payload: go, to: cone, position: [490, 500], radius: 300, half_angle: 0.3}\n"
        "- {at: 1.0, payload: go, to: disc, position: [20, 500], radius: 100}\n";
    const auto reached = [&](const std::string& keys) {
        Prepared setup = make(keys + events, places);
        Remote remote(setup.model);
        std::vector<std::vector<std::uint32_t>> all;
        EXPECT_FALSE(remote.due(setup.state, *setup.world));
        for (const double time : {1.0, 2.0}) {
            setup.state.time = time;
            while (const auto signal = remote.due(setup.state, *setup.world))
                all.emplace_back(signal->robots.begin(), signal->robots.end());
        }
        return all;
    };
    using Rows = std::vector<std::vector<std::uint32_t>>;
    EXPECT_EQ(reached(""), (Rows{{0, 1, 2}, {0, 1}, {}, {0, 1, 2, 3, 4}}));
    EXPECT_EQ(reached("boundary_condition: periodic\n"), (Rows{{0, 1, 2}, {0, 1}, {3}, {0, 1, 2, 3}}));
}

TEST_F(ObjectSetup, MistakesInRemoteSignalsAreNamed) {
    const std::string objects = "  a: {type: pogobot, geometry: disk, radius: 10}\n";
    const auto has = [&](const std::string& events, const std::string& words) {
        const std::string text = refusal("remote:\n" + events, objects);
        EXPECT_NE(text.find(words), std::string::npos) << text;
    };
    has("- {at: 1.0, payload: go, to: disc}\n", "remote[0].position");
    has("- {at: 1.0}\n", "remote[0].payload");
    has("- {at: 1, payload: go}\n- {at: 1, payload: [1, 256]}\n", "remote[1].payload");
    has("- {at: -1, payload: go}\n", "remote[0].at");
    has("- {at: 1, payload: " + std::string(383, 'x') + "}\n", "at most 382 bytes");
    has("- go\n", "remote[0]");
    EXPECT_NE(refusal("remote: {at: 1}\n", objects).find("a list of signals"), std::string::npos);
}

TEST_F(ObjectSetup, ObjectsTooWideForAPeriodicArenaAreRefused) {
    const std::string text =
        refusal("boundary_condition: periodic\n",
                "  a: {type: pogobot, geometry: disk, radius: 10}\n"
                "  skins: {type: membrane, geometry: disk, radius: 300, x: 500, y: 500}\n");
    EXPECT_NE(text.find("objects.skins"), std::string::npos) << text;
}

TEST_F(ObjectSetup, AMembraneAcrossTheSeamIsWhole) {
    Prepared setup = make("boundary_condition: periodic\n",
                          "  skins: {type: membrane, geometry: disk, radius: 200, x: 10, y: 990}\n");
    const auto& parts = setup.model.objects.parts[0];
    for (const BodyId part : parts) {
        const Vec2 at = setup.world->position(part);
        EXPECT_TRUE(at.x >= 0.0 && at.x <= 1.0 && at.y >= 0.0 && at.y <= 1.0);
    }
    std::vector<Vec2> before, after;
    trace(parts, *setup.world, before);
    for (int i = 0; i < 500; ++i) setup.world->step(0.01);
    trace(parts, *setup.world, after);
    EXPECT_NEAR(area_of(after), area_of(before), 1e-6);
    EXPECT_NEAR(area_of(before), 0.5 * 100 * 0.19 * 0.19 * std::sin(math::two_pi / 100), 1e-9);
}

}  // namespace
}  // namespace shoal::pogobot

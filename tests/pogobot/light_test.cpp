#include "pogobot/light/field.hpp"

#include "base/math.hpp"
#include "support/allocation_guard.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace shoal;
using namespace shoal::pogobot;
using scenario::Geometry;
using scenario::LightMode;
using scenario::ObjectGroup;
using scenario::ObjectType;

namespace {

ObjectGroup light(ObjectType type, Geometry geometry, double x, double y, std::int16_t value) {
    ObjectGroup group;
    group.type = type;
    group.geometry = geometry;
    group.x = x;
    group.y = y;
    group.value = value;
    return group;
}

ObjectGroup lamp(Geometry geometry = Geometry::global, double x = 0.5, double y = 0.5,
                 std::int16_t value = 1000) {
    return light(ObjectType::static_light, geometry, x, y, value);
}

/// Two metres by one, with a hole of 20 cm in the middle.
struct Room {
    explicit Room(std::vector<ObjectGroup> lights, bool periodic = false, bool pogosim = false) {
        model.arena.width = 2.0;
        model.arena.height = 1.0;
        model.arena.polygons = {{{0, 0}, {2, 0}, {2, 1}, {0, 1}},
                                {{0.9, 0.4}, {0.9, 0.6}, {1.1, 0.6}, {1.1, 0.4}}};
        model.scenario.objects = std::move(lights);
        model.periodic = periodic;
        model.pogosim = pogosim;
        physics::WorldDef def;
        def.domain = {{0, 0}, {2, 1}};
        def.periodic = periodic;
        world.emplace(def);
    }

    double at(double x, double y, double time = 0.0) {
        if (!field) field.emplace(model, state, *world);
        state.time = time;
        return field->level({x, y});
    }

    Model model;
    State state;
    std::optional<physics::World> world;
    std::optional<LightField> field;
};

double level_of_gradient(double share) { return std::round(1000 + (200 - 1000) * share); }

}  // namespace

TEST(Light, ShinesInItsGeometryOnly) {
    ObjectGroup disk = lamp(Geometry::disk);
    disk.radius = 0.1;
    EXPECT_EQ(Room({disk}).at(0.5999, 0.5), 1000);
    EXPECT_EQ(Room({disk}).at(0.6001, 0.5), 0);
    EXPECT_EQ(Room({disk}).at(0.58, 0.58), 0);

    ObjectGroup rectangle = lamp(Geometry::rectangle);
    rectangle.body_width = 0.4;
    rectangle.body_height = 0.1;
    EXPECT_EQ(Room({rectangle}).at(0.699, 0.549), 1000);
    EXPECT_EQ(Room({rectangle}).at(0.701, 0.5), 0);
    EXPECT_EQ(Room({rectangle}).at(0.5, 0.551), 0);

    // One corner towards −y, at side/√3 = 0.2; the base at +0.1.
    ObjectGroup triangle = lamp(Geometry::triangle);
    triangle.side_length = 0.2 * std::sqrt(3.0);
    EXPECT_EQ(Room({triangle}).at(0.5, 0.301), 1000);
    EXPECT_EQ(Room({triangle}).at(0.5, 0.299), 0);
    EXPECT_EQ(Room({triangle}).at(0.5, 0.599), 1000);
    EXPECT_EQ(Room({triangle}).at(0.5, 0.601), 0);
    EXPECT_EQ(Room({triangle}).at(0.67, 0.598), 1000);
    EXPECT_EQ(Room({triangle}).at(0.6, 0.45), 0);
}

TEST(Light, OverTheArenaReachesItsWallsButNotItsHoles) {
    Room room({lamp(Geometry::arena)});
    for (const double x : {0.0, 0.3, 2.0})
        for (const double y : {0.0, 0.5, 1.0}) EXPECT_EQ(room.at(x, y), 1000) << x << ' ' << y;
    EXPECT_EQ(room.at(-0.004, 0.5), 1000);  // a sensor pressed a little into the wall
    EXPECT_EQ(room.at(-0.02, 0.5), 0);
    EXPECT_EQ(room.at(1.0, 0.5), 0);
}

TEST(Light, AddsUpAndSaturates) {
    EXPECT_EQ(Room({lamp(), lamp(Geometry::global, 0, 0, 7)}).at(1.5, 0.2), 1007);
    EXPECT_EQ(Room({lamp(Geometry::global, 0, 0, 30000), lamp(Geometry::global, 0, 0, 3000)}).at(1, 1),
              32767);
    ObjectGroup several = lamp();
    several.nb = 3;
    EXPECT_EQ(Room({several}).at(0, 0), 3000);
}

TEST(Light, GradientFallsLinearlyWithDistance) {
    ObjectGroup gradient = lamp();
    gradient.light_mode = LightMode::gradient;
    gradient.edge_value = 200;
    gradient.gradient_radius = 0.4;
    Room room({gradient});
    EXPECT_EQ(room.at(0.5, 0.5), 1000);
    EXPECT_EQ(room.at(0.6, 0.5), 800);
    EXPECT_EQ(room.at(0.53, 0.54), 900);
    EXPECT_EQ(room.at(1.9, 0.5), 200);

    gradient.gradient_radius = -0.001;  // to the farthest corner of the box
    EXPECT_EQ(Room({gradient}).at(0.5, 1.0), level_of_gradient(0.5 / std::hypot(1.5, 0.5)));
    gradient.geometry = Geometry::disk;
    gradient.radius = 0.25;
    EXPECT_EQ(Room({gradient}).at(0.5, 0.6), level_of_gradient(0.1 / 0.25));
}

TEST(Light, PlaneGoesFromValueToEdgeValueAlongItsDirection) {
    ObjectGroup plane = lamp();
    plane.light_mode = LightMode::plane;
    plane.edge_value = 200;
    plane.plane_half_span = 0.4;
    plane.plane_angle = math::pi / 2;
    Room room({plane});
    EXPECT_EQ(room.at(0.1, 0.5), 600);
    EXPECT_EQ(room.at(1.9, 0.7), 400);
    EXPECT_EQ(room.at(0.5, 0.95), 200);
    EXPECT_EQ(room.at(0.5, 0.05), 1000);
}

TEST(Light, IsDarkUntilItsPhotoStartHasEnded) {
    ObjectGroup gradient = lamp();
    gradient.light_mode = LightMode::gradient;
    gradient.edge_value = 200;
    gradient.gradient_radius = 0.4;
    gradient.photo_start_at = 1.0;
    gradient.photo_start_duration = 0.5;
    gradient.photo_start_value = 5000;
    Room room({gradient});
    EXPECT_EQ(room.at(0.6, 0.5, 0.99), 50);  // its own value is 0, its edge shines
    EXPECT_EQ(room.at(0.6, 0.5, 1.0), 5000);
    EXPECT_EQ(room.at(1.9, 0.9, 1.49), 5000);
    EXPECT_EQ(room.at(0.6, 0.5, 1.5), 800);
}

TEST(RotatingRay, FloodsThenTurnsFromPlusXToPlusY) {
    ObjectGroup ray = light(ObjectType::rotating_ray_of_light, Geometry::global, 1.0, 0.5, 700);
    ray.angular_speed = 2.0;
    ray.ray_half_width = 0.1;
    ray.white_frame_duration = 0.5;
    ray.white_frame_value = 9000;
    Room room({ray, lamp(Geometry::global, 0, 0, 5)});
    EXPECT_EQ(room.at(0.1, 0.1, 0.49), 9005);
    for (const double turns : {0.0, 1.0}) {
        const double start = turns * (0.5 + math::pi) + 0.5;
        for (const double bearing : {0.0, 1.0, 2.5, 4.0, 6.0}) {
            const double x = 1.0 + 0.3 * std::cos(bearing), y = 0.5 + 0.3 * std::sin(bearing);
            EXPECT_EQ(room.at(x, y, start + bearing / 2.0), 705) << bearing;
            EXPECT_EQ(room.at(x, y, start + (bearing + 0.099) / 2.0), 705) << bearing;
            EXPECT_EQ(room.at(x, y, start + (bearing + 0.101) / 2.0), 5) << bearing;
        }
    }
    EXPECT_EQ(room.at(0.1, 0.1, 0.5 + math::pi + 0.1), 9005);
}

TEST(RotatingRay, TurnsTheOtherWayWithANegativeSpeedAndWaitsForPhotoStart) {
    ObjectGroup ray = light(ObjectType::rotating_ray_of_light, Geometry::arena, 0.0, 0.0, 700);
    ray.angular_speed = -1.0;
    ray.white_frame_duration = 0.0;
    ray.photo_start_at = 1.0;
    ray.photo_start_duration = 1.0;
    Room room({ray});
    EXPECT_EQ(room.at(1.3, 0.5, 1.99), 0);
    EXPECT_EQ(room.at(1.3, 0.5, 2.0), 700);  // about the middle of the arena
    EXPECT_EQ(room.at(1.0, 0.2, 2.0 + math::pi / 2), 700);
    EXPECT_EQ(room.at(1.0, 0.8, 2.0 + math::pi / 2), 0);
}

TEST(AlternatingRays, SweepOneCornerAfterTheOther) {
    ObjectGroup rays = light(ObjectType::alternating_rays_of_light, Geometry::arena, 0.0, 0.0, 700);
    rays.angular_speed = 1.0;
    rays.ray_half_width = 0.02;
    rays.long_white_frame_duration = 1.0;
    rays.short_white_frame_duration = 0.25;
    rays.white_frame_value = 9000;
    Room room({rays});
    const double quarter = math::pi / 2;
    const double left_sweep = 1.0, right_sweep = 1.25 + quarter, cycle = 1.25 + 2 * quarter;
    EXPECT_EQ(room.at(1.0, 0.2, 0.5), 9000);
    EXPECT_EQ(room.at(1.0, 0.2, left_sweep + quarter + 0.1), 9000);
    for (const double start : {0.0, cycle}) {
        for (const auto& [x, y] : {std::pair{0.4, 0.4}, {1.0, 0.2}, {1.7, 0.8}, {0.6, 0.9}}) {
            const double from_left = std::atan2(y - 1.0, x) - std::atan2(-0.5, 1.0) + math::pi / 4;
            const double from_right = std::atan2(1.0 - y, 2.0 - x) - std::atan2(0.5, 1.0) + math::pi / 4;
            EXPECT_EQ(room.at(x, y, start + left_sweep + from_left), 700) << x;
            EXPECT_EQ(room.at(x, y, start + left_sweep + from_left - 0.03), 0) << x;
            EXPECT_EQ(room.at(x, y, start + right_sweep + from_right), 700) << x;
            EXPECT_EQ(room.at(x, y, start + right_sweep + from_right + 0.03), 0) << x;
        }
    }
}

TEST(AlternatingRays, ThatStandStillStayOnTheLeft) {
    ObjectGroup rays = light(ObjectType::alternating_rays_of_light, Geometry::arena, 0.0, 0.0, 700);
    rays.angular_speed = 0.0;
    const double bearing = std::atan2(-0.5, 1.0) - math::pi / 4;
    for (const double time : {1.5, 1e6})
        EXPECT_EQ(Room({rays}).at(0.5 * std::cos(bearing), 1.0 + 0.5 * std::sin(bearing), time), 700);
}

TEST(PeriodicLight, IsContinuousAcrossTheSeamAndTheSameAtEveryImage) {
    ObjectGroup gradient = lamp(Geometry::global, 0.1, 0.1, 30000);
    gradient.light_mode = LightMode::gradient;
    Room room({gradient}, true);
    for (const double y : {0.0, 0.05, 0.4, 0.999}) {
        EXPECT_NEAR(room.at(-1e-6, y), room.at(1e-6, y), 1.0);
        EXPECT_EQ(room.at(2.0, y), room.at(0.0, y));
        EXPECT_EQ(room.at(0.7, y), room.at(0.7, y + 1.0));
        EXPECT_EQ(room.at(1.9, y), room.at(-0.1, y));
        EXPECT_EQ(room.at(1.95, y), room.at(0.25, y));  // as far, over the seam
    }
}

TEST(Shadows, ReachAcrossTheSeamAndAreThrownByBodiesAlone) {
    ObjectGroup gradient = lamp(Geometry::global, 0.1, 0.5, 1000);
    gradient.light_mode = LightMode::gradient;
    gradient.edge_value = 1000;
    for (const bool periodic : {false, true}) {
        Room room({gradient}, periodic);
        room.model.scenario.settings.light_shadows = scenario::LightShadows::objects;
        if (!periodic)
            room.world->add_outline(std::vector<physics::Vec2>{{0, 0}, {2, 0}, {2, 1}, {0, 1}}, {});
        physics::BodyDef def;
        def.position = {1.95, 0.5};
        const physics::BodyId ball = room.world->add_body(def);
        room.world->add_disc(ball, {}, 0.03, {});
        // From 1.85 the lamp is 0.25 m away over the seam, behind the ball, and 1.75 m the other way.
        EXPECT_EQ(room.at(1.85, 0.5), periodic ? 0 : 1000);
        EXPECT_EQ(room.at(1.85, 0.62), 1000);
        EXPECT_EQ(room.at(1.99, 0.5), periodic ? 1000 : 0);
        EXPECT_EQ(room.field->level({1.93, 0.5}, ball), 1000);  // not on the body itself
    }
}

TEST(LightField, IsReadWithoutAllocating) {
    if (!AllocationGuard::available()) GTEST_SKIP();
    ObjectGroup ray = light(ObjectType::rotating_ray_of_light, Geometry::arena, 0.0, 0.0, 700);
    for (const bool pogosim : {false, true}) {
        Room room({lamp(), ray}, false, pogosim);
        room.model.scenario.settings.light_shadows = scenario::LightShadows::objects;
        EXPECT_GT(room.at(1.5, 0.5, 0.05), 0);  // the beam is there: shadows are looked for
        const AllocationGuard guard;
        double sum = 0.0;
        for (int tick = 1; tick <= 10; ++tick) {
            room.state.tick = static_cast<std::uint64_t>(tick);
            sum += room.at(1.5, 0.5, 0.01 * tick);
        }
        EXPECT_EQ(guard.count(), 0U);
        EXPECT_GT(sum, 0.0);
    }
}

TEST(LightMap, HoldsLevelsAtTheMiddlesOfBinsAndClampsAtItsBorders) {
    ObjectGroup plane = lamp(Geometry::global, 1.0, 0.5, 0);
    plane.light_mode = LightMode::plane;
    plane.edge_value = 2000;
    plane.plane_half_span = 1.0;
    Room room({plane}, false, true);
    room.model.scenario.settings.light_map_nb_bin_x = 20;
    room.model.scenario.settings.light_map_nb_bin_y = 10;
    EXPECT_EQ(room.at(0.0, 0.0), 50);
    EXPECT_EQ(room.at(0.0999, 0.3), 50);
    EXPECT_EQ(room.at(0.1, 0.3), 150);
    EXPECT_EQ(room.at(2.0, 1.0), 1950);
    EXPECT_EQ(room.at(2.3, 7.0), 1950);
    EXPECT_EQ(room.at(1.5, -0.01), 50);  // Pogosim's bin (0, 0)
}

TEST(LightMap, RaysTakeThePlaceOfOtherLightsInOrderOfCreation) {
    ObjectGroup ray = light(ObjectType::rotating_ray_of_light, Geometry::arena, 0.0, 0.0, 700);
    ray.white_frame_duration = 0.5;
    ray.white_frame_value = 9000;
    ray.angular_speed = 1.0;
    Room below({lamp(), ray}, false, true);
    EXPECT_EQ(below.at(1.5, 0.5, 0.4), 9000);
    EXPECT_EQ(below.at(1.505, 0.505, 0.5), 700);
    EXPECT_EQ(below.at(0.5, 0.5, 0.5), 1000);
    EXPECT_EQ(below.at(1.505, 0.505, 1.5), 1000);  // redrawn as the beam turns
    EXPECT_EQ(Room({ray, lamp()}, false, true).at(1.505, 0.505, 0.5), 1700);
    EXPECT_EQ(Room({lamp(), ray}).at(1.505, 0.505, 0.5),
              1700);  // light adds up where Pogosim is not followed
}

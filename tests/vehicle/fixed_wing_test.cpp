#include "vehicle/models/fixed_wing.hpp"
#include "vehicle/fleet.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace shoal::vehicle {
namespace {

using R = Lane<double, std::experimental::simd_abi::scalar>;

fixed_wing::Parameters aerosonde() {
    fixed_wing::Parameters p;
    const auto& table = model("fixed_wing").parameters;
    std::vector<double> values;
    for (const auto& row : table) values.push_back(row.standard);
    std::memcpy(&p, values.data(), sizeof p);
    return p;
}

struct Applied {
    Vec3<double> force, moment;
    double thrust, torque;
};
Applied applied(Vec3<double> air, Vec3<double> rates, std::array<double, 4> c) {
    const auto k = fixed_wing::prepare(aerosonde(), 0.01);
    const auto w = fixed_wing::forces<R>({air.x, air.y, air.z}, {rates.x, rates.y, rates.z},
                                         {c[0], c[1], c[2], c[3]}, R(standard_density), k);
    return {{w.force.x.v[0], w.force.y.v[0], w.force.z.v[0]},
            {w.moment.x.v[0], w.moment.y.v[0], w.moment.z.v[0]},
            w.thrust.v[0],
            w.torque.v[0]};
}

// Beard and McLain's course software, chapter 4, first case.
TEST(FixedWing, ForcesArePublishedOnes) {
    const auto a = applied({25, 0, 0}, {0, 0, 0}, {-0.2, 0.0, 0.005, 0.5});
    EXPECT_NEAR(a.thrust, -12.43072535, 1e-7);
    EXPECT_NEAR(a.torque, -0.49879620, 1e-7);
    EXPECT_NEAR(a.force.x, -12.109717, 1e-5);
    EXPECT_NEAR(a.force.y, 0.20707328, 1e-7);
    EXPECT_NEAR(a.force.z + 11 * 9.81, 63.443738, 0.12);  // their g is 9.80: 0.11 N
    EXPECT_NEAR(a.moment.x, 0.50637011, 1e-7);
    EXPECT_NEAR(a.moment.y, 8.75643373, 1e-7);
    EXPECT_NEAR(a.moment.z, -0.21774998, 1e-7);
}

// The second case: gust, all controls. Side force and roll moment with the definition of sideslip that we use.
TEST(FixedWing, ForcesWithGustArePublishedOnes) {
    const auto a =
        applied({27.3465947 + 0.00165177, 0.619628233 + 0.00475441, 1.42257772 + 0.01717199},
                {0.00498772, 0.168736005, 0.171797313}, {-0.15705144, 0.01788999, 0.01084654, 1.0});
    EXPECT_NEAR(a.thrust, 31.31315545, 2e-5);
    EXPECT_NEAR(a.torque, 1.58778288, 1e-6);
    EXPECT_NEAR(a.moment.y, 0.1249623, 1e-5);
    EXPECT_NEAR(a.moment.x, 0.1093, 1e-4);
}

// Chapter 3: rigid body with an external wrench.
TEST(FixedWing, RigidBodyIsThePublishedOne) {
    const auto k = fixed_wing::prepare(aerosonde(), 0.01);
    const auto motion = [&](std::array<double, 10> s) {
        const fixed_wing::Body<R> b{0.0,  0.0,  0.0,  s[0], s[1], s[2], s[3],
                                    s[4], s[5], s[6], s[7], s[8], s[9]};
        return fixed_wing::motion<R>(b, axes_of(b.qw, b.qx, b.qy, b.qz), {10.0, 5.0, 0.0}, {0.0, 14.0, 0.0},
                                     k);
    };
    const auto a = motion({5, 0, 0, 1, 0, 0, 0, 1, 0.5, 0});
    EXPECT_NEAR(a.u.v[0], 0.90909091, 1e-8);
    EXPECT_NEAR(a.v.v[0], 0.45454545, 1e-8);
    EXPECT_NEAR(a.w.v[0], 2.5, 1e-12);
    EXPECT_NEAR(a.p.v[0], 0.06073576, 1e-8);
    EXPECT_NEAR(a.q.v[0], 12.22872247, 1e-8);
    EXPECT_NEAR(a.r.v[0], -0.08413156, 1e-8);
    const auto b = motion({0, 3, 6, 1, 0.6, 0, 0.2, 0, 0, 3});
    // The course software divides the rotation of a quaternion that is not normalised by its determinant, |q|⁶, where ours
    // divides by |q|²: their velocity is 1/|q|⁴ of ours.
    EXPECT_NEAR(b.north.v[0] / 1.96, 0.08746356, 1e-8);
    EXPECT_NEAR(b.east.v[0] / 1.96, -1.96793003, 1e-8);
    EXPECT_NEAR(b.down.v[0] / 1.96, 2.79883382, 1e-8);
    EXPECT_NEAR(b.u.v[0], 9.90909091, 1e-8);
    EXPECT_NEAR(b.qw.v[0], -0.3, 1e-12);
    EXPECT_NEAR(b.qy.v[0], -0.9, 1e-12);
    EXPECT_NEAR(b.qz.v[0], 1.5, 1e-12);
    EXPECT_NEAR(b.q.v[0], 13.28951542, 1e-8);
}

TEST(FixedWing, TrimsArePublishedOnes) {
    const struct {
        double speed, alpha, elevator, aileron, rudder, throttle, bank;
    } rows[] = {{15, 0.216096, -0.584447, 0.005361, -0.000855, 0.455024, -0.0102},
                {18, 0.137269, -0.366280, 0.003201, -0.000510, 0.510640, -0.0087},
                {20, 0.102964, -0.271333, 0.002535, -0.000404, 0.554812, -0.0084},
                {25, 0.050107, -0.125044, 0.001837, -0.000293, 0.676776, -0.0095},
                {30, 0.021328, -0.045392, 0.001626, -0.000259, 0.806125, -0.0121},
                {35, 0.003963, 0.002669, 0.001555, -0.000248, 0.938428, -0.0158}};
    for (const auto& row : rows) {
        const auto t = fixed_wing::trim(aerosonde(), row.speed);
        EXPECT_LT(t.residual, 1e-11) << row.speed;
        EXPECT_NEAR(t.alpha, row.alpha, 2e-6) << row.speed;
        EXPECT_NEAR(t.elevator, row.elevator, 4e-6) << row.speed;
        EXPECT_NEAR(t.aileron, row.aileron, 2e-6) << row.speed;
        EXPECT_NEAR(t.rudder, row.rudder, 2e-6) << row.speed;
        EXPECT_NEAR(t.throttle, row.throttle, 4e-6) << row.speed;
        EXPECT_NEAR(t.bank * 180 / math::pi, row.bank, 1e-4) << row.speed;
    }
    const double degree = math::pi / 180;
    const auto climb = fixed_wing::trim(aerosonde(), 25, 5 * degree);
    EXPECT_NEAR(climb.throttle, 0.773744, 1e-5);
    EXPECT_NEAR(climb.pitch / degree, 7.827, 1e-3);
    const auto descent = fixed_wing::trim(aerosonde(), 25, -5 * degree);
    EXPECT_NEAR(descent.throttle, 0.559681, 1e-5);
    EXPECT_NEAR(descent.pitch / degree, -2.126, 1e-3);
    const double turns[][2] = {{136.63, 25.377}, {150, 23.365}, {200, 17.947}, {300, 12.180}};
    for (const auto& [radius, bank] : turns)
        EXPECT_NEAR(fixed_wing::trim(aerosonde(), 25, 0, radius).bank / degree, bank, 2e-3) << radius;
}

TEST(FixedWing, StaysInTrim) {
    Fleet fleet;
    auto& group = fleet.add({"fixed_wing", 1, "", "", {}});
    group.place(0, {0, 0, -100, 1.0, 25});
    const auto t = fixed_wing::trim(aerosonde(), 25);
    const double held[] = {t.elevator, t.aileron, t.rudder, t.throttle};
    group.command(0, "surfaces", held);
    fleet.step(1000);
    const auto p = group.pose(0);
    EXPECT_NEAR(p.down, -100, 0.01);
    EXPECT_NEAR(std::hypot(p.vn, p.ve), 25, 0.001);
    EXPECT_NEAR(std::atan2(p.ve, p.vn), 1.0, 0.001);
}

TEST(FixedWing, AutopilotAnswersAsPublished) {
    const auto fly = [](std::vector<double> command, auto measure, double& overshoot, double& settled) {
        Fleet fleet;
        auto& group = fleet.add({"fixed_wing", 1, "", "", {}});
        group.place(0, {0, 0, -100, 0, 25});
        group.command(0, "autopilot", command);
        double first = 0, last = 0;
        overshoot = -1;
        for (int i = 0; i < 2000; ++i) {
            fleet.step();
            const double value = measure(group);
            if (first == 0 && value > 0.1) first = fleet.time();
            if (last == 0 && value > 0.9) last = fleet.time();
            overshoot = std::fmax(overshoot, value - 1);
            if (std::abs(value - 1) > 0.05) settled = fleet.time();
        }
        return last - first;
    };
    double over = 0, settled = 0, sink = 0;
    const double thirty = math::pi / 6;
    EXPECT_NEAR(fly(
                    {thirty, 100, 25, 0},
                    [&](Group& g) {
                        const auto p = g.pose(0);
                        sink = std::fmax(sink, std::abs(p.down + 100));
                        return std::atan2(p.ve, p.vn) / thirty;
                    },
                    over, settled),
                2.19, 0.1);
    EXPECT_NEAR(over, 0.015, 0.02);
    EXPECT_NEAR(settled, 2.86, 0.2);
    EXPECT_LT(sink, 0.95);
    EXPECT_NEAR(fly(
                    {0, 120, 25, 0}, [](Group& g) { return (-g.pose(0).down - 100) / 20; }, over, settled),
                1.53, 0.1);
    EXPECT_NEAR(over, 0.086, 0.01);
    EXPECT_NEAR(settled, 3.68, 0.35);
    EXPECT_NEAR(fly(
                    {0, 100, 28, 0},
                    [](Group& g) {
                        const auto p = g.pose(0);
                        return (std::hypot(p.vn, p.ve, p.vd) - 25) / 3;
                    },
                    over, settled),
                0.85, 0.05);
    EXPECT_LT(over, 0.01);
}

TEST(FixedWing, DivesIntoTheGround) {
    Fleet fleet;
    auto& group = fleet.add({"fixed_wing", 1, "", "", {}});
    group.place(0, {0, 0, -30, 0, 25});
    const double dive[] = {0.3, 0, 0, 0};
    group.command(0, "surfaces", dive);
    fleet.step(1000);
    EXPECT_EQ(group.contact(0), Contact::crashed);
    EXPECT_EQ(group.pose(0).down, 0.0);
    EXPECT_EQ(group.pose(0).vn, 0.0);
}

}  // namespace
}  // namespace shoal::vehicle

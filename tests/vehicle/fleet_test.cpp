#include "base/error.hpp"
#include "base/visit_state.hpp"
#include "vehicle/fleet.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <set>

namespace shoal::vehicle {
namespace {

// A command of each type that keeps it moving.
std::vector<double> busy(const ModelInfo& model, std::size_t& mode, std::size_t vehicle) {
    mode = model.modes.size() - 1;
    const double i = static_cast<double>(vehicle);
    std::vector<double> values;
    for (const auto& value : model.modes[mode].values) {
        if (value.name == "altitude") values.push_back(100 + std::fmod(i, 7));
        else if (value.name == "airspeed" || value.name == "speed") values.push_back(18 + std::fmod(i, 5));
        else if (value.name == "down") values.push_back(-90 - std::fmod(i, 9));
        else if (value.unit == "m") values.push_back(500 + 3 * i);
        else if (value.unit == "rad") values.push_back(std::fmod(0.1 * i, 0.5));
        else values.push_back(0);
    }
    return values;
}

void populate(Fleet& fleet, std::size_t number) {
    for (const auto* model : models()) {
        auto& group = fleet.add({std::string(model->name), number, "", "", {}});
        for (std::size_t v = 0; v < number; ++v) {
            const double i = static_cast<double>(v);
            group.place(v, {3 * i, -2 * i, -100 - std::fmod(i, 5), 0.01 * i, 20});
            std::size_t mode = 0;
            const auto values = busy(*model, mode, v);
            group.command(v, mode, values);
        }
    }
}

std::uint64_t digest(Fleet& fleet) {
    StateDigest result;
    result(fleet);
    return result.result();
}

std::uint64_t flown(const FleetOptions& options, std::size_t number, std::size_t calls, std::size_t steps) {
    Fleet fleet(options);
    populate(fleet, number);
    for (std::size_t i = 0; i < calls; ++i) fleet.step(steps);
    return digest(fleet);
}

TEST(Fleet, SameBitsForAnyNumberOfThreads) {
    for (const auto precision : {Precision::single, Precision::twofold}) {
        FleetOptions options;
        options.precision = precision;
        const auto alone = flown(options, 3000, 2, 10);
        for (const int threads : {2, 3, 8}) {
            options.threads = threads;
            EXPECT_EQ(flown(options, 3000, 2, 10), alone) << threads;
        }
    }
}

TEST(Fleet, SameBitsForAnyInstructionSet) {
    for (const auto precision : {Precision::single, Precision::twofold}) {
        FleetOptions options;
        options.precision = precision;
        options.instruction_set = InstructionSet::scalar;
        const auto reference = flown(options, 100, 3, 50);
        for (const auto set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
            if (!is_supported(set)) continue;
            options.instruction_set = set;
            EXPECT_EQ(flown(options, 100, 3, 50), reference) << name(set);
        }
    }
}

TEST(Fleet, ManyStepsAtOnceAreManySteps) { EXPECT_EQ(flown({}, 70, 1, 60), flown({}, 70, 60, 1)); }

TEST(Fleet, ABatchIsItsVehicles) {
    Fleet many;
    populate(many, 21);
    many.step(200);
    for (std::size_t v = 0; v < 21; v += 5) {
        Fleet one;
        populate(one, 21);
        Fleet single;
        for (std::size_t g = 0; g < one.groups(); ++g) {
            const auto& model = one.group(g).model();
            auto& group = single.add({std::string(model.name), 1, "", "", {}});
            for (std::size_t c = 0; c < model.state.size(); ++c)
                group.set_state(c, 0, one.group(g).state(c, v));
            std::size_t mode = 0;
            const auto values = busy(model, mode, v);
            group.command(0, mode, values);
        }
        single.step(200);
        for (std::size_t g = 0; g < many.groups(); ++g)
            for (std::size_t c = 0; c < many.group(g).model().state.size(); ++c)
                EXPECT_EQ(single.group(g).state(c, 0), many.group(g).state(c, v))
                    << many.group(g).name() << " " << c;
    }
}

TEST(Fleet, SinglePrecisionStaysNearTwofold) {
    FleetOptions options;
    Fleet twofold;
    options.precision = Precision::single;
    Fleet single(options);
    for (auto* fleet : {&twofold, &single}) {
        populate(*fleet, 20);
        fleet->step(100);
    }
    for (std::size_t g = 0; g < twofold.groups(); ++g)
        for (std::size_t v = 0; v < 20; ++v) {
            const auto a = twofold.group(g).pose(v), b = single.group(g).pose(v);
            // A seeker may find its target a step earlier.
            const double tolerance = twofold.group(g).name() == "missile" ? 0.05 : 5e-3;
            EXPECT_NEAR(a.north, b.north, tolerance) << twofold.group(g).name();
            EXPECT_NEAR(a.down, b.down, tolerance) << twofold.group(g).name();
            EXPECT_NEAR(a.qw * a.qw + a.qx * a.qx + a.qy * a.qy + a.qz * a.qz, 1.0, 1e-12);
        }
}

TEST(Fleet, StateCanBeSavedAndRestored) {
    Fleet fleet;
    populate(fleet, 10);
    fleet.step(20);
    std::vector<std::byte> saved;
    StateWriter writer(saved);
    writer(fleet);
    fleet.step(30);
    const auto end = digest(fleet);
    Fleet other;
    populate(other, 10);
    StateReader reader(saved);
    reader(other);
    EXPECT_NEAR(other.time(), 0.2, 1e-12);
    other.step(30);
    EXPECT_EQ(digest(other), end);
}

std::string refusal(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Fleet, NamesTheVehicleOfACommandThatIsNoNumber) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Fleet fleet;
    populate(fleet, 5);
    auto& group = fleet.group("quadrotor");
    EXPECT_NE(refusal([&] {
                  group.command(3, "position", std::vector<double>{0, nan, 0, 0});
              }).find("quadrotor 3: command position.east"),
              std::string::npos);
    EXPECT_NE(refusal([&] {
                  group.command(3, "position", std::vector<double>{1e9, 0, 0, 0});
              }).find("position.north"),
              std::string::npos);
    EXPECT_NE(refusal([&] {
                  group.command(3, "position", std::vector<double>{0, 0});
              }).find("found '2 values', expected 4"),
              std::string::npos);
    EXPECT_NE(refusal([&] { group.command(3, "hover", {}); }).find("one of motors, rates"),
              std::string::npos);
    group.commands<double>().column(2)[4] = nan;
    EXPECT_NE(refusal([&] { fleet.step(); }).find("quadrotor 4: command value 2"), std::string::npos);
    group.commands<double>().column(2)[4] = 0;
    group.commands<double>().column(0)[1] = 17;
    EXPECT_NE(refusal([&] { fleet.step(); }).find("quadrotor 1: command mode: found '17'"),
              std::string::npos);
    EXPECT_EQ(fleet.time(), 0.0);
}

TEST(Fleet, NamesTheVehicleThatIsNowhere) {
    Fleet fleet;
    populate(fleet, 5);
    fleet.group("ship").set_state(0, 2, std::numeric_limits<double>::infinity());
    EXPECT_NE(refusal([&] { fleet.step(); }).find("ship 2: north: found"), std::string::npos);
}

TEST(Fleet, AbsurdCommandsAreLimitedByTheModel) {
    FleetOptions options;
    options.precision = Precision::single;
    Fleet fleet(options);
    populate(fleet, 4);
    for (std::size_t g = 0; g < fleet.groups(); ++g)
        for (std::size_t c = 1; c < fleet.group(g).commands<float>().columns(); ++c)
            for (std::size_t v = 0; v < 4; ++v)
                fleet.group(g).commands<float>().column(c)[v] = v % 2 ? 1e6F : -1e6F;
    EXPECT_EQ(refusal([&] { fleet.step(200); }), "");
}

TEST(Fleet, RefusesFaultyDefinitions) {
    Fleet fleet;
    EXPECT_NE(refusal([&] { fleet.add({"helicopter", 1, "", "", {}}); }).find("quadrotor"),
              std::string::npos);
    EXPECT_NE(refusal([&] { fleet.add({"ship", 1, "", "", {{"masts", 3}}}); }).find("rudder_limit"),
              std::string::npos);
    EXPECT_NE(
        refusal([&] { fleet.add({"ship", 1, "", "", {{"length", -3}}}); }).find("ship.parameters.length"),
        std::string::npos);
    EXPECT_NE(refusal([&] { fleet.add({"missile", 1, "", "nuclear", {}}); }).find("air_to_ground"),
              std::string::npos);
    fleet.add({"ship", 1, "", "", {}});
    EXPECT_NE(refusal([&] { fleet.add({"ship", 1, "", "", {}}); }).find("no other group"), std::string::npos);
}

TEST(Fleet, TablesNameEveryColumnOnce) {
    for (const auto* model : models()) {
        std::set<std::string_view> names;
        for (const auto& column : model->state)
            EXPECT_TRUE(names.insert(column.name).second) << model->name << " " << column.name;
        ASSERT_GE(model->state.size(), 5U);
        EXPECT_EQ(model->state[0].name, "north");
        EXPECT_EQ(model->state[2].name, "down");
        EXPECT_EQ(model->state[model->state.size() - 2].name, "contact");
        EXPECT_EQ(model->state.back().name, "contact_time");
        for (const auto& mode : model->modes) EXPECT_LE(mode.values.size(), model->command_values);
    }
}

}  // namespace
}  // namespace shoal::vehicle

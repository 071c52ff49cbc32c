// A run that is saved at some tick and goes on from there is the run that was never interrupted, bit for bit.
#include "app/build.hpp"
#include "base/error.hpp"
#include "pogobot/simulation.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace shoal::pogobot {
namespace {

namespace fs = std::filesystem;

fs::path workshop() {
    static const fs::path directory = [] {
        std::string name = (fs::temp_directory_path() / "shoal_XXXXXX").string();
        return fs::path(::mkdtemp(name.data()));
    }();
    return directory;
}

std::string controller(const std::string& name) {
    static std::map<std::string, std::string> built;
    std::string& image = built[name];
    if (!image.empty()) return image;
    const fs::path source = fs::path(SHOAL_SOURCE_DIR) / "tests" / "determinism" / "controllers" / name;
    fs::create_directories(workshop() / name);
    for (const auto& file : fs::directory_iterator(source))
        fs::copy(file, workshop() / name / file.path().filename(), fs::copy_options::overwrite_existing);
    return image = app::build_controller((workshop() / name).string());
}

constexpr const char* plain = R"(
arena_file: arenas/disk.csv
arena_surface: 4.0e5
simulation_time: 100
time_step: 0.01
save_data_period: 0.05
initial_formation: random
)";

constexpr const char* robots = R"(
objects:
  robots:
    type: pogobot
    nb: 30
    geometry: disk
    radius: 26.5
    communication_radius: 80
    max_linear_speed: 100
    max_angular_speed: 3
)";

struct Scene {
    const char* name;
    const char* controller;
    std::string yaml;
};

void PrintTo(const Scene& scene, std::ostream* out) { *out << scene.name; }

std::vector<Scene> scenes() {
    const std::string usual = std::string(plain) + robots;
    const std::string noise = R"(    linear_noise_stddev: 5
    angular_noise_stddev: 0.5
    temporal_noise_stddev: 500
    photosensors_noise_stddev: 3
    imu_acceleration_noise_stddev: 0.1
    battery: model
)";
    const std::string light =
        R"(  sun: {type: static_light, geometry: global, value: 500, light_mode: gradient, gradient_radius: 900}
  beam: {type: rotating_ray_of_light, geometry: global, value: 800, angular_speed: 1.5, angular_width_of_sector: 0.6}
)";
    const std::string balls =
        R"(  balls: {type: passive_object, nb: 8, geometry: disk, radius: 30, body_density: 2}
  boxes: {type: passive_object, nb: 4, geometry: rectangle, body_width: 60, body_height: 30}
)";
    return {{"messages", "busy", usual},
            {"noise_and_light", "busy", usual + noise + light},
            {"physical_air", "busy", usual + "    msg_success_rate: {type: physical}\n"},
            {"objects", "busy", usual + balls},
            {"membrane", "busy", usual + "  skin: {type: membrane, nb: 1, geometry: disk, radius: 90}\n"},
            {"periodic", "busy", usual + noise + "boundary_condition: periodic\n"},
            {"pogosim", "busy", usual + noise + "compatibility: pogosim\n"},
            {"remote", "busy", usual + "remote:\n  - {at: 0.7, to: all, payload: start}\n"},
            {"own_globals", "busy", usual + "globals: per_robot\n"},
            {"cpp", "busy_cpp", usual},
            {"bare", "busy_bare", usual}};
}

std::unique_ptr<Simulation> make(const Scene& scene, record::Console& console,
                                 const std::string& extra = "") {
    const fs::path file = workshop() / (std::string(scene.name) + ".yaml");
    std::ofstream(file) << scene.yaml << "data_filename: " << (workshop() / "data.feather").string() << "\n"
                        << extra;
    auto loaded = scenario::load(file.string(), {{}, false, {SHOAL_SOURCE_DIR}});
    return std::make_unique<Simulation>(std::move(loaded),
                                        SimulationOptions{controller(scene.controller), 7, 1}, console);
}

// The state after each of so many ticks.
std::vector<std::uint64_t> walk(Simulation& simulation, int ticks) {
    std::vector<std::uint64_t> digests;
    for (int i = 0; i < ticks; ++i) {
        simulation.step();
        digests.push_back(simulation.digest());
    }
    return digests;
}

class Snapshots : public ::testing::TestWithParam<Scene> {
protected:
    record::Console console_{{.level = record::Level::error, .robot_messages = false}};
};

TEST_P(Snapshots, GoOnAsIfNothingHadBeen) {
    const auto simulation = make(GetParam(), console_);
    static_cast<void>(walk(*simulation, 100));
    Snapshot snapshot;
    simulation->save(snapshot);
    const auto first = walk(*simulation, 150);
    simulation->restore(snapshot);
    EXPECT_EQ(walk(*simulation, 150), first);
    Snapshot later;
    simulation->save(later);
    simulation->restore(snapshot);
    EXPECT_EQ(walk(*simulation, 150), first);
    simulation->restore(later);
    const auto further = walk(*simulation, 50);
    simulation->restore(later);
    EXPECT_EQ(walk(*simulation, 50), further);
}

TEST_P(Snapshots, OfTheFirstInstantHoldAllThatARunMakesLater) {
    const auto simulation = make(GetParam(), console_);
    Snapshot snapshot;
    simulation->save(snapshot);
    const auto first = walk(*simulation, 60);
    simulation->restore(snapshot);
    EXPECT_EQ(walk(*simulation, 60), first);
}

TEST_P(Snapshots, TakenDoNotChangeTheRun) {
    const auto left_alone = make(GetParam(), console_, "enable_data_logging: false\n");
    const auto saved = make(GetParam(), console_, "enable_data_logging: false\n");
    Snapshot snapshot;
    for (int tick = 0; tick < 80; ++tick) {
        saved->save(snapshot);
        saved->step();
        left_alone->step();
        ASSERT_EQ(saved->digest(), left_alone->digest()) << tick;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Snapshots, ::testing::ValuesIn(scenes()),
                         [](const auto& scene) { return std::string(scene.param.name); });

TEST(Snapshot, BelongsToTheSimulationThatSavedIt) {
    record::Console console({.level = record::Level::error, .robot_messages = false});
    const auto one = make(scenes()[0], console, "enable_data_logging: false\n");
    const auto other = make(scenes()[0], console, "enable_data_logging: false\n");
    Snapshot snapshot;
    one->save(snapshot);
    EXPECT_THROW(other->restore(snapshot), Error);
}

TEST(Snapshot, TheLogGetsEachRowOnce) {
    record::Console console({.level = record::Level::error, .robot_messages = false});
    const auto simulation = make(scenes()[0], console);
    static_cast<void>(walk(*simulation, 40));
    Snapshot snapshot;
    simulation->save(snapshot);
    static_cast<void>(walk(*simulation, 40));
    const std::uint64_t rows = simulation->rows();
    simulation->restore(snapshot);
    static_cast<void>(walk(*simulation, 40));
    EXPECT_EQ(simulation->rows(), rows);
    static_cast<void>(walk(*simulation, 10));
    EXPECT_GT(simulation->rows(), rows);
}

TEST(Snapshot, UsesItsMemoryAgain) {
    record::Console console({.level = record::Level::error, .robot_messages = false});
    const auto simulation = make(scenes()[0], console, "enable_data_logging: false\n");
    static_cast<void>(walk(*simulation, 50));
    Snapshot snapshot;
    simulation->save(snapshot);
    const auto* memory = snapshot.bytes.data();
    simulation->save(snapshot);
    EXPECT_EQ(snapshot.bytes.data(), memory);
}

}  // namespace
}  // namespace shoal::pogobot

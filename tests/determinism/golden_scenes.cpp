#include "golden_scenes.hpp"

#include "app/build.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

namespace shoal::golden {
namespace {

namespace fs = std::filesystem;

/// A temporary folder that goes with the program.
class Workshop {
public:
    Workshop() {
        std::string name = (fs::temp_directory_path() / "shoal_golden_XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~Workshop() { fs::remove_all(path_); }
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;
    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

const fs::path& workshop() {
    static const Workshop place;
    return place.path();
}

std::string controller(const std::string& name) {
    static std::map<std::string, std::string> built;
    std::string& image = built[name];
    if (!image.empty()) return image;
    fs::copy(fs::path(SHOAL_SOURCE_DIR) / "tests/determinism/controllers" / name, workshop() / name);
    return image = app::build_controller((workshop() / name).string());
}

std::string usual(int robots, double surface) {
    return "arena_file: arenas/disk.csv\narena_surface: " + std::to_string(surface) +
           "\nsimulation_time: 1000\ntime_step: 0.01\ninitial_formation: random\n"
           "objects:\n  robots:\n    type: pogobot\n    nb: " +
           std::to_string(robots) +
           "\n    geometry: disk\n    radius: 26.5\n    communication_radius: 80\n"
           "    max_linear_speed: 100\n    max_angular_speed: 3\n";
}

std::vector<Scene> all_scenes() {
    const std::string swarm = usual(150, 1.6e6);
    const std::string noise = R"(    linear_noise_stddev: 5
    angular_noise_stddev: 0.5
    temporal_noise_stddev: 500
    photosensors_noise_stddev: 3
    imu_acceleration_noise_stddev: 0.1
    battery: model
)";
    const std::string lights =
        R"(  sun: {type: static_light, geometry: global, value: 500, light_mode: gradient, gradient_radius: 900}
  beam: {type: rotating_ray_of_light, geometry: global, value: 800, angular_speed: 1.5, angular_width_of_sector: 0.6}
)";
    const std::string things =
        R"(  balls: {type: passive_object, nb: 20, geometry: disk, radius: 30, body_density: 2}
  boxes: {type: passive_object, nb: 15, geometry: rectangle, body_width: 60, body_height: 30}
)";
    const std::string skins = "  skin: {type: membrane, nb: 2, geometry: disk, radius: 120}\n";
    return {{"messages", "busy", 300, swarm},
            {"lights_and_noise", "busy", 300, swarm + noise + lights},
            {"physical_air", "busy", 200, swarm + "    msg_success_rate: {type: physical}\n"},
            {"objects", "busy", 300, swarm + things},
            {"membranes", "busy", 200, swarm + skins},
            {"periodic", "busy", 300, swarm + noise + "boundary_condition: periodic\n"},
            {"as_pogosim", "busy", 300, swarm + noise + "compatibility: pogosim\n"},
            {"own_globals", "busy", 200, swarm + "globals: per_robot\n"},
            {"bare_programs", "busy_bare", 300, swarm},
            {"ten_thousand", "busy", 40, usual(10000, 1.0e8) + lights}};
}

}  // namespace

const std::vector<Scene>& scenes() {
    static const std::vector<Scene> all = all_scenes();
    return all;
}

const Scene& scene(const std::string& name) {
    for (const Scene& one : scenes())
        if (one.name == name) return one;
    throw std::out_of_range(name);
}

std::unique_ptr<pogobot::Simulation> make(const Scene& scene, int threads, record::Console& console,
                                          const std::string& more) {
    const fs::path file = workshop() / (std::string(scene.name) + ".yaml");
    std::ofstream(file) << scene.yaml << more << "data_filename: " << (workshop() / "data.feather").string()
                        << "\n";
    auto loaded = scenario::load(file.string(), {{}, false, {SHOAL_SOURCE_DIR}});
    return std::make_unique<pogobot::Simulation>(
        std::move(loaded), pogobot::SimulationOptions{controller(scene.controller), 7, threads}, console);
}

std::uint64_t fingerprint(pogobot::Simulation& simulation) {
    Digest digest;
    digest.add(simulation.world().digest());
    const pogobot::State& state = simulation.state();
    for (std::uint32_t robot = 0; robot < simulation.model().robots; ++robot) {
        digest.add(static_cast<std::uint64_t>(state.clock[robot].now_ns()));
        const pogobot::Motors& motors = state.motors[robot];
        for (const auto motor : {pogobot::motor_left, pogobot::motor_right})
            digest.add(static_cast<std::uint64_t>(motors.power[motor] * 2 + motors.direction[motor]));
        for (const pogobot::Led& led : state.leds[robot].led)
            digest.add(static_cast<std::uint64_t>(led.r << 16 | led.g << 8 | led.b));
    }
    return digest.value();
}

}  // namespace shoal::golden

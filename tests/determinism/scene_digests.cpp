// Prints the fingerprint of each golden scene, as tests/determinism/golden.csv keeps it: scene_digests [threads]
#include "golden_scenes.hpp"

#include <cstdio>
#include <cstdlib>

int main(int count, char** arguments) {
    const int threads = count > 1 ? std::atoi(arguments[1]) : 1;
    shoal::record::Console console({.level = shoal::record::Level::error, .robot_messages = false});
    std::puts("scene,ticks,digest");
    for (const auto& scene : shoal::golden::scenes()) {
        const auto run = shoal::golden::make(scene, threads, console, "enable_data_logging: false\n");
        for (int tick = 0; tick < scene.ticks; ++tick) run->step();
        std::printf("%s,%d,%016llx\n", scene.name, scene.ticks,
                    static_cast<unsigned long long>(shoal::golden::fingerprint(*run)));
    }
    return 0;
}

// Prints the fingerprint of each named scene, as tests/physics/golden.csv keeps it: physics_digests [threads]
#include "support/scenes.hpp"

#include <cstdio>
#include <cstdlib>

int main(int count, char** arguments) {
    const auto pool = std::make_shared<shoal::WorkerPool>(count > 1 ? std::atoi(arguments[1]) : 1);
    std::puts("scene,steps,digest");
    for (const auto& named : shoal::scenes::named_scenes()) {
        auto scene = named.make(pool);
        shoal::scenes::run(scene.world, named.steps);
        std::printf("%s,%d,%016llx\n", named.name, named.steps,
                    static_cast<unsigned long long>(scene.world.digest()));
    }
    return 0;
}

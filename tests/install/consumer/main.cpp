// A program of somebody else's that uses the physics: a disc falls for a second.
#include "physics/world.hpp"

#include <cmath>

int main() {
    shoal::physics::WorldDef def;
    def.gravity = {0.0, -10.0};
    shoal::physics::World world(def);
    const auto body = world.add_body({});
    world.add_disc(body, {}, 0.1, {});
    for (int i = 0; i < 100; ++i) world.step(0.01);
    return std::fabs(world.position(body).y + 5.0) < 0.05 ? 0 : 1;
}

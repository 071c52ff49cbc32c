#include "support/allocation_guard.hpp"
#include "voxel/physics/engine.hpp"
#include "voxel/support.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace shoal::voxel {
namespace {

Body biped() {
    Body body(4, 3, vsr_1_12_material());
    body.set(1, 0, std::nullopt);
    body.set(2, 0, std::nullopt);
    return body;
}

std::vector<Body> mixture() {
    Material soft;
    soft.spring_frequency = 5.0;
    Material stiff = vsr_1_12_material();
    stiff.spring_frequency = 25.0;
    return {Body(4, 1, soft), biped(),          Body(5, 5, stiff), Body(7, 2, vsr_1_0_material()),
            biped(),          Body(1, 1, stiff)};
}

std::shared_ptr<const Ground> hills() {
    std::vector<Point> points;
    for (int i = 0; i < 200; ++i) points.push_back({-100.0 + 2.5 * i, 0.8 * math::sincos(1.7 * i).sin});
    return std::make_shared<const Ground>(std::move(points));
}

TEST(Invariance, ARobotHasTheSameBitsAloneAndAmongOthers) {
    const std::vector<Body> bodies = mixture();
    Population together(bodies, hills(), 0.0, 2.0);
    walk(together, 300);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        Population alone(std::span<const Body>(bodies).subspan(i, 1), hills(), 0.0, 2.0);
        walk(alone, 300);
        EXPECT_EQ(alone.digest(0), together.digest(i)) << i;
        EXPECT_EQ(alone.substeps(0), together.substeps(i)) << i;
    }
    EXPECT_EQ(together.digest(1), together.digest(4));
}

TEST(Invariance, ThreadsChangeNothing) {
    std::vector<Body> bodies;
    for (int i = 0; i < 8; ++i)
        for (const Body& body : mixture()) bodies.push_back(body);
    std::vector<std::uint64_t> first;
    for (const int threads : {1, 2, 3, 8}) {
        WorkerPool pool(threads);
        Population population(bodies, hills(), 0.0, 2.0);
        for (int i = 0; i < 100; ++i) {
            wave(population, i / 60.0);
            population.step(pool);
        }
        std::vector<std::uint64_t> digests;
        for (std::size_t w = 0; w < bodies.size(); ++w) digests.push_back(population.digest(w));
        if (first.empty()) first = digests;
        EXPECT_EQ(digests, first) << threads;
    }
}

TEST(Invariance, EveryInstructionSetGivesTheSameBits) {
    std::vector<std::vector<double>> states;
    for (const auto set :
         {InstructionSet::scalar, InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (!is_supported(set)) continue;
        std::vector<World> worlds;
        for (const Body& body : mixture()) worlds.push_back(world(body, hills(), 0.0, 2.0));
        worlds[1].robots[0].body.set(0, 2, [] {
            Material pushing;
            pushing.actuation = Actuation::force;
            pushing.max_force = 50.0;
            return pushing;
        }());
        const auto engine = build(worlds, {});
        for (Block& block : engine->blocks) block.kernels = &kernels(set);
        for (int i = 0; i < 200; ++i) {
            for (std::size_t row = 0; row < engine->control.size(); ++row)
                engine->control[row] =
                    static_cast<float>(math::sincos(0.1 * i + 0.7 * static_cast<double>(row)).sin);
            apply_control(*engine, {0, engine->control.size()});
            for (Block& block : engine->blocks) step_block(*engine, block);
        }
        std::vector<double> state;
        for (const Block& block : engine->blocks) {
            block.kernels->readings(
                engine->voxels.data() + block.rows.begin / tile_size, block.rows.size() / tile_size,
                engine->body_values(),
                {engine->area_ratio.data() + block.rows.begin, engine->velocity_x.data() + block.rows.begin,
                 engine->velocity_y.data() + block.rows.begin, engine->angle.data() + block.rows.begin,
                 engine->centre_x.data() + block.rows.begin, engine->centre_y.data() + block.rows.begin});
        }
        for (std::size_t row = 0; row < engine->material.size(); ++row) {
            if (engine->material[row] == nullptr) continue;
            for (const float value : {engine->area_ratio[row], engine->velocity_x[row],
                                      engine->velocity_y[row], engine->angle[row]})
                state.push_back(static_cast<double>(value));
            state.push_back(engine->centre_x[row]);
            state.push_back(engine->centre_y[row]);
        }
        states.push_back(state);
        EXPECT_EQ(states.front(), states.back()) << name(set);
    }
}

TEST(Invariance, MirrorImagesWalkMirrorPaths) {
    Population population({world(Body(6, 2, vsr_1_12_material()), flat(), 0.0, 0.2)});
    Population mirrored({world(Body(6, 2, vsr_1_12_material()), flat(), -18.0, 0.2)});
    walk(population, 60);
    walk(mirrored, 60, true);
    EXPECT_NEAR(population.robot_centre(0).x, -mirrored.robot_centre(0).x, 0.02);
    EXPECT_NEAR(population.robot_centre(0).y, mirrored.robot_centre(0).y, 0.02);
}

TEST(Invariance, APathDoesNotDependOnThePlace) {
    Population here({world(Body(6, 2, vsr_1_12_material()), flat(), 0.0, 0.2)});
    Population there({world(Body(6, 2, vsr_1_12_material()), flat(), 4096.0, 0.2)});
    walk(here, 60);
    walk(there, 60);
    EXPECT_NEAR(there.robot_centre(0).x - 4096.0, here.robot_centre(0).x, 1e-4);
}

TEST(Invariance, NoStepAllocates) {
    if (!AllocationGuard::available()) GTEST_SKIP() << "a sanitizer brings its own allocator";
    const std::vector<Body> bodies = mixture();
    WorkerPool pool(2);
    Population population(bodies, hills(), 0.0, 2.0);
    for (int i = 0; i < 300; ++i) {
        wave(population, i / 60.0);
        population.step(pool);
    }
    const AllocationGuard guard;
    for (int i = 0; i < 50; ++i) {
        wave(population, i / 60.0);
        population.step(pool);
        population.measure(pool);
    }
    EXPECT_EQ(guard.count(), 0U);
}

}  // namespace
}  // namespace shoal::voxel

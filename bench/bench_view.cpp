// Drawing robots at 1000 × 1000 px on one core, no window: ours (world, writing, canvas) against the bare triangles of as
// many 16-sided discs by SDL_RenderGeometry on its software renderer, in turns in one run.

#include "base/math.hpp"
#include "pogobot/setup.hpp"
#include "scenario/scenario.hpp"
#include "table.hpp"
#include "view/picture/stills.hpp"
#include "view/pogobot/picture.hpp"

#include <SDL.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace shoal;

constexpr int size = 1000;  // px
constexpr int rounds = 7;
constexpr double frame_limit = 1e6 / 60.0;  // µs

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

pogobot::Setup swarm(int robots) {
    const std::string file = std::string(SHOAL_SOURCE_DIR) + "/examples/pogobot/run_and_tumble/paper.yaml";
    auto setup = pogobot::set_up(scenario::load(file, {{fmt::format("objects.robots.nb={}", robots),
                                                        fmt::format("arena_surface={}", 15000.0 * robots)},
                                                       false,
                                                       {SHOAL_SOURCE_DIR}}),
                                 1, nullptr);
    for (std::uint32_t r = 0; r < setup.model.robots; ++r)
        for (auto& led : setup.state.leds[r].led) led = {static_cast<std::uint8_t>(r % 26), 25, 0};
    return setup;
}

/// The discs of a world as triangles on a software renderer.
class Bare {
public:
    Bare(const pogobot::Setup& setup)
        : surface_(SDL_CreateRGBSurfaceWithFormat(0, size, size, 32, SDL_PIXELFORMAT_RGBA32)),
          renderer_(SDL_CreateSoftwareRenderer(surface_)) {
        constexpr int sides = 16;
        const double scale = size / std::max(setup.model.arena.width, setup.model.arena.height);
        for (std::uint32_t o = 0; o < setup.model.objects.size(); ++o) {
            const auto at = setup.world->position(setup.model.objects.bodies[o]);
            const auto corner = [&](int i) {
                const math::SinCos sc = math::sincos(math::two_pi * i / sides);
                const double radius = static_cast<double>(setup.model.objects.radius[o]);
                return SDL_FPoint{static_cast<float>(scale * (at.x + radius * sc.cos)),
                                  static_cast<float>(scale * (at.y + radius * sc.sin))};
            };
            const SDL_FPoint middle{static_cast<float>(scale * at.x), static_cast<float>(scale * at.y)};
            for (int i = 0; i < sides; ++i)
                for (const SDL_FPoint p : {middle, corner(i), corner(i + 1)})
                    vertices_.push_back({p, {200, 60, 60, 255}, {}});
        }
    }
    ~Bare() {
        SDL_DestroyRenderer(renderer_);
        SDL_FreeSurface(surface_);
    }
    Bare(const Bare&) = delete;
    Bare& operator=(const Bare&) = delete;

    void draw() {
        SDL_SetRenderDrawColor(renderer_, 240, 240, 240, 255);
        SDL_RenderClear(renderer_);
        SDL_RenderGeometry(renderer_, nullptr, vertices_.data(), static_cast<int>(vertices_.size()), nullptr,
                           0);
        SDL_RenderFlush(renderer_);
    }

private:
    SDL_Surface* surface_;
    SDL_Renderer* renderer_;
    std::vector<SDL_Vertex> vertices_;
};

template <class Work>
double shortest(double best, const Work& work) {
    const double start = now();
    work();
    return std::min(best, 1e6 * (now() - start));
}

/// Microseconds a frame, ours and bare.
bench::Row measure(int robots) {
    auto setup = swarm(robots);
    view::PictureStills stills(
        std::make_unique<view::PogobotPicture>(view::Scene{setup.model, setup.state, *setup.world}),
        {{}, {size, size}, {}});
    Bare bare(setup);
    bench::Row row{fmt::format("frame N={} (µs)", robots), 1e12, 1e12, robots < 10000 ? 0.0 : 1.0};
    for (int round = 0; round < rounds; ++round) {
        row.ours = shortest(row.ours, [&] { static_cast<void>(stills.draw()); });
        row.peer = shortest(row.peer, [&] { bare.draw(); });
    }
    return row;
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<bench::Row> rows;
    bench::print_header();
    for (const int robots : {100, 1000, 10000, 20000}) {
        rows.push_back(measure(robots));
        bench::print(rows.back());
        if (robots != 10000) continue;
        rows.push_back(
            {"frame N=10000 (µs; allowed: 16667, 60 a second)", rows.back().ours, frame_limit, 1.0});
        bench::print(rows.back());
    }
    if (argc == 3 && std::strcmp(argv[1], "--csv") == 0) bench::write_csv(argv[2], rows);
    return 0;
}

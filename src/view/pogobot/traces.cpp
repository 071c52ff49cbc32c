#include "view/pogobot/traces.hpp"

#include "view/pogobot/theme.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::view {
namespace {

constexpr double step = 0.002;            // m: closer places are one
constexpr std::size_t most_places = 512;  // of a robot
constexpr std::size_t most_in_all = 1 << 22;
constexpr std::size_t shades = 12;  // from the oldest part to the newest

}  // namespace

Traces::Traces(const pogobot::Model& model)
    : model_(model),
      longest_(std::clamp<std::size_t>(most_in_all / std::max(1U, model.robots), 32, most_places)) {}

void Traces::clear() { traces_.clear(); }

void Traces::note(const pogobot::State& state, const physics::World& world) {
    traces_.resize(model_.robots);
    const physics::State& bodies = world.state();
    for (std::uint32_t robot = 0; robot < model_.robots; ++robot) {
        const std::uint32_t body = model_.objects.body[state.object[robot]];
        if (body == pogobot::no_body) continue;
        Trace& trace = traces_[robot];
        const Place here{static_cast<float>(bodies.x[body]), static_cast<float>(bodies.y[body])};
        if (!trace.places.empty()) {
            const Place& last = trace.places[(trace.next + trace.places.size() - 1) % trace.places.size()];
            if (std::hypot(here.x - last.x, here.y - last.y) < static_cast<float>(step)) continue;
        }
        if (trace.places.size() < longest_) {
            trace.places.push_back(here);
            continue;
        }
        trace.places[trace.next] = here;
        trace.next = (trace.next + 1) % longest_;
    }
}

// In lengths of equal shade, each up to where the next begins; what crosses the seam of a periodic arena is left out.
void Traces::draw(const pogobot::State& state, const physics::World& world, DrawList& list) const {
    const double seam = 0.5 * std::min(model_.arena.width, model_.arena.height);
    std::vector<Vec2> run;
    for (std::uint32_t robot = 0; robot < traces_.size(); ++robot) {
        const Trace& trace = traces_[robot];
        const std::size_t count = trace.places.size();
        if (count == 0) continue;
        const Colour colour = theme::distinct(robot);
        const auto place = [&](std::size_t i) -> Vec2 {
            if (i == count) return world.position(model_.objects.bodies[state.object[robot]]);
            const Place& p = trace.places[(trace.next + i) % count];
            return {static_cast<double>(p.x), static_cast<double>(p.y)};
        };
        const auto shade_of = [&](std::size_t i) {
            return shades - 1 - (count - i) * shades / (longest_ + 1);
        };
        const auto finish = [&](std::size_t i) {
            const double fresh = static_cast<double>(shade_of(i) + 1) / shades;
            if (run.size() > 1)
                list.line(Layer::traces, run, {0.004, 1.6}, with_alpha(colour, 0.75 * std::pow(fresh, 1.6)));
            run.clear();
        };
        for (std::size_t i = 0; i <= count; ++i) {
            if (!run.empty() && length(place(i) - run.back()) > seam) finish(i - 1);
            run.push_back(place(i));
            if (i == count || shade_of(i + 1) == shade_of(i)) continue;
            finish(i);
            run.push_back(place(i));
        }
        finish(count);
    }
}

}  // namespace shoal::view

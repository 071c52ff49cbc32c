#include "pogobot/locomotion.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <cmath>

// Equations, figures and sources: docs/models/locomotion.md.
namespace shoal::pogobot {
namespace {

using scenario::Locomotion;
using scenario::ObjectGroup;

constexpr double full_power = 1023.0;

/// A kind of locomotion at full power, and how much its robots differ.
struct Kind {
    double speed;         // m/s, of a typical robot
    double track;         // m between the lines along which the two motors push
    double curvature;     // 1/m, of a typical robot's path under equal powers
    double speed_spread;  // standard deviations of the logarithm
    double path_spread;
    double dead_power;   // share of full power below which nothing moves
    double speed_noise;  // m/s, rad/s: drawn once a control period
    double turn_noise;
    bool reverses;  // whether a motor that turns backwards pushes backwards
};

constexpr Kind calibrated_wheels{0.25, 0.045, 1.0, 0.03, 0.15, 0.12, 0.003, 0.05, true};
constexpr Kind raw_wheels{0.25, 0.045, 4.0, 0.03, 0.4, 0.12, 0.003, 0.05, true};
constexpr Kind tpu{0.07, 0.045, 10.0, 0.1, 0.2, 0.2, 0.003, 0.2, false};
constexpr Kind nylon{0.02, 0.045, 750.0, 0.25, 0.25, 0.2, 0.003, 1.0, false};

const Kind& kind_of(const ObjectGroup& group) {
    switch (group.locomotion) {
        case Locomotion::tpu_brush: return tpu;
        case Locomotion::nylon_brush: return nylon;
        default: return group.calibrated ? calibrated_wheels : raw_wheels;
    }
}

// Within two deviations, so that no robot leaves the range that was measured.
double spread(RandomStream& stream, double deviation) {
    double n = stream.normal();
    while (std::fabs(n) > 2.0) n = stream.normal();
    return math::exp(deviation * n);
}

Gait draw_gait(const Kind& kind, RandomStream stream) {
    Gait gait;
    gait.speed = kind.speed * spread(stream, kind.speed_spread);
    gait.turn = gait.speed / kind.track;
    const double sense = stream.integer(0, 1) == 0 ? -1.0 : 1.0;
    gait.spin = sense * kind.speed * kind.curvature * spread(stream, kind.path_spread);
    gait.dead_power = kind.dead_power;
    gait.speed_noise = kind.speed_noise;
    gait.turn_noise = kind.turn_noise;
    gait.reverses = kind.reverses;
    return gait;
}

// −1 … 1: nothing up to the dead power, then in proportion.
double effect(const Gait& gait, double power) {
    const double share = (std::fabs(power) / full_power - gait.dead_power) / (1.0 - gait.dead_power);
    const double push = std::clamp(share, 0.0, 1.0);
    return power < 0.0 && gait.reverses ? -push : push;
}

}  // namespace

void set_up_gaits(const Model& model, State& state) {
    const auto& groups = model.scenario.objects;
    if (std::all_of(groups.begin(), groups.end(),
                    [](const ObjectGroup& group) { return group.locomotion == Locomotion::ideal; }))
        return;
    state.gait.resize(model.robots + 1);
    for (std::uint32_t robot = 0; robot < model.robots; ++robot) set_up_gait(model, state, robot);
}

void set_up_gait(const Model& model, State& state, std::uint32_t robot) {
    const ObjectGroup& group = model.group_of(state.object[robot]);
    if (group.locomotion != Locomotion::ideal)
        state.gait[robot] = draw_gait(kind_of(group), RandomStream(model.seed, robot, Purpose::locomotion));
}

Speeds gait_speeds(const Gait& gait, double left, double right) {
    const double l = effect(gait, left);
    const double r = effect(gait, right);
    const double run = 0.5 * (l + r);
    // What bends the path lies in the robot: it turns backwards with the wheels.
    return {gait.speed * run, gait.turn * (l - r) + gait.spin * run, 0.5 * (std::fabs(l) + std::fabs(r))};
}

double top_speed(const ObjectGroup& group) {
    const bool driven = group.type == scenario::ObjectType::pogobot && group.locomotion != Locomotion::ideal;
    return driven ? kind_of(group).speed : group.max_linear_speed;
}

}  // namespace shoal::pogobot

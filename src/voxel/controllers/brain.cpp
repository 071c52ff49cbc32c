#include "voxel/controllers/brain.hpp"

#include "base/error.hpp"
#include "base/math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace shoal::voxel {
namespace {

constexpr std::size_t sides = 4;

void expect(const char* key, std::size_t found, std::size_t expected, const char* what) {
    if (found != expected)
        throw Error({{}, key, fmt::format("{}", found), fmt::format("{} {}", expected, what), {}});
}

/// Cells with voxels, in the order of the grid.
std::vector<std::pair<int, int>> cells_of(const Body& body) {
    std::vector<std::pair<int, int>> cells;
    for (int y = 0; y < body.height(); ++y)
        for (int x = 0; x < body.width(); ++x)
            if (body.has(x, y)) cells.emplace_back(x, y);
    return cells;
}

/// North is y − 1, below in the world: see docs/models/voxel-controllers.md.
std::vector<std::size_t> neighbours_of(const Body& body) {
    const auto cells = cells_of(body);
    std::vector<std::size_t> all;
    for (const auto& [x, y] : cells)
        for (const auto& [dx, dy] : {std::pair{0, -1}, {1, 0}, {0, 1}, {-1, 0}}) {
            const auto found = std::find(cells.begin(), cells.end(), std::pair{x + dx, y + dy});
            all.push_back(static_cast<std::size_t>(found - cells.begin()));
        }
    return all;
}

int readings_of(const std::vector<Sensor>& sensors) {
    int count = 0;
    for (const Sensor& sensor : sensors) count += sensor.width();
    return count;
}

std::vector<int> layers_of(const Brain& brain, int inputs, int outputs) {
    std::vector<int> layers = {inputs + (brain.driving_frequency ? 1 : 0)};
    layers.insert(layers.end(), brain.hidden.begin(), brain.hidden.end());
    layers.push_back(outputs);
    return layers;
}

/// The layers of each network, in the order of their weights.
std::vector<std::vector<int>> networks_of(const Brain& brain, const Body& body) {
    const auto voxels = body.voxel_count();
    expect("sensors", brain.sensors.size(), voxels, "lists, one a voxel");
    if (brain.kind == Brain::Kind::centralized) {
        int inputs = 0;
        for (const auto& sensors : brain.sensors) inputs += readings_of(sensors);
        return {layers_of(brain, inputs, static_cast<int>(voxels))};
    }
    std::vector<std::vector<int>> all;
    const int outputs = 1 + brain.signals * (brain.directional ? static_cast<int>(sides) : 1);
    for (const auto& sensors : brain.sensors)
        all.push_back(
            layers_of(brain, readings_of(sensors) + static_cast<int>(sides) * brain.signals, outputs));
    if (!brain.homogeneous) return all;
    for (const auto& layers : all)
        if (layers != all.front())
            throw Error({{},
                         "sensors",
                         "voxels with different numbers of readings",
                         "as many for each voxel, where one network controls all",
                         {}});
    return {all.front()};
}

}  // namespace

std::size_t weight_count(const Brain& brain, const Body& body) {
    if (brain.kind != Brain::Kind::centralized && brain.kind != Brain::Kind::distributed) return 0;
    std::size_t count = 0;
    for (const auto& layers : networks_of(brain, body)) count += weight_count(layers, brain.rule);
    return count;
}

Mind::Mind(Brain brain, const Body& body, double interval)
    : brain_(std::move(brain)), interval_(interval), held_(body.voxel_count(), 0.0) {
    const std::size_t voxels = body.voxel_count();
    const auto optional = [&](const char* key, const std::vector<double>& values) {
        if (!values.empty()) expect(key, values.size(), voxels, "values, one a voxel");
    };
    optional("from", brain_.from);
    optional("to", brain_.to);
    if (brain_.kind == Brain::Kind::sines)
        expect("phases", brain_.phases.size(), voxels, "values, one a voxel");
    if (brain_.kind == Brain::Kind::poses && brain_.poses.empty())
        throw Error({{}, "poses", "none", "at least one", {}});
    for (const auto& pose : brain_.poses) expect("poses", pose.size(), voxels, "marks, one a voxel");
    if (brain_.kind == Brain::Kind::function) {
        expect("sensors", brain_.sensors.size(), voxels, "lists, one a voxel");
        sensing_ = Sensing(brain_.sensors, interval_);
    }
    if (brain_.kind == Brain::Kind::centralized || brain_.kind == Brain::Kind::distributed)
        make_networks(body);
}

void Mind::make_networks(const Body& body) {
    const auto all = networks_of(brain_, body);
    expect("weights", brain_.weights.size(), weight_count(brain_, body), "weights");
    sensing_ = Sensing(brain_.sensors, interval_);
    std::span<const double> weights = brain_.weights;
    for (const auto& layers : all) {
        const auto own = weights.first(weight_count(layers, brain_.rule));
        networks_.emplace_back(layers, own, brain_.activation, brain_.rule);
        weights = weights.subspan(own.size());
    }
    std::size_t widest = 0;
    for (const auto& network : networks_) widest = std::max(widest, network.inputs());
    inputs_.resize(widest);
    if (brain_.kind != Brain::Kind::distributed) return;
    neighbours_ = neighbours_of(body);
    sent_.assign((brain_.sensors.size() + 1) * sides * static_cast<std::size_t>(brain_.signals), 0.0);
    sending_ = sent_;
}

void Mind::decide(const Population& population, std::size_t world, std::size_t robot,
                  std::span<double> values) {
    const double time = population.time(world);
    switch (brain_.kind) {
        case Brain::Kind::none: std::fill(values.begin(), values.end(), 0.0); return;
        case Brain::Kind::sines: sines(time, values); break;
        case Brain::Kind::poses: pose(time, values); break;
        case Brain::Kind::function:
            brain_.function(time, sensing_.read(population, world, robot), values);
            break;
        case Brain::Kind::centralized:
            centralized(time, sensing_.read(population, world, robot), values);
            break;
        case Brain::Kind::distributed:
            distributed(time, sensing_.read(population, world, robot), values);
            break;
    }
    restrain(time, values);
}

void Mind::sines(double time, std::span<double> values) const {
    const double turn = math::two_pi * brain_.frequency * time;
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = brain_.amplitude * math::sincos(turn + brain_.phases[i]).sin;
        const double from = brain_.from.empty() ? 0.0 : brain_.from[i];
        const double to = brain_.to.empty() ? from : brain_.to[i];
        values[i] += from + time / brain_.duration * (to - from);
    }
}

void Mind::pose(double time, std::span<double> values) const {
    const auto index = static_cast<std::size_t>(std::floor(time / brain_.pose_time + 0.5));
    const auto& pose = brain_.poses[index % brain_.poses.size()];
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = pose[i] ? 1.0 : -1.0;
}

void Mind::centralized(double time, std::span<const double> readings, std::span<double> values) {
    std::copy(readings.begin(), readings.end(), inputs_.begin());
    if (brain_.driving_frequency)
        inputs_[readings.size()] = math::sincos(math::two_pi * *brain_.driving_frequency * time).sin;
    const auto out = networks_.front().evaluate({inputs_.data(), networks_.front().inputs()});
    std::copy(out.begin(), out.end(), values.begin());
}

/// All networks see what was sent in the previous call; a voxel reads from its N neighbour what that one sent to its S.
void Mind::distributed(double time, std::span<const double> readings, std::span<double> values) {
    const auto signals = static_cast<std::size_t>(brain_.signals);
    for (std::size_t v = 0; v < values.size(); ++v) {
        auto at = std::copy(readings.begin() + static_cast<std::ptrdiff_t>(sensing_.begin_of(v)),
                            readings.begin() + static_cast<std::ptrdiff_t>(sensing_.begin_of(v + 1)),
                            inputs_.begin());
        if (brain_.driving_frequency)
            *at++ = math::sincos(math::two_pi * *brain_.driving_frequency * time).sin;
        for (std::size_t side = 0; side < sides; ++side) {
            const std::size_t from = neighbours_[v * sides + side], theirs = (side + 2) % sides;
            at = std::copy_n(sent_.data() + (from * sides + theirs) * signals, signals, at);
        }
        Perceptron& network = networks_[brain_.homogeneous ? 0 : v];
        const auto out = network.evaluate({inputs_.data(), network.inputs()});
        values[v] = out[0];
        for (std::size_t side = 0; side < sides; ++side)
            std::copy_n(out.data() + 1 + (brain_.directional ? side * signals : 0), signals,
                        sending_.data() + (v * sides + side) * signals);
    }
    std::swap(sent_, sending_);
}

void Mind::restrain(double time, std::span<double> values) {
    constexpr double rounding = 1e-9;  // s: times are running sums
    if (brain_.hold > 0.0) {
        const bool due = held_since_ < 0.0 || time - held_since_ >= brain_.hold - rounding;
        if (due) {
            held_since_ = time;
            std::copy(values.begin(), values.end(), held_.begin());
        }
        std::copy(held_.begin(), held_.end(), values.begin());
    } else if (brain_.max_rate > 0.0) {
        const double most = brain_.max_rate * interval_;
        for (std::size_t i = 0; i < values.size(); ++i) {
            held_[i] += std::clamp(values[i] - held_[i], -most, most);
            values[i] = held_[i];
        }
    }
}

}  // namespace shoal::voxel

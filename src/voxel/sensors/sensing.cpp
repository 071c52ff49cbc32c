#include "voxel/sensors/sensing.hpp"

#include "base/math.hpp"

#include <algorithm>
#include <cmath>

namespace shoal::voxel {
namespace {

double crumpled(const Population& population, std::size_t row, double least) {
    int near = 0;
    for (int a = 0; a < 4; ++a)
        for (int b = a + 1; b < 4; ++b) {
            const Point p = population.mass(row, a).centre, q = population.mass(row, b).centre;
            const double dx = p.x - q.x, dy = p.y - q.y;
            near += dx * dx + dy * dy < least * least;
        }
    return near / 6.0;
}

double soft(double normal) {
    const double x = 2.0 * (2.0 * normal - 1.0);
    return 1.0 - 1.0 / (math::exp(2.0 * x) + 1.0);  // tanh(x)/2 + 1/2
}

bool is_window(SensorKind kind) {
    return kind == SensorKind::average || kind == SensorKind::trend ||
           kind == SensorKind::dynamic_normalization;
}
bool is_history(SensorKind kind) {
    return kind == SensorKind::mean || kind == SensorKind::difference || kind == SensorKind::past;
}

std::size_t entries(const Sensor& sensor, double interval) {
    if (is_window(sensor.kind)) return static_cast<std::size_t>(std::ceil(sensor.numbers[0] / interval)) + 2;
    if (sensor.kind == SensorKind::past) return static_cast<std::size_t>(sensor.numbers[0]) + 1;
    if (is_history(sensor.kind)) return static_cast<std::size_t>(sensor.numbers[1]);
    return 0;
}

}  // namespace

Sensing::Sensing(const std::vector<std::vector<Sensor>>& sensors, double interval) {
    for (std::size_t voxel = 0; voxel < sensors.size(); ++voxel) {
        voxel_begin_.push_back(outputs_.size());
        for (const Sensor& sensor : sensors[voxel]) {
            const std::size_t out = add(sensor, voxel, interval);
            for (int i = 0; i < sensor.width(); ++i) outputs_.push_back(out + static_cast<std::size_t>(i));
        }
    }
    voxel_begin_.push_back(outputs_.size());
    inputs_.resize(outputs_.size());
}

std::size_t Sensing::add(const Sensor& sensor, std::size_t voxel, double interval) {
    Node node;
    if (!sensor.inner.empty()) node.in = add(sensor.inner.front(), voxel, interval);
    node.sensor = sensor;
    node.voxel = voxel;
    node.width = static_cast<std::size_t>(sensor.width());
    node.out = values_.size();
    node.history = histories_.size();
    node.capacity = entries(sensor, interval);
    if (sensor.kind == SensorKind::noisy)
        node.random = JavaRandom(static_cast<std::int64_t>(sensor.numbers[1]));
    values_.resize(values_.size() + node.width);
    histories_.resize(histories_.size() + node.capacity * (node.width + 1));
    nodes_.push_back(std::move(node));
    return nodes_.back().out;
}

std::span<const double> Sensing::read(const Population& population, std::size_t world, std::size_t robot) {
    const Rows rows = population.rows(world, robot);
    const double time = population.time(world);
    for (Node& node : nodes_) {
        if (node.sensor.inner.empty()) sense(node, {&population, world, rows.begin + node.voxel, time});
        else wrap(node, time);
    }
    last_time_ = time;
    for (std::size_t i = 0; i < outputs_.size(); ++i) inputs_[i] = values_[outputs_[i]];
    return inputs_;
}

void Sensing::sense(Node& node, const Moment& moment) {
    const Population& p = *moment.population;
    const std::size_t row = moment.row;
    double* out = values_.data() + node.out;
    switch (node.sensor.kind) {
        case SensorKind::angle: *out = p.angle()[row]; return;
        case SensorKind::applied_force: *out = p.applied_control()[row]; return;
        case SensorKind::area_ratio: *out = p.area_ratio()[row]; return;
        case SensorKind::velocity: {
            const auto turn = math::sincos(node.sensor.rotated ? p.angle()[row] : 0.0);
            const double vx = p.velocity_x()[row], vy = p.velocity_y()[row];
            if (node.sensor.x) *out++ = vx * turn.cos + vy * turn.sin;
            if (node.sensor.y) *out = vy * turn.cos - vx * turn.sin;
            return;
        }
        case SensorKind::touch: *out = p.touches()[row]; return;
        case SensorKind::crumpling: *out = crumpled(p, row, 0.2 * p.body(moment.world).side_length()); return;
        case SensorKind::lidar:
            for (std::size_t i = 0; i < node.width; ++i)
                out[i] = ray_length(p, moment.world, {p.centre_x()[row], p.centre_y()[row]},
                                    p.angle()[row] + node.sensor.numbers[i + 1], node.sensor.numbers[0]);
            return;
        case SensorKind::sine:
            *out = math::sincos(math::two_pi * node.sensor.numbers[0] * moment.time).sin;
            return;
        case SensorKind::constant:
            std::copy(node.sensor.numbers.begin(), node.sensor.numbers.end(), out);
            return;
        case SensorKind::control_power: {
            const double f = p.applied_control()[row];
            node.energy += f * f;
            *out = moment.time > last_time_ ? node.energy / (moment.time - last_time_) : 0.0;
            return;
        }
        default: return;
    }
}

void Sensing::wrap(Node& node, double time) {
    const double* in = values_.data() + node.in;
    double* out = values_.data() + node.out;
    if (is_window(node.sensor.kind)) return over_window(node, time);
    if (is_history(node.sensor.kind)) return over_readings(node);
    for (std::size_t i = 0; i < node.width; ++i) {
        const Sensor& inner = node.sensor.inner.front();
        const double low = inner.low(static_cast<int>(i)), extent = inner.high(static_cast<int>(i)) - low;
        if (node.sensor.kind == SensorKind::noisy) {
            out[i] = in[i] + node.random.normal() * node.sensor.numbers[0] * extent;
            continue;
        }
        const double normal = std::clamp((in[i] - low) / extent, 0.0, 1.0);
        out[i] = node.sensor.kind == SensorKind::soft_normalization ? soft(normal) : normal;
    }
}

void Sensing::remember(Node& node, double time) {
    double* to = histories_.data() + node.history + node.next * (node.width + 1);
    to[0] = time;
    std::copy_n(values_.data() + node.in, node.width, to + 1);
    node.next = (node.next + 1) % node.capacity;
    node.filled = std::min(node.filled + 1, node.capacity);
}

const double* Sensing::entry(const Node& node, std::size_t age) const {
    const std::size_t at = (node.next + node.capacity - 1 - age) % node.capacity;
    return histories_.data() + node.history + at * (node.width + 1);
}

void Sensing::over_window(Node& node, double time) {
    remember(node, time);
    constexpr double rounding = 1e-9;  // s: times are running sums
    std::size_t count = 1;
    while (count < node.filled && entry(node, count)[0] >= time - node.sensor.numbers[0] - rounding) ++count;
    const double* newest = entry(node, 0);
    const double* oldest = entry(node, count - 1);
    for (std::size_t i = 1; i <= node.width; ++i) {
        double sum = 0.0, low = newest[i], high = newest[i];
        for (std::size_t age = 0; age < count; ++age) {
            const double value = entry(node, age)[i];
            sum += value, low = std::min(low, value), high = std::max(high, value);
        }
        double& out = values_[node.out + i - 1];
        if (node.sensor.kind == SensorKind::average) out = sum / static_cast<double>(count);
        else if (node.sensor.kind == SensorKind::trend)
            out = count > 1 ? (newest[i] - oldest[i]) / (newest[0] - oldest[0]) : 0.0;
        else out = high > low ? (newest[i] - low) / (high - low) : 0.0;
    }
}

void Sensing::over_readings(Node& node) {
    const bool first = node.filled == 0;
    remember(node, 0.0);
    while (first && node.filled < node.capacity) remember(node, 0.0);
    const auto& numbers = node.sensor.numbers;
    const auto from = static_cast<std::size_t>(numbers[0]);
    for (std::size_t i = 1; i <= node.width; ++i) {
        double& out = values_[node.out + i - 1];
        out = entry(node, from)[i];
        if (node.sensor.kind == SensorKind::past) continue;
        const auto to = static_cast<std::size_t>(numbers[1]);
        if (node.sensor.kind == SensorKind::difference) {
            out -= entry(node, to - 1)[i];
            continue;
        }
        for (std::size_t age = from + 1; age < to; ++age) out += entry(node, age)[i];
        out /= static_cast<double>(to - from);
    }
}

}  // namespace shoal::voxel

#include "voxel/sensors/sensor.hpp"

#include "base/error.hpp"
#include "base/math.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace shoal::voxel {
namespace {

/// What a sensor's brackets hold: `least` to `most` numbers, after the inner sensor of a wrapper.
struct Syntax {
    std::string_view name;
    SensorKind kind;
    bool wraps;
    std::size_t least, most;
    bool x = true, y = true, rotated = false;
};

constexpr std::size_t any = 1000;

constexpr Syntax syntaxes[] = {
    {"angle", SensorKind::angle, false, 0, 0},
    {"applied_force", SensorKind::applied_force, false, 0, 0},
    {"area_ratio", SensorKind::area_ratio, false, 0, 0},
    {"velocity", SensorKind::velocity, false, 1, 1},
    {"velocity_x", SensorKind::velocity, false, 1, 1, true, false},
    {"velocity_y", SensorKind::velocity, false, 1, 1, false, true},
    {"rotated_velocity", SensorKind::velocity, false, 1, 1, true, true, true},
    {"rotated_velocity_x", SensorKind::velocity, false, 1, 1, true, false, true},
    {"rotated_velocity_y", SensorKind::velocity, false, 1, 1, false, true, true},
    {"touch", SensorKind::touch, false, 0, 0},
    {"crumpling", SensorKind::crumpling, false, 0, 0},
    {"lidar", SensorKind::lidar, false, 2, any},
    {"sine", SensorKind::sine, false, 1, 1},
    {"constant", SensorKind::constant, false, 1, any},
    {"control_power", SensorKind::control_power, false, 1, 1},
    {"average", SensorKind::average, true, 1, 1},
    {"trend", SensorKind::trend, true, 1, 1},
    {"normalization", SensorKind::normalization, true, 0, 0},
    {"soft_normalization", SensorKind::soft_normalization, true, 0, 0},
    {"dynamic_normalization", SensorKind::dynamic_normalization, true, 1, 1},
    {"noisy", SensorKind::noisy, true, 2, 2},
    {"mean", SensorKind::mean, true, 2, 2},
    {"difference", SensorKind::difference, true, 2, 2},
    {"past", SensorKind::past, true, 1, 1},
};

/// The long form of a short name; empty where there is none.
std::string short_name(std::string_view name, CellPlace place) {
    if (name == "t") return "average(touch, 0.25)";
    if (name == "a") return "soft_normalization(area_ratio)";
    if (name == "r") return "soft_normalization(angle)";
    if (name == "px") return fmt::format("constant({})", place.x);
    if (name == "py") return fmt::format("constant({})", place.y);
    if (name == "cpg") return "normalization(sine(-1))";
    for (const auto& [letter, form] :
         {std::pair{'v', "soft_normalization(average(rotated_velocity{}(8), 0.5))"},
          std::pair{'a', "soft_normalization(trend(rotated_velocity{}(4), 0.5))"}}) {
        if (name.empty() || name.front() != letter) continue;
        const std::string_view axes = name.substr(1);
        if (axes == "x" || axes == "y") return fmt::format(fmt::runtime(form), fmt::format("_{}", axes));
        if (axes == "xy") return fmt::format(fmt::runtime(form), "");
    }
    return {};
}

class Parser {
public:
    Parser(std::string_view text, CellPlace place) : text_(text), place_(place) {}

    Sensor whole() {
        Sensor sensor = this->sensor();
        skip();
        if (at_ < text_.size()) refuse("the end");
        return sensor;
    }

private:
    [[noreturn]] void refuse(const std::string& expected) const {
        throw Error(
            {{}, "sensor", std::string(text_), fmt::format("{} at position {}", expected, at_ + 1), {}});
    }
    void skip() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    bool take(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    std::string_view word() {
        skip();
        const std::size_t begin = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
            ++at_;
        return text_.substr(begin, at_ - begin);
    }
    double number() {
        skip();
        double value = 0.0;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (error != std::errc{} || !std::isfinite(value)) refuse("a number");
        at_ = static_cast<std::size_t>(end - text_.data());
        return value;
    }

    Sensor sensor() {
        const std::string_view name = word();
        if (const auto longer = short_name(name, place_); !longer.empty())
            return Parser(longer, place_).whole();
        const auto* const syntax = std::find_if(std::begin(syntaxes), std::end(syntaxes),
                                                [&](const Syntax& s) { return s.name == name; });
        if (syntax == std::end(syntaxes)) {
            at_ -= name.size();
            refuse("the name of a sensor");
        }
        Sensor sensor{syntax->kind, {}, syntax->x, syntax->y, syntax->rotated, {}};
        const bool open = take('(');
        if (!open && (syntax->wraps || syntax->least > 0)) refuse("(");
        if (open) arguments(*syntax, sensor);
        check(sensor);
        return sensor;
    }

    void arguments(const Syntax& syntax, Sensor& sensor) {
        bool more = !take(')');
        if (more && syntax.wraps) {
            sensor.inner.push_back(this->sensor());
            more = take(',');
            if (!more && !take(')')) refuse(")");
        }
        while (more) {
            sensor.numbers.push_back(number());
            more = take(',');
            if (!more && !take(')')) refuse(")");
        }
        if (syntax.wraps && sensor.inner.empty()) refuse("a sensor");
        if (sensor.numbers.size() < syntax.least || sensor.numbers.size() > syntax.most)
            refuse(syntax.least == syntax.most ? fmt::format("{} numbers", syntax.least)
                                               : fmt::format("at least {} numbers", syntax.least));
    }

    void check(const Sensor& sensor) const {
        const auto positive = [&](std::size_t i) {
            if (sensor.numbers[i] <= 0.0) refuse("a positive number");
        };
        constexpr double longest = 10'000;  // readings of a history
        switch (sensor.kind) {
            case SensorKind::velocity:
            case SensorKind::lidar:
            case SensorKind::control_power:
            case SensorKind::average:
            case SensorKind::trend:
            case SensorKind::dynamic_normalization: return positive(0);
            case SensorKind::mean:
            case SensorKind::difference:
                if (sensor.numbers[0] < 0.0 || sensor.numbers[1] <= sensor.numbers[0] ||
                    sensor.numbers[1] > longest)
                    refuse("from < to, both counted in readings");
                return;
            case SensorKind::past:
                if (sensor.numbers[0] < 0.0 || sensor.numbers[0] > longest) refuse("a number of readings");
                return;
            default: return;
        }
    }

    std::string_view text_;
    CellPlace place_;
    std::size_t at_ = 0;
};

}  // namespace

int Sensor::width() const {
    if (!inner.empty()) return inner.front().width();
    switch (kind) {
        case SensorKind::velocity: return (x ? 1 : 0) + (y ? 1 : 0);
        case SensorKind::lidar: return static_cast<int>(numbers.size()) - 1;
        case SensorKind::constant: return static_cast<int>(numbers.size());
        default: return 1;
    }
}

double Sensor::low(int i) const {
    switch (kind) {
        case SensorKind::angle: return -math::pi;
        case SensorKind::applied_force:
        case SensorKind::sine: return -1.0;
        case SensorKind::area_ratio: return 0.5;
        case SensorKind::velocity: return -numbers[0];
        case SensorKind::constant: return std::min(0.0, *std::min_element(numbers.begin(), numbers.end()));
        case SensorKind::trend: return -high(i);
        case SensorKind::difference: return -high(i);
        case SensorKind::average:
        case SensorKind::noisy:
        case SensorKind::mean:
        case SensorKind::past: return inner.front().low(i);
        default: return 0.0;
    }
}

double Sensor::high(int i) const {
    switch (kind) {
        case SensorKind::angle: return math::pi;
        case SensorKind::area_ratio: return 1.5;
        case SensorKind::velocity:
        case SensorKind::lidar: return numbers[0];
        case SensorKind::constant: return std::max(1.0, *std::max_element(numbers.begin(), numbers.end()));
        case SensorKind::control_power: return 1.0 / numbers[0];
        case SensorKind::trend: return (inner.front().high(i) - inner.front().low(i)) / numbers[0];
        case SensorKind::difference: return inner.front().high(i) - inner.front().low(i);
        case SensorKind::average:
        case SensorKind::noisy:
        case SensorKind::mean:
        case SensorKind::past: return inner.front().high(i);
        default: return 1.0;
    }
}

Sensor parse_sensor(std::string_view text, CellPlace place) { return Parser(text, place).whole(); }

CellPlace place_in_grid(int x, int y, int width, int height) {
    const auto share = [](int at, int n) { return n > 1 ? static_cast<double>(at) / (n - 1) : 0.0; };
    return {share(x, width), share(y, height)};
}

}  // namespace shoal::voxel

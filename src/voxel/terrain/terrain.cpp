#include "voxel/terrain/terrain.hpp"

#include "base/error.hpp"
#include "base/math.hpp"
#include "voxel/terrain/java_random.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace shoal::voxel {
namespace {

constexpr double length = 2000.0, wall = 100.0, border = 10.0, level = 5.0;  // m
constexpr double platform = 24.0;                                            // m: eight voxels
constexpr double riser = 0.5;                                                // m, along x, of a step

constexpr std::string_view names =
    "flat, flat-0, flatWithStart-SEED, hilly-HEIGHT-WIDTH-SEED, steppy-HEIGHT-WIDTH-SEED, downhill-DEGREES, "
    "uphill-DEGREES or uneven-HEIGHT";

[[noreturn]] void refuse(std::string_view name) {
    throw Error({{}, "terrain", std::string(name), std::string(names), {}});
}

/// The numbers behind a terrain's name.
std::vector<double> numbers(std::string_view name, std::string_view rest) {
    std::vector<double> all;
    while (!rest.empty()) {
        if (rest.front() != '-') refuse(name);
        rest.remove_prefix(1);
        double value = 0.0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
        if (error != std::errc{} || !std::isfinite(value)) refuse(name);
        all.push_back(value);
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    }
    return all;
}

std::vector<Point> flat_with_start(std::int64_t seed) {
    JavaRandom random(seed);
    for (int skipped = 10 + random.integer(10); skipped > 0; --skipped) (void)random.uniform();
    const double angle = math::pi / 18.0 * (2.0 * random.uniform() - 1.0);
    return {{0, wall},
            {border, level + platform * math::sincos(angle).sin},
            {border + platform, level},
            {length - border, level},
            {length, wall}};
}

/// Hills, or steps: flat pieces that end in a riser.
std::vector<Point> rough(double height, double width, std::int64_t seed, bool steps) {
    JavaRandom random(seed);
    std::vector<Point> points = {{0, wall}, {border, 0}};
    double x = border, y = 0.0;
    while (x < length - border) {
        x += std::max(1.0, (random.normal() * 0.25 + 1.0) * width);
        if (steps) {
            points.push_back({x, y});
            x += riser;
        }
        y += random.normal() * height;
        points.push_back({x, y});
    }
    points.push_back({x + border, wall});
    return points;
}

std::vector<Point> slope(double degrees, bool up) {
    const double rise = (length - 2.0 * border) * math::sincos(degrees * math::pi / 180.0).sin;
    const double left = up ? 0.0 : rise, right = up ? rise : 0.0;
    return {
        {0, wall + left}, {border, level + left}, {length - border, level + right}, {length, wall + right}};
}

std::vector<Point> uneven(double height) {
    constexpr int inner = 50;
    JavaRandom random(1);
    std::vector<Point> points = {{0, wall}};
    for (int i = 0; i < inner; ++i)
        points.push_back({1.0 + i * (length - 2.0) / inner, random.uniform() * height});
    points.push_back({length, wall});
    double low = wall;
    for (const Point& point : points) low = std::min(low, point.y);
    for (Point& point : points) point.y -= low;
    return points;
}

}  // namespace

std::vector<Point> terrain_points(std::string_view name) {
    const auto dash = name.find('-');
    const std::string_view kind = name.substr(0, dash);
    const auto values =
        numbers(name, dash == std::string_view::npos ? std::string_view{} : name.substr(dash));
    const auto takes = [&](std::size_t least, std::size_t most) {
        if (values.size() < least || values.size() > most) refuse(name);
    };
    const auto seed = [&](std::size_t i) {
        return i < values.size() ? static_cast<std::int64_t>(values[i]) : 0;
    };
    if (kind == "flat") {
        takes(0, 1);
        const double y = values.empty() ? level : values[0];
        return {{0, wall}, {border, y}, {length - border, y}, {length, wall}};
    }
    if (kind == "flatWithStart") return takes(0, 1), flat_with_start(seed(0));
    if (kind == "hilly" || kind == "steppy") {
        takes(2, 3);
        if (values[1] <= 0.0) refuse(name);
        return rough(values[0], values[1], seed(2), kind == "steppy");
    }
    if (kind == "downhill" || kind == "uphill") return takes(1, 1), slope(values[0], kind == "uphill");
    if (kind == "uneven") return takes(1, 1), uneven(values[0]);
    refuse(name);
}

Point place_on(const Ground& ground, const Body& body, double x, double gap) {
    const double side = body.side_length();
    int left = body.width();
    for (int cy = 0; cy < body.height(); ++cy)
        for (int cx = 0; cx < left; ++cx)
            if (body.has(cx, cy)) left = cx;
    const double x0 = x - left * side;
    double y0 = -std::numeric_limits<double>::infinity();
    for (int cy = 0; cy < body.height(); ++cy)
        for (int cx = 0; cx < body.width(); ++cx)
            if (body.has(cx, cy)) y0 = std::max(y0, ground.height(x0 + (cx + 0.5) * side) + gap - cy * side);
    if (!std::isfinite(y0)) throw Error({{}, "x", std::to_string(x), "a place above the ground", {}});
    return {x0, y0};
}

double usual_start(const Ground& ground) { return ground.points()[1].x + 1.0; }

}  // namespace shoal::voxel

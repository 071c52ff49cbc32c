#include "view/playback/tracks.hpp"

#include "base/error.hpp"
#include "base/math.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shoal::view {
namespace {

std::vector<double> needed(const record::LogReader& log, const std::string& column) {
    if (log.has(column) && !log.is_text(column)) return log.numbers(column);
    throw Error({{},
                 column,
                 "",
                 "a log with the columns time, robot_id, x and y",
                 "there is no such column of numbers"});
}

void check_is_one_run(const record::LogReader& log) {
    if (!log.has("run") || log.is_text("run")) return;
    const auto runs = log.numbers("run");
    const auto other =
        std::find_if(runs.begin(), runs.end(), [&](double run) { return run != runs.front(); });
    if (other != runs.end()) throw Error({{}, "run", "several runs", "the log of one run", ""});
}

}  // namespace

Between interpolate(std::span<const Sample> samples, double time,
                    const std::function<physics::Vec2(physics::Vec2)>& shortest) {
    const auto after = std::upper_bound(samples.begin(), samples.end(), time, [](double t, const Sample& s) {
        return t < static_cast<double>(s.time);
    });
    const auto place = [](const Sample& s) {
        return physics::Vec2{static_cast<double>(s.x), static_cast<double>(s.y)};
    };
    const Sample& last = after == samples.begin() ? samples.front() : *std::prev(after);
    const double angle = static_cast<double>(last.angle);
    if (after == samples.begin() || after == samples.end()) return {place(last), angle, last.row};
    const double start = static_cast<double>(last.time);
    const double share = (time - start) / (static_cast<double>(after->time) - start);
    const double turn = math::wrap_angle(static_cast<double>(after->angle) - angle);
    return {place(last) + share * shortest(place(*after) - place(last)),
            std::isnan(turn) ? angle : angle + share * turn, last.row};
}

Tracks::Tracks(const record::LogReader& log) {
    constexpr float metres = 1e-3F;  // a mm
    check_is_one_run(log);
    const auto times = needed(log, "time");
    const auto ids = needed(log, "robot_id");
    const auto x = needed(log, "x");
    const auto y = needed(log, "y");
    const auto angles = log.has("angle") ? log.numbers("angle") : std::vector<double>(x.size(), NAN);
    const auto parts =
        log.has("subpart_id") ? log.numbers("subpart_id") : std::vector<double>(x.size(), whole);
    rows = x.size();
    if (rows == 0) throw Error("the log has no rows");
    const auto [first, last] = std::minmax_element(times.begin(), times.end());
    begin = *first;
    end = *last;
    for (std::size_t row = 0; row < rows; ++row) {
        if (!std::isfinite(x[row]) || !std::isfinite(y[row]) || !std::isfinite(ids[row])) continue;
        const int part = std::isfinite(parts[row]) ? static_cast<int>(parts[row]) : whole;
        of[{static_cast<std::int32_t>(ids[row]), part}].push_back(
            {static_cast<float>(times[row]), metres * static_cast<float>(x[row]),
             metres * static_cast<float>(y[row]), static_cast<float>(angles[row]),
             static_cast<std::uint32_t>(row)});
    }
    for (auto& [key, samples] : of)
        std::stable_sort(samples.begin(), samples.end(),
                         [](const Sample& a, const Sample& b) { return a.time < b.time; });
}

}  // namespace shoal::view

#include "view/playback/paint.hpp"

#include "base/error.hpp"
#include "view/pogobot/theme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace shoal::view {
namespace {

constexpr std::size_t most_colours = 12;  // that can be told apart

std::string names_of(const record::LogReader& log) {
    std::string names;
    for (const auto& name : log.columns()) names += (names.empty() ? "" : ", ") + name;
    return names;
}

/// From dark blue by green to yellow: as bright as the value is large, so that it also reads without colours.
Colour ramp(double share) {
    constexpr Colour stops[] = {
        {59, 40, 118}, {45, 104, 142}, {38, 152, 133}, {118, 200, 86}, {250, 225, 70}};
    const double at = 4.0 * std::clamp(share, 0.0, 1.0);
    const auto i = std::min<std::size_t>(3, static_cast<std::size_t>(at));
    return mix(stops[i], stops[i + 1], at - static_cast<double>(i));
}

}  // namespace

bool RowPaint::has_leds(const record::LogReader& log) {
    return log.has("led_r") && log.has("led_g") && log.has("led_b");
}

RowPaint::RowPaint(const record::LogReader& log, const std::string& column) {
    if (column.empty()) {
        paint_leds(log);
        return;
    }
    if (!log.has(column)) throw Error({{}, "--colour", column, "a column of the log: " + names_of(log), ""});
    if (log.is_text(column)) paint_texts(log.texts(column));
    else paint_numbers(column, log.numbers(column));
}

void RowPaint::paint_texts(const record::Texts& texts) {
    for (const auto code : texts.codes)
        colours_.push_back(code == record::Texts::none ? theme::unlit : theme::distinct(code));
    for (std::size_t i = 0; i < texts.words.size(); ++i)
        legend_.emplace_back(texts.words[i], theme::distinct(i));
}

void RowPaint::paint_numbers(const std::string& name, const std::vector<double>& values) {
    std::set<double> different;
    double least = INFINITY;
    double greatest = -INFINITY;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        least = std::min(least, value);
        greatest = std::max(greatest, value);
        if (different.size() <= most_colours) different.insert(value);
    }
    const bool few = different.size() <= most_colours;
    const auto colour = [&](double value) {
        if (!std::isfinite(value)) return theme::unlit;
        if (!few) return ramp((value - least) / (greatest - least));
        return theme::distinct(
            static_cast<std::size_t>(std::distance(different.begin(), different.find(value))));
    };
    for (const double value : values) colours_.push_back(colour(value));
    const auto explain = [&](double value) {
        legend_.emplace_back(fmt::format("{}{:.4g}", legend_.empty() ? name + " " : "", value),
                             colour(value));
    };
    if (few)
        for (const double value : different) explain(value);
    else
        for (int i = 0; i < 3; ++i) explain(least + 0.5 * i * (greatest - least));
}

void RowPaint::paint_leds(const record::LogReader& log) {
    const auto r = log.numbers("led_r");
    const auto g = log.numbers("led_g");
    const auto b = log.numbers("led_b");
    const auto level = [](double value) {
        return static_cast<std::uint8_t>(std::isfinite(value) ? std::clamp(value, 0.0, 255.0) : 0.0);
    };
    for (std::size_t row = 0; row < r.size(); ++row) {
        const pogobot::Led led{level(r[row]), level(g[row]), level(b[row])};
        colours_.push_back(theme::is_lit(led) ? theme::led(led) : theme::unlit);
    }
}

}  // namespace shoal::view

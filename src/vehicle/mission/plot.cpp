#include "base/error.hpp"
#include "vehicle/mission/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace shoal::vehicle {
namespace {

constexpr std::array colours{"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                             "#ff7f0e", "#8c564b", "#e377c2", "#17becf"};

struct Extent {
    double low = 1e300, high = -1e300;

    void take(std::span<const float> values) {
        for (const float v : values) low = std::min<double>(low, v), high = std::max<double>(high, v);
    }
    void widen(double least) {
        const double middle = 0.5 * (low + high), half = std::max(0.5 * least, 0.525 * (high - low));
        low = middle - half;
        high = middle + half;
    }
    [[nodiscard]] double length() const { return high - low; }
};

// One, two or five times a power of ten, about a fifth of the extent.
double tick_of(const Extent& extent) {
    const double rough = extent.length() / 5.0, power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0})
        if (times * power >= rough) return times * power;
    return 10.0 * power;
}

/// A rectangle of the page with axes of its own.
struct Panel {
    double x, y, width, height;  // px
    Extent across, up;

    [[nodiscard]] double px(double value) const { return x + width * (value - across.low) / across.length(); }
    [[nodiscard]] double py(double value) const { return y + height * (up.high - value) / up.length(); }

    [[nodiscard]] std::string frame(const char* title, const char* below) const {
        std::string svg = fmt::format(
            "<rect x='{}' y='{}' width='{}' height='{}' fill='none' stroke='#888'/>\n"
            "<text x='{}' y='{}'>{}</text>\n<text x='{}' y='{}' text-anchor='middle'>{}</text>\n",
            x, y, width, height, x, y - 8, title, x + 0.5 * width, y + height + 32, below);
        for (double v = tick_of(across) * std::ceil(across.low / tick_of(across)); v <= across.high;
             v += tick_of(across))
            svg += fmt::format(
                "<path d='M{0:.1f} {1} v5' stroke='#888'/><text x='{0:.1f}' y='{2}' "
                "text-anchor='middle'>{3:g}</text>\n",
                px(v), y + height, y + height + 17, v);
        for (double v = tick_of(up) * std::ceil(up.low / tick_of(up)); v <= up.high; v += tick_of(up))
            svg += fmt::format(
                "<path d='M{0} {1:.1f} h-5' stroke='#888'/><text x='{2}' y='{3:.1f}' "
                "text-anchor='end'>{4:g}</text>\n",
                x, py(v), x - 8, py(v) + 4, v);
        return svg;
    }

    [[nodiscard]] std::string line(std::span<const float> a, std::span<const float> b,
                                   const char* colour) const {
        std::string svg =
            "<polyline fill='none' stroke-width='1.2' stroke='" + std::string(colour) + "' points='";
        for (std::size_t i = 0; i < a.size(); ++i) svg += fmt::format("{:.1f},{:.1f} ", px(a[i]), py(b[i]));
        return svg + "'/>\n";
    }
};

// Both axes with one scale.
void square(Panel& panel) {
    const double scale = std::max(panel.across.length() / panel.width, panel.up.length() / panel.height);
    panel.across.widen(scale * panel.width);
    panel.up.widen(scale * panel.height);
}

}  // namespace

void Recorder::plot(const std::string& path) const {
    Panel plan{70, 40, 560, 560, {}, {}}, altitude{730, 40, 430, 240, {}, {}},
        aside{730, 360, 430, 240, {}, {}};
    for (const Track& track : tracks_) {
        plan.across.take(track.east);
        plan.up.take(track.north);
        altitude.across.take(track.time);
        altitude.up.take(track.altitude);
        aside.across.take(track.time);
        aside.up.take(track.aside);
    }
    if (tracks_.empty()) return;
    plan.across.widen(1.0);
    plan.up.widen(1.0);
    square(plan);
    for (Panel* panel : {&altitude, &aside}) {
        panel->across.widen(1e-3);
        panel->up.widen(1.0);
    }
    std::string svg =
        "<svg xmlns='http://www.w3.org/2000/svg' width='1200' height='680' font-family='sans-serif' "
        "font-size='12'>\n<rect width='1200' height='680' fill='white'/>\n";
    svg += plan.frame("north (m)", "east (m)") + altitude.frame("altitude (m)", "time (s)") +
           aside.frame("cross-track error (m)", "time (s)");
    for (const Track& track : tracks_) {
        const char* colour = colours[track.group % colours.size()];
        svg += plan.line(track.east, track.north, colour) + altitude.line(track.time, track.altitude, colour);
        if (mission_.leaders()[track.group].follows()) svg += aside.line(track.time, track.aside, colour);
    }
    for (std::size_t g = 0; g < mission_.leaders().size(); ++g)
        svg += fmt::format("<text x='{}' y='665' fill='{}'>{}</text>\n", 70 + 130 * g,
                           colours[g % colours.size()], mission_.leaders()[g].plan().name);
    const std::filesystem::path file(path);
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out << svg << "</svg>\n";
    if (!out.flush()) throw Error({{path}, "plot_filename", "", "a file that can be written", ""});
}

}  // namespace shoal::vehicle
